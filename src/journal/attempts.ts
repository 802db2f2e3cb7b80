import { integerOrNull, textOrNull } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import type { Journal } from './journal.ts'

/** One try to hand a delivery to the app. */
export interface Attempt {
  readonly deliveryId: number
  readonly at: Date
  /** The app's answer; null when there was none. */
  readonly status: number | null
  readonly ms: number
  /** Why there was no answer, as one word; null when there was one. */
  readonly error: string | null
}

/** Commits one attempt. Raises what SQLite raises. */
export function appendAttempt(journal: Journal, attempt: Attempt): void {
  prepared(journal.db, 'INSERT INTO attempts (delivery_id, at, status, ms, error) VALUES (?, ?, ?, ?, ?)').run(
    attempt.deliveryId,
    attempt.at.toISOString(),
    attempt.status,
    attempt.ms,
    attempt.error,
  )
}

/** All attempts of one delivery, oldest first. */
export function attemptsOfDelivery(journal: Journal, deliveryId: number): Attempt[] {
  return prepared(journal.db, 'SELECT * FROM attempts WHERE delivery_id = ? ORDER BY id')
    .all(deliveryId)
    .map((row) => ({
      deliveryId: Number(row['delivery_id']),
      at: new Date(String(row['at'])),
      status: integerOrNull(row, 'status'),
      ms: Number(row['ms']),
      error: textOrNull(row, 'error'),
    }))
}
