import { AppError } from '../errors.ts'
import { escapeCell } from '../text/escape.ts'

const loopback = /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*localhost)$/

/**
 * Returns why a URL is not a receiver on this machine, or null. It must be http(s), written as 127.0.0.1, [::1], localhost or a name below it. A URL
 * parser folds 2130706433, 0x7f.1 and full-width digits to the same host, and reads `localhost:80@evil` as evil (R16, T34).
 */
export function receiverProblem(text: string): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'it is not an http URL'
  if (url.username !== '' || url.password !== '' || text.includes('@')) return 'it contains a user name'
  const written = /^https?:\/\/([^/?#\\]*)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  const host = written.replace(/:\d*$/, '')
  return loopback.test(host) && url.hostname === host ? null : 'it is not on this machine'
}

/** Returns the URL of a receiver. Raises `webhook.bad-address`. */
export function checkReceiver(text: string): URL {
  const why = receiverProblem(text)
  if (why === null) return new URL(text)
  throw new AppError('webhook.bad-address', `Nothing was sent to ${escapeCell(text)}: ${why}.`, {
    suggestions: ['Use http://127.0.0.1:<port>/<path>. Test events are sent only to this machine.'],
  })
}
