import { deliveryTimeoutMs } from '../../catalog/limits.ts'
import { findByTrace } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import type { DevContext } from '../context.ts'
import { withAppFacts } from '../events/arrival-event.ts'

const EVERY_MS = 500

/** Reports each delivery that the app has had for the platform's delivery timeout (B38). The gateway waits longer and reports the result later. */
export function reportHeld({ emit, held, names, options, atEnd }: DevContext, journal: Journal): void {
  const report = (traceId: string) => {
    const delivery = findByTrace(journal, traceId)
    if (delivery === null) return
    const acknowledged = options.ack !== null
    emit({ event: 'slow-delivery', ...withAppFacts(names, delivery), ms: deliveryTimeoutMs, acknowledged })
  }
  const timer = setInterval(() => {
    try {
      for (const traceId of held.overdue(deliveryTimeoutMs)) report(traceId)
    } catch {
      // The journal cannot be read. The gateway reports the delivery anyway.
    }
  }, EVERY_MS).unref()
  atEnd(() => clearInterval(timer))
}
