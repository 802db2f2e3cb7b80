import { newSpanId, newTraceId, type TraceContext } from '../../http/trace-context.ts'

/** A delivery that goes to the app now. */
export interface Handed {
  /** Digits. */
  readonly storeId: string
  /** Null for one that an older version wrote: then its trace begins with this attempt. */
  readonly traceId: string | null
}

/** An attempt while the app has it. */
export interface OpenAttempt {
  readonly trace: TraceContext
  /** Called when its answer is there, or none will come. */
  readonly end: () => void
}

/** Which deliveries the app has at this moment: what both sides of the gateway know of each other. */
export interface DeliveryTraces {
  readonly begin: (handed: Handed) => OpenAttempt
  /** The only attempt for this store that the app has now; null for none, and where there are several. */
  readonly onlyOneOf: (storeId: string) => TraceContext | null
}

export function createDeliveryTraces(): DeliveryTraces {
  const open = new Map<string, Set<TraceContext>>()
  return {
    begin: ({ storeId, traceId }) => {
      const trace = { traceId: traceId ?? newTraceId(), spanId: newSpanId() }
      const ofStore = open.get(storeId) ?? new Set()
      open.set(storeId, ofStore.add(trace))
      return {
        trace,
        end: () => {
          ofStore.delete(trace)
          if (ofStore.size === 0 && open.get(storeId) === ofStore) open.delete(storeId)
        },
      }
    },
    onlyOneOf: (storeId) => {
      const [first = null, second] = open.get(storeId) ?? []
      return second === undefined ? first : null
    },
  }
}
