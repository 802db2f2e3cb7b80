import type { Send } from '../http/wire.ts'

export interface ProbeFacts {
  readonly send: Send
  /** A path of the gateway that nobody can guess, new at each start. */
  readonly path: string
  /** What the gateway answers there. */
  readonly answer: string
}

/** How long one probe may take. */
const PROBE_MS = 5000

/** Asks the public address from outside, as the platform would: true when this very gateway answers. Never raises. */
export function createProbe({ send, path, answer }: ProbeFacts): (url: URL, signal: AbortSignal) => Promise<boolean> {
  return async (url, signal) => {
    try {
      const request = {
        method: 'GET',
        url: new URL(path, url),
        headers: {},
        timeoutMs: PROBE_MS,
        redirects: 'answer',
        signal,
      } as const
      const { status, body } = await send(request)
      return status === 200 && Buffer.from(body).toString('utf8') === answer
    } catch {
      return false
    }
  }
}
