import { deliveryTimeoutMs } from '../../catalog/limits.ts'
import { findByTrace } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { withAppFacts } from '../events/arrival-event.ts'
import type { Stage } from '../stage.ts'

const EVERY_MS = 500

/** Tells each delivery that the app has had for as long as the platform waits for an answer (B38). The gateway waits longer, and its own line comes after that. */
export function tellHeld({ emit, held, names, options, atEnd }: Stage, journal: Journal): void {
  const tell = (traceId: string) => {
    const delivery = findByTrace(journal, traceId)
    if (delivery === null) return
    const acknowledged = options.ack !== null
    emit({ event: 'slow-delivery', ...withAppFacts(names, delivery), ms: deliveryTimeoutMs, acknowledged })
  }
  const timer = setInterval(() => {
    try {
      for (const traceId of held.overdue(deliveryTimeoutMs)) tell(traceId)
    } catch {
      // A journal that cannot be read: the gateway's own line comes all the same.
    }
  }, EVERY_MS).unref()
  atEnd(() => clearInterval(timer))
}
