import { bytes, integer, integerOrNull, text } from '../../storage/columns.ts'
import { transaction } from '../../storage/database.ts'
import { prepared, readInteger } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import type { DeliveryAttempt } from '../context/notice.ts'
import type { Obstacle } from './obstacle.ts'
import type { Outcome } from './sender.ts'

/** Delivery that is due. */
export interface DueDelivery {
  readonly id: number
  readonly eventId: string
  readonly appKey: string
  readonly storeId: number
  /** Region of the event. */
  readonly regionId: number | null
  readonly topic: string
  readonly body: Uint8Array
  readonly attempts: number
  /** Unix ms on the emulator's clock. */
  readonly dueAt: number
}

/** Returns up to `count` due deliveries, longest due first, except those in `busy`. */
export function dueDeliveries(
  { registry, now }: EmulatorContext,
  count: number,
  busy: ReadonlyMap<number, unknown>,
): DueDelivery[] {
  return prepared(
    registry,
    `SELECT id, event_id, app_key, store_id, region_id, topic, body, attempts, next_attempt_at FROM deliveries
     WHERE state = 'pending' AND next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT ?`,
  )
    .all(now().getTime(), count + busy.size)
    .filter(({ id }) => !busy.has(Number(id)))
    .map((row) => ({
      id: integer(row, 'id'),
      eventId: text(row, 'event_id'),
      appKey: text(row, 'app_key'),
      storeId: integer(row, 'store_id'),
      regionId: integerOrNull(row, 'region_id'),
      topic: text(row, 'topic'),
      // The column is a BLOB.
      body: bytes(row, 'body'),
      attempts: integer(row, 'attempts'),
      dueAt: integer(row, 'next_attempt_at'),
    }))
}

/** Returns when the next delivery that is not in `busy` becomes due, in Unix ms, or null if none waits. */
export function nextDueAt({ registry }: EmulatorContext, busy: ReadonlyMap<number, unknown>): number | null {
  const rows = prepared(
    registry,
    "SELECT id, next_attempt_at FROM deliveries WHERE state = 'pending' AND next_attempt_at >= 0 ORDER BY next_attempt_at, id LIMIT ?",
  ).all(busy.size + 1)
  const next = rows.find(({ id }) => !busy.has(Number(id)))
  return next === undefined ? null : integer(next, 'next_attempt_at')
}

export interface Attempted {
  readonly delivery: DueDelivery
  readonly outcome: Outcome
  /** Counts the pause before the next attempt from this one's due time, as if the queue had been running all the time. */
  readonly isCatchUp: boolean
}

/** Delivery that was due but may not be sent. */
export interface HeldBack {
  readonly delivery: DueDelivery
  readonly obstacle: Obstacle
}

/** Delivery that a fault delays until a time, in Unix ms on the emulator's clock. */
export interface Postponed {
  readonly delivery: DueDelivery
  readonly until: number
}

export type Ended = Attempted | HeldBack | Postponed

/** Writes the results of due deliveries, all in one transaction. */
export function recordAttempts(context: EmulatorContext, ended: readonly Ended[]): void {
  transaction(context.registry, () => {
    for (const one of ended) {
      if ('obstacle' in one) recordHeldBack(context, one)
      else if ('until' in one) postpone(context, one)
      else record(context, one)
    }
  })
}

/** Notifies listeners of attempts that are recorded. A listener may throw. */
export function reportAttempts(context: EmulatorContext, ended: readonly Ended[]): void {
  for (const one of ended) if ('outcome' in one) context.notify({ kind: 'attempt', attempt: readAttempt(one) })
}

function readAttempt({ delivery, outcome }: Attempted): DeliveryAttempt {
  const { id: deliveryId, appKey, storeId, regionId, topic, body, attempts } = delivery
  const { status, error } = outcome
  return { deliveryId, appKey, storeId, regionId, topic, body, attempt: attempts + 1, status, error }
}

/** Nothing was sent, so no attempt is counted. A delivery that does not wait becomes a dead letter with the reason, and a note in the log (C30). */
function recordHeldBack(context: EmulatorContext, { delivery, obstacle: { why, waits } }: HeldBack): void {
  const { id, appKey, storeId, regionId, topic } = delivery
  prepared(
    context.registry,
    "UPDATE deliveries SET state = ?, next_attempt_at = NULL, last_error = ? WHERE id = ? AND state = 'pending'",
  ).run(waits ? 'pending' : 'dead_letter', `${waits ? 'Waiting' : 'Not sent'}: ${why}.`, id)
  if (waits) return
  context.log({
    level: 'info',
    code: 'event.dropped',
    message: `${topic} was not delivered to ${appKey}: ${why}.`,
    details: { deliveryId: id, appKey, storeId, regionId },
  })
}

function postpone({ registry }: EmulatorContext, { delivery, until }: Postponed): void {
  prepared(registry, "UPDATE deliveries SET next_attempt_at = ? WHERE id = ? AND state = 'pending'").run(
    until,
    delivery.id,
  )
}

function record(context: EmulatorContext, { delivery, outcome, isCatchUp }: Attempted): void {
  const { registry } = context
  const at = context.now().getTime()
  if (outcome.error === null) {
    prepared(
      registry,
      `UPDATE deliveries SET state = 'delivered', attempts = attempts + 1, next_attempt_at = NULL, last_status = ?, last_error = NULL,
         delivered_at = ? WHERE id = ? AND state = 'pending'`,
    ).run(outcome.status, at, delivery.id)
    return
  }
  // N5, N19: after the last pause, the delivery becomes a dead letter.
  const pause = context.settings().retryDelaysMs[delivery.attempts]
  const next = pause === undefined ? null : (isCatchUp ? delivery.dueAt : at) + pause
  prepared(
    registry,
    `UPDATE deliveries SET state = ?, attempts = attempts + 1, next_attempt_at = ?, last_status = ?, last_error = ?
     WHERE id = ? AND state = 'pending'`,
  ).run(next === null ? 'dead_letter' : 'pending', next, outcome.status, outcome.error, delivery.id)
}

/** Returns the number of apps for which an event was queued. */
export function listDeliveries({ registry }: EmulatorContext, eventId: string): number {
  return readInteger(registry, 'SELECT count(*) FROM deliveries WHERE event_id = ?', eventId)
}
