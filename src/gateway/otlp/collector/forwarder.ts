import { isSuccess } from '../../../http/status.ts'
import type { Send } from '../../../http/wire.ts'
import type { OtlpRequest } from '../receiver.ts'

export interface ForwarderOptions {
  /** The collector's address, below which `/v1/traces` lies. */
  readonly endpoint: URL
  /** The collector's own headers for a path, its key for example. */
  readonly headersFor: (path: string) => Readonly<Record<string, string>>
  readonly send: Send
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number
  /** Called when the collector does not take something, once until it has taken all for a while; with the reason in a few words. */
  readonly onTrouble: (why: string) => void
}

export interface Forwarder {
  /** Returns at once. */
  readonly add: (request: OtlpRequest) => void
  /** Whether it is well within what may wait: for who can come back later. */
  readonly hasRoom: () => boolean
  /** Waits a little for what is not sent yet, and gives up the rest. */
  readonly close: () => Promise<void>
}

/** What waits for a collector at most; above it the oldest goes (T39). */
const MOST_WAITING = 64
const MOST_BYTES = 16 * 1024 * 1024

const TIMEOUT_MS = 10_000

/** Trouble that comes again sooner is still the same. */
const QUIET_MS = 60_000

/** How long the end of `app dev` may wait for a collector. */
const END_MS = 1000

/** Sends on what it is given, one after the other. What the collector does not take is not sent again: nothing here waits for it. */
export function createForwarder({ endpoint, headersFor, send, clock, onTrouble }: ForwarderOptions): Forwarder {
  const waiting: OtlpRequest[] = []
  const over = new AbortController()
  const base = endpoint.href.replace(/\/$/, '')
  let bytes = 0
  let working: Promise<void> | null = null
  let lastTroubleAt = -Infinity
  const tell = (why: string | null) => {
    if (why === null || over.signal.aborted) return
    const isNew = clock() - lastTroubleAt > QUIET_MS
    lastTroubleAt = clock()
    if (isNew) onTrouble(why)
  }
  const post = async (request: OtlpRequest): Promise<string | null> => {
    try {
      const { status } = await send({
        method: 'POST',
        url: new URL(base + request.path),
        headers: { ...headersFor(request.path), ...request.headers },
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
    for (let next = waiting.shift(); next && !over.signal.aborted; next = waiting.shift()) {
      bytes -= next.body.length
      tell(await post(next))
    }
    working = null
  }
  return {
    hasRoom: () => waiting.length < MOST_WAITING / 2 && bytes < MOST_BYTES / 2,
    add: (request) => {
      if (over.signal.aborted) return
      waiting.push(request)
      bytes += request.body.length
      while (waiting.length > MOST_WAITING || bytes > MOST_BYTES) {
        bytes -= waiting.shift()?.body.length ?? 0
        tell('it is too slow for what it is sent')
      }
      working ??= work()
    },
    close: async () => {
      const timer = setTimeout(() => over.abort(), END_MS)
      await working
      clearTimeout(timer)
      waiting.length = 0
      over.abort()
    },
  }
}
