import { AppError } from '../errors.ts'
import { escapeCell } from '../text/escape.ts'

const loopback = /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*localhost)$/

/**
 * Checks the URL of a receiver, which must be http(s) on this machine, written as 127.0.0.1, [::1], localhost or a name below it. A URL parser
 * folds 2130706433, 0x7f.1 and full-width digits to the same host, and reads `localhost:80@evil` as evil (R16, T34). Raises `webhook.bad-address`.
 */
export function checkReceiver(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw refused(text, 'it is not an http URL')
  if (url.username !== '' || url.password !== '' || text.includes('@')) throw refused(text, 'it contains a user name')
  const written = /^https?:\/\/([^/?#\\]*)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  const host = written.replace(/:\d*$/, '')
  if (!loopback.test(host) || url.hostname !== host) throw refused(text, 'it is not on this machine')
  return url
}

function refused(text: string, why: string): AppError {
  return new AppError('webhook.bad-address', `Nothing was sent to ${escapeCell(text)}: ${why}.`, {
    suggestions: ['Use http://127.0.0.1:<port>/<path>. Test events are sent only to this machine.'],
  })
}
