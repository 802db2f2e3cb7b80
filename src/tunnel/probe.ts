import type { Send } from '../http/wire.ts'

export interface ProbeFacts {
  readonly send: Send
  /** A path of the gateway that nobody can guess, new at each start. */
  readonly path: string
  /** What the gateway answers there. */
  readonly answer: string
}

export interface ProbeResult {
  /** Whether this very gateway responded. */
  readonly isUp: boolean
  /** The response in words if a firewall rejected the request, which says nothing about deliveries; else null. */
  readonly intercepted: string | null
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

/** Asks the public address from outside, as the platform would: whether this very gateway answers. Never raises. */
export function createProbe({
  send,
  path,
  answer,
}: ProbeFacts): (url: URL, signal: AbortSignal) => Promise<ProbeResult> {
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
      const isUp = status === 200 && Buffer.from(body).toString('utf8') === answer
      return { isUp, intercepted: firewallStatuses.has(status) ? interceptedWords(status, headers) : null }
    } catch {
      return { isUp: false, intercepted: null }
    }
  }
}
