import { findDelivery } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { integer, integerOrNull, textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { attemptEvent } from '../events/attempt-event.ts'
import type { Stage } from '../stage.ts'

const EVERY_MS = 1000

/** How many are reported at one look; the rest follow at the next. */
const MOST = 100

/** Tells tries by hand that another process has made and journaled, such as `app webhook replay` in another terminal. */
export function tellAttemptsElsewhere(stage: Pick<Stage, 'emit' | 'atEnd' | 'reported'>, journal: Journal): void {
  let last = Number(prepared(journal.db, 'SELECT ifnull(max(id), 0) AS id FROM attempts').get()?.['id'])
  let version = versionOf(journal)
  const look = () => {
    const now = versionOf(journal)
    // What this connection writes does not count.
    if (now === version && stage.reported.isEmpty()) return
    version = now
    const rows = prepared(
      journal.db,
      "SELECT id, delivery_id, status, ms, error FROM attempts WHERE id > ? AND kind <> 'forward' AND sent_to IS NULL ORDER BY id LIMIT ?",
    ).all(last, MOST)
    if (rows.length === MOST) version = -1
    for (const row of rows) {
      last = integer(row, 'id')
      const delivery = findDelivery(journal, integer(row, 'delivery_id'))
      const attempt = { status: integerOrNull(row, 'status'), error: textOrNull(row, 'error'), ms: Number(row['ms']) }
      if (delivery === null || stage.reported.take({ deliveryId: delivery.id, ...attempt })) continue
      stage.emit(attemptEvent(delivery, attempt, { state: delivery.state }))
      stage.reported.take({ deliveryId: delivery.id, ...attempt })
    }
  }
  const timer = setInterval(() => {
    try {
      look()
    } catch {
      // A journal that cannot be read now is looked at again.
    }
  }, EVERY_MS).unref()
  stage.atEnd(() => clearInterval(timer))
}

/** SQLite's own count of what other connections have written. */
function versionOf({ db }: Journal): number {
  return Number(prepared(db, 'PRAGMA data_version').get()?.['data_version'])
}
