import { AsyncLocalStorage } from 'node:async_hooks'

/** Headers that say to which trace a request belongs (W3C Trace Context). `app dev` sends them with each delivery, and knows by them which one caused a call. */
export type Trace = Readonly<Record<string, string>>

const current = new AsyncLocalStorage<Trace | undefined>()

/** The trace of a request; undefined where it is in none. */
export function traceOf(headers: Headers): Trace | undefined {
  const traceparent = headers.get('traceparent')
  const tracestate = headers.get('tracestate')
  if (traceparent === null || !/^[0-9a-f-]{55,128}$/.test(traceparent)) return undefined
  return { traceparent, ...(tracestate !== null && tracestate.length <= 512 && { tracestate }) }
}

/** Does work in a trace: all that it awaits knows of it. */
export function inTrace<T>(trace: Trace | undefined, work: () => T): T {
  return current.run(trace, work)
}

/** The trace in which this is called; undefined outside of one. */
export function currentTrace(): Trace | undefined {
  return current.getStore()
}
