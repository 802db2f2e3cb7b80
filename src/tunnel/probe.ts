import type { Send } from '../http/wire.ts'

export interface ProbeFacts {
  readonly send: Send
  /** Unguessable path of the gateway, new at each start. */
  readonly path: string
  /** The gateway's response at this path. */
  readonly answer: string
}

export interface ProbeResult {
  /** Whether this very gateway responded. */
  readonly isUp: boolean
  /** The response as text if a firewall rejected the request, which says nothing about deliveries; otherwise null. */
  readonly intercepted: string | null
  /** Whether another svcapp gateway responded: of another `app dev`, or of one that has exited meanwhile. */
  readonly isOther: boolean
}

/** A gateway's response at the probe path of another one. */
const OTHER = '{"success":false,"reason":"not-found"}\n'

/** Time limit of one probe. */
const PROBE_MS = 5000

/** The gateway never responds to its probe with these. */
const firewallStatuses = new Set([401, 403, 429])

function interceptedWords(status: number, headers: Readonly<Record<string, string>>): string {
  const { 'content-type': type, server } = headers
  const parts = [String(status), type?.split(';')[0], server && `server: ${server.slice(0, 40)}`]
  return `the check was intercepted (${parts.filter(Boolean).join(', ')}), but deliveries may still arrive`
}

/** Creates a probe that requests the public address from outside, as the platform would, and reports whether this gateway responded. Never raises. */
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
      const text = Buffer.from(body).toString('utf8')
      return {
        isUp: status === 200 && text === answer,
        intercepted: firewallStatuses.has(status) ? interceptedWords(status, headers) : null,
        isOther: status === 404 && text === OTHER,
      }
    } catch {
      return { isUp: false, intercepted: null, isOther: false }
    }
  }
}
