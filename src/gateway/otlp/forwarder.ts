import { isSuccess } from '../../http/status.ts'
import type { Send } from '../../http/wire.ts'
import type { OtlpRequest } from './receiver.ts'

export interface ForwarderOptions {
  /** The collector's address, below which `/v1/traces` lies. */
  readonly endpoint: URL
  /** The collector's own headers, its key for example. */
  readonly headers: Readonly<Record<string, string>>
  readonly send: Send
  /** Called when the collector does not take something, once until it takes something again; with the reason in a few words. */
  readonly onTrouble: (why: string) => void
}

export interface Forwarder {
  /** Returns at once. */
  readonly add: (request: OtlpRequest) => void
  /** Gives up what waits. */
  readonly close: () => void
}

/** What waits for a collector at most; above it the oldest goes (T39). */
const MOST_WAITING = 64
const MOST_BYTES = 16 * 1024 * 1024

const TIMEOUT_MS = 10_000

/** Sends on what the app sent, as it came, one after the other. What the collector does not take is not sent again: nothing here waits for it. */
export function createForwarder({ endpoint, headers, send, onTrouble }: ForwarderOptions): Forwarder {
  const waiting: OtlpRequest[] = []
  const over = new AbortController()
  const base = endpoint.href.replace(/\/$/, '')
  let bytes = 0
  let isBusy = false
  let isTold = false
  const tell = (why: string | null) => {
    if (why !== null && !isTold && !over.signal.aborted) onTrouble(why)
    isTold = why !== null
  }
  const post = async (request: OtlpRequest): Promise<string | null> => {
    try {
      const { status } = await send({
        method: 'POST',
        url: new URL(base + request.path),
        headers: { ...headers, ...request.headers },
        body: request.body,
        timeoutMs: TIMEOUT_MS,
        redirects: 'answer',
        signal: over.signal,
      })
      return isSuccess(status) ? null : `it answered with ${status}`
    } catch (error) {
      return error instanceof Error ? error.message : 'it does not answer'
    }
  }
  const work = async () => {
    isBusy = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      bytes -= next.body.length
      tell(await post(next))
    }
    isBusy = false
  }
  return {
    add: (request) => {
      if (over.signal.aborted) return
      waiting.push(request)
      bytes += request.body.length
      while (waiting.length > MOST_WAITING || bytes > MOST_BYTES) {
        bytes -= waiting.shift()?.body.length ?? 0
        tell('it is too slow for what the app sends')
      }
      if (!isBusy) void work()
    },
    close: () => {
      waiting.length = 0
      over.abort()
    },
  }
}
