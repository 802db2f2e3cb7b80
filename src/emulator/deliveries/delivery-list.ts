import type { SQLOutputValue } from 'node:sqlite'

import type { Delivery, DeliveryState } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { integer, integerOrNull, iso, isoOrNull, text, textOrNull, word } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

export interface DeliveryFilter {
  readonly appKey?: string | undefined
  readonly state?: DeliveryState | undefined
  readonly topic?: string | undefined
  readonly storeId?: number | undefined
  /** Also matches deliveries without a region. */
  readonly regionId?: number | undefined
  /** Only deliveries older than the one with this id. */
  readonly before?: number | null | undefined
  readonly limit?: number
}

const LIMIT = 50

const columns = `id, event_id, app_key, store_id, region_id, topic, state, attempts, next_attempt_at, last_status, last_error,
  created_at, delivered_at`

/** Lists the queue, newest first: pending, delivered and dead letters with their attempts and last error. */
export function listDeliveries(
  { registry }: EmulatorContext,
  { appKey, state, topic, storeId, regionId, before, limit = LIMIT }: DeliveryFilter = {},
): Delivery[] {
  return prepared(
    registry,
    `SELECT ${columns} FROM deliveries WHERE app_key = coalesce(?, app_key) AND state = coalesce(?, state)
       AND topic = coalesce(?, topic) AND store_id = coalesce(?, store_id)
       AND (?5 IS NULL OR region_id IS NULL OR region_id = ?5) AND id < coalesce(?, ${Number.MAX_SAFE_INTEGER})
     ORDER BY id DESC LIMIT ?`,
  )
    .all(appKey ?? null, state ?? null, topic ?? null, storeId ?? null, regionId ?? null, before ?? null, limit)
    .map(deliveryOf)
}

/** Returns the delivery with this id, or null if the queue has no such delivery. */
export function findDelivery({ registry }: EmulatorContext, id: number): Delivery | null {
  const row = prepared(registry, `SELECT ${columns} FROM deliveries WHERE id = ?`).get(
    Number.isSafeInteger(id) ? id : -1,
  )
  return row === undefined ? null : deliveryOf(row)
}

/**
 * Makes a delivery due again, with the same event id. Its attempts keep counting. A dead letter gets one more attempt. Returns
 * the delivery's new state. Raises `emulator.bad-request` for an unknown id, `emulator.conflict` if it is already pending.
 */
export function redeliver(context: EmulatorContext, id: number): Delivery {
  const found = findDelivery(context, id)
  if (found === null) {
    throw new AppError('emulator.bad-request', `The queue has no delivery ${id}.`, {
      suggestions: ['app emulator deliveries'],
    })
  }
  if (found.state === 'pending') {
    throw new AppError('emulator.conflict', `Delivery ${id} is still pending, so it cannot be redelivered.`)
  }
  prepared(
    context.registry,
    "UPDATE deliveries SET state = 'pending', next_attempt_at = ?, delivered_at = NULL WHERE id = ?",
  ).run(context.now().getTime(), id)
  context.wakeQueue()
  return findDelivery(context, id) ?? found
}

/** Makes deliveries that wait for a retry due now. Deliveries that wait for a payment keep waiting. Returns the number of deliveries. */
export function retryDeliveries(context: EmulatorContext, appKey: string | null): number {
  const now = context.now().getTime()
  const { changes } = prepared(
    context.registry,
    `UPDATE deliveries SET next_attempt_at = ? WHERE state = 'pending' AND next_attempt_at > ? AND app_key = coalesce(?, app_key)`,
  ).run(now, now, appKey)
  if (changes !== 0) context.wakeQueue()
  return Number(changes)
}

function deliveryOf(row: Record<string, SQLOutputValue>): Delivery {
  return {
    id: integer(row, 'id'),
    eventId: text(row, 'event_id'),
    appKey: text(row, 'app_key'),
    storeId: integer(row, 'store_id'),
    regionId: integerOrNull(row, 'region_id'),
    topic: text(row, 'topic'),
    state: word<DeliveryState>(row, 'state'),
    attempts: integer(row, 'attempts'),
    nextAttemptAt: isoOrNull(row, 'next_attempt_at'),
    lastStatus: integerOrNull(row, 'last_status'),
    lastError: textOrNull(row, 'last_error'),
    createdAt: iso(row, 'created_at'),
    deliveredAt: isoOrNull(row, 'delivered_at'),
  }
}
