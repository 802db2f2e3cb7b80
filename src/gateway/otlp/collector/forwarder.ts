import { messageOf } from '../../../errors/thrown.ts'
import { isSuccess } from '../../../http/status.ts'
import type { Send } from '../../../http/wire.ts'
import type { OtlpRequest } from '../receiver.ts'

export interface ForwarderOptions {
  /** Base URL of the collector; `/v1/traces` is below it. */
  readonly endpoint: URL
  /** Returns the headers that the collector requires for a path, for example its key. */
  readonly headersFor: (path: string) => Readonly<Record<string, string>>
  readonly send: Send
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number
  /** Called with a short reason if the collector rejects something. Not called again until the collector has accepted everything for a while. */
  readonly onTrouble: (why: string) => void
}

export interface Forwarder {
  /** Queues a request and returns immediately. */
  readonly add: (request: OtlpRequest) => void
  /** Returns true if much room is left, for a caller that can try again later. */
  readonly hasRoom: () => boolean
  /** Waits briefly for unsent requests, and drops the rest. */
  readonly close: () => Promise<void>
}

/** Maximum queue length for a collector; beyond it the oldest request is dropped (T39). */
const MOST_WAITING = 64
const MOST_BYTES = 16 * 1024 * 1024

const TIMEOUT_MS = 10_000

/** An error that returns sooner counts as the same error. */
const QUIET_MS = 60_000

/** Maximum time that the exit of `app dev` waits for a collector. */
const END_MS = 1000

/** Forwards its requests in sequence. A request that the collector rejects is not retried: nothing waits for a collector. */
export function createForwarder({ endpoint, headersFor, send, clock, onTrouble }: ForwarderOptions): Forwarder {
  const waiting: OtlpRequest[] = []
  const over = new AbortController()
  const base = endpoint.href.replace(/\/$/, '')
  let bytes = 0
  let working: Promise<void> | null = null
  let lastTroubleAt = -Infinity
  const report = (why: string | null) => {
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
      return isSuccess(status) ? null : `it returned ${status}`
    } catch (error) {
      return messageOf(error)
    }
  }
  const work = async () => {
    for (let next = waiting.shift(); next && !over.signal.aborted; next = waiting.shift()) {
      bytes -= next.body.length
      report(await post(next))
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
        report('it is too slow, so telemetry was dropped')
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
