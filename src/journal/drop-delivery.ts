import { AppError } from '../errors.ts'
import { prepared } from '../storage/statements.ts'
import type { DeliveryRow } from './deliveries.ts'
import type { DeliveryState } from './delivery-state.ts'
import type { Journal } from './journal.ts'

/** Reasons why a delivery in this state cannot be dropped. */
const nothingToDrop: Readonly<Partial<Record<DeliveryState, string>>> = {
  delivered: 'was accepted by the app',
  held_back: 'is a duplicate of an accepted delivery',
  dropped: 'was already dropped',
}

/** Raises `usage.invalid` for a delivery that the app has accepted, for a copy of such a delivery, and for a dropped one. */
export function requireDroppable({ id, state }: Pick<DeliveryRow, 'id' | 'state'>): void {
  const why = nothingToDrop[state]
  if (why === undefined) return
  throw new AppError('usage.invalid', `Nothing was dropped: delivery ${id} ${why}.`, {
    suggestions: [`app webhook show ${id}`, 'app webhook drop --dead-letters', 'app webhook drop --pending'],
    details: { id, state },
  })
}

/** Drops a delivery of this app. Returns false if the app has accepted it in the meantime. */
export function dropDelivery(journal: Journal, id: number): boolean {
  const { changes } = prepared(
    journal.db,
    `UPDATE deliveries SET state = 'dropped', next_attempt_at = NULL
     WHERE app_key = ? AND id = ? AND state NOT IN ('delivered', 'held_back', 'dropped')`,
  ).run(journal.appKey, id)
  return Number(changes) === 1
}
