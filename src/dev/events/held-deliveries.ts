import { createDeliveryTraces, type DeliveryTraces } from '../../gateway/traces/delivery-traces.ts'

/** A delivery that the app has not answered yet. */
interface Held {
  readonly traceId: string | null
  readonly beganAt: number
  isReported: boolean
}

/** Which deliveries the app has, and for how long. */
export interface HeldDeliveries {
  /** For both sides of the gateway. */
  readonly traces: DeliveryTraces
  /** How many it has had for so long. */
  readonly count: (ms: number) => number
  /** Traces of those that it has had for so long, each once. */
  readonly overdue: (ms: number) => readonly string[]
}

/** `clock` is in ms and never goes back. */
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
