import type { Send } from '../http/wire.ts'

export interface ProbeFacts {
  readonly send: Send
  /** A path of the gateway that nobody can guess, new at each start. */
  readonly path: string
  /** What the gateway answers there. */
  readonly answer: string
  /** Called with the response in words when a firewall rejected the request, so that the result says nothing about deliveries. */
  readonly onIntercepted?: (what: string) => void
}

/** How long one probe may take. */
const PROBE_MS = 5000

/** The gateway never responds to its probe with these. */
const firewallStatuses = new Set([401, 403, 429])

function interceptedWords(status: number, headers: Readonly<Record<string, string>>): string {
  const { 'content-type': type, server } = headers
  const parts = [String(status), type?.split(';')[0], server && `server: ${server.slice(0, 40)}`]
  return `the check was intercepted (${parts.filter(Boolean).join(', ')}); deliveries may still arrive`
}

/** Asks the public address from outside, as the platform would: true when this very gateway answers. Never raises. */
export function createProbe({
  send,
  path,
  answer,
  onIntercepted,
}: ProbeFacts): (url: URL, signal: AbortSignal) => Promise<boolean> {
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
      const { status, headers, body } = await send(request)
      if (firewallStatuses.has(status)) onIntercepted?.(interceptedWords(status, headers))
      return status === 200 && Buffer.from(body).toString('utf8') === answer
    } catch {
      return false
    }
  }
}
