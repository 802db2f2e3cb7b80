import { transaction } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'
import type { Outcome } from './sender.ts'

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: number
  readonly appKey: string
  readonly storeId: number
  readonly topic: string
  readonly body: Uint8Array
  readonly attempts: number
  /** Unix ms on the emulator's clock. */
  readonly dueAt: number
}

/** Up to `count` due deliveries, longest due first, without those in `busy`. */
export function dueDeliveries(
  { registry, now }: World,
  count: number,
  busy: ReadonlyMap<number, unknown>,
): DueDelivery[] {
  return prepared(
    registry,
    `SELECT id, app_key, store_id, topic, body, attempts, next_attempt_at FROM deliveries
     WHERE state = 'pending' AND next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT ?`,
  )
    .all(now().getTime(), count + busy.size)
    .filter(({ id }) => !busy.has(Number(id)))
    .map((row) => ({
      id: Number(row['id']),
      appKey: String(row['app_key']),
      storeId: Number(row['store_id']),
      topic: String(row['topic']),
      // The column is a BLOB.
      body: row['body'] as Uint8Array,
      attempts: Number(row['attempts']),
      dueAt: Number(row['next_attempt_at']),
    }))
}

/** When the next delivery that is not in `busy` becomes due, Unix ms; null when none waits. */
export function nextDueAt({ registry }: World, busy: ReadonlyMap<number, unknown>): number | null {
  const rows = prepared(
    registry,
    "SELECT id, next_attempt_at FROM deliveries WHERE state = 'pending' ORDER BY next_attempt_at, id LIMIT ?",
  ).all(busy.size + 1)
  const next = rows.find(({ id }) => !busy.has(Number(id)))
  return next === undefined ? null : Number(next['next_attempt_at'])
}

export interface Attempted {
  readonly delivery: DueDelivery
  readonly outcome: Outcome
  /** Counts the pause before the next attempt from when this one was due, as if the queue had been at work all the time. */
  readonly isCatchUp: boolean
}

/** Writes how attempts ended, all in one transaction. */
export function recordAttempts(world: World, attempted: readonly Attempted[]): void {
  transaction(world.registry, () => {
    for (const one of attempted) record(world, one)
  })
}

function record(world: World, { delivery, outcome, isCatchUp }: Attempted): void {
  const { registry } = world
  const at = world.now().getTime()
  if (outcome.error === null) {
    prepared(
      registry,
      `UPDATE deliveries SET state = 'delivered', attempts = attempts + 1, next_attempt_at = NULL, last_status = ?, last_error = NULL,
         delivered_at = ? WHERE id = ? AND state = 'pending'`,
    ).run(outcome.status, at, delivery.id)
    return
  }
  // N5, N19: the pauses are used up one by one, then the delivery is a dead letter.
  const pause = world.settings().retryDelaysMs[delivery.attempts]
  const next = pause === undefined ? null : (isCatchUp ? delivery.dueAt : at) + pause
  prepared(
    registry,
    `UPDATE deliveries SET state = ?, attempts = attempts + 1, next_attempt_at = ?, last_status = ?, last_error = ?
     WHERE id = ? AND state = 'pending'`,
  ).run(next === null ? 'dead_letter' : 'pending', next, outcome.status, outcome.error, delivery.id)
}
