import type { ClientRequest, IncomingMessage } from 'node:http'

/** Characters allowed in a reason phrase (RFC 9112 section 4); Node reads phrases that it refuses to write. */
const REASON = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Returns why a response cannot be passed on, as text that follows "an answer with"; null for a
 * valid one. Node reads these responses and throws when it has to write them.
 */
export function invalidAnswer({
  statusCode = 0,
  statusMessage = '',
}: Pick<IncomingMessage, 'statusCode' | 'statusMessage'>): string | null {
  if (statusCode < 200 || statusCode > 999) return `status ${statusCode}`
  return REASON.test(statusMessage) ? null : 'control characters in its status line'
}

/** Calls `fail` for a 101 to a request without an upgrade, because no response would ever follow it. */
export function watchForSwitch(onward: ClientRequest, fail: (why: string) => void): void {
  const why = 'status 101, although the request did not ask to switch protocols'
  onward.on('information', ({ statusCode }) => {
    if (statusCode === 101) fail(why)
  })
  onward.on('upgrade', (_response, socket) => {
    socket.destroy()
    fail(why)
  })
}
