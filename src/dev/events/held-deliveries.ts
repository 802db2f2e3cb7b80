import { createDeliveryTraces, type DeliveryTraces } from '../../gateway/traces/delivery-traces.ts'

/** A delivery that the app has not responded to. */
interface Held {
  readonly traceId: string | null
  readonly beganAt: number
  isReported: boolean
}

/** The deliveries that the app is handling, with their durations. */
export interface HeldDeliveries {
  /** Shared by both sides of the gateway. */
  readonly traces: DeliveryTraces
  /** Returns the number of deliveries that the app has had for at least this long. */
  readonly count: (ms: number) => number
  /** Returns the traces of deliveries that the app has had for at least this long, each trace once. */
  readonly overdue: (ms: number) => readonly string[]
}

/** Creates the set. `clock` is monotonic and in ms. */
export function createHeldDeliveries(clock: () => number): HeldDeliveries {
  const known = createDeliveryTraces()
  const held = new Set<Held>()
  const older = (ms: number) => [...held].filter(({ beganAt }) => clock() - beganAt >= ms)
  return {
    traces: {
      ...known,
      begin: (handed) => {
        const attempt = known.begin(handed)
        const one: Held = { traceId: handed.traceId, beganAt: clock(), isReported: false }
        held.add(one)
        return {
          trace: attempt.trace,
          end: () => {
            held.delete(one)
            attempt.end()
          },
        }
      },
    },
    count: (ms) => older(ms).length,
    overdue: (ms) =>
      older(ms).flatMap((one) => {
        if (one.isReported) return []
        one.isReported = true
        return one.traceId ?? []
      }),
  }
}
