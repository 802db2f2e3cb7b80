import { triesAfter } from '../../journal/attempts.ts'
import { findDelivery } from '../../journal/deliveries.ts'
import { writesElsewhere, type Journal } from '../../journal/journal.ts'
import { newestPlace } from '../../journal/timeline.ts'
import type { DevContext } from '../context.ts'
import { attemptEvent } from '../events/attempt-event.ts'

const EVERY_MS = 1000

/** Maximum number reported per poll. The rest follow with the next one. */
const MOST = 100

/** Reports manual attempts that another process has journaled, such as `app webhook replay` in another terminal. */
export function reportAttemptsElsewhere(dev: Pick<DevContext, 'emit' | 'atEnd' | 'reported'>, journal: Journal): void {
  let last = newestPlace(journal).attempt
  let version = writesElsewhere(journal)
  const look = () => {
    const now = writesElsewhere(journal)
    if (now === version && dev.reported.isEmpty()) return
    version = now
    const attempts = triesAfter(journal, last, MOST)
    if (attempts.length === MOST) version = -1
    for (const attempt of attempts) {
      last = attempt.id
      const delivery = findDelivery(journal, attempt.deliveryId)
      if (delivery === null || dev.reported.take(attempt)) continue
      dev.emit(attemptEvent(delivery, attempt, { state: delivery.state }))
      dev.reported.take(attempt)
    }
  }
  const timer = setInterval(() => {
    try {
      look()
    } catch {
      // The next poll retries after a failed read.
    }
  }, EVERY_MS).unref()
  dev.atEnd(() => clearInterval(timer))
}
