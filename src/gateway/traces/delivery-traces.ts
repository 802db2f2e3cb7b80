import { newSpanId, newTraceId, type TraceContext } from '../../http/trace-context.ts'

/** A delivery that the app gets now. */
export interface TraceStart {
  /** Store id, as digits. */
  readonly storeId: string
  /** Null for a delivery that an older version wrote; its trace begins with this attempt. */
  readonly traceId: string | null
}

/** An attempt that the app is handling. */
export interface OpenAttempt {
  readonly trace: TraceContext
  /** Called when the response has arrived, or when none will come. */
  readonly end: () => void
}

/** Deliveries that the app handles at this moment, shared by both sides of the gateway. */
export interface DeliveryTraces {
  readonly begin: (start: TraceStart) => OpenAttempt
  /** Returns the only attempt for this store that the app handles now; null if there is none or more than one. */
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
