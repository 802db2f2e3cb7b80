import type { ClientRequest, IncomingMessage } from 'node:http'

/** What a reason phrase may hold (RFC 9112 section 4); Node reads phrases that it refuses to write. */
const REASON = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Why an answer cannot be passed on, in words that follow "an answer with"; null for one that can be. Node reads these answers and throws when it has to write
 * them.
 */
export function invalidAnswer({
  statusCode = 0,
  statusMessage = '',
}: Pick<IncomingMessage, 'statusCode' | 'statusMessage'>): string | null {
  if (statusCode < 200 || statusCode > 999) return `status ${statusCode}`
  return REASON.test(statusMessage) ? null : 'control characters in its status line'
}

/** Calls `fail` for a 101 to a request that asked for no other protocol, because no answer would ever follow it. */
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
