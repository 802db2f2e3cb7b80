import { Buffer } from 'node:buffer'

import {
  flag,
  instant,
  instantOfMs,
  integer,
  integerOrNull,
  json,
  type Row,
  text,
  textOrNull,
  word,
} from '../storage/columns.ts'
import { insertRow, prepared } from '../storage/statements.ts'
import type { DeliveryState, DeliveryTarget } from './delivery-state.ts'
import type { Journal } from './journal.ts'

/** A delivery with a valid signature, as it arrived. */
export interface NewDelivery {
  readonly receivedAt: Date
  /** Null when the body has none. */
  readonly eventId: string | null
  readonly topic: string
  /** The store's id, as digits. */
  readonly storeId: string
  readonly regionId: string | null
  /** The signed timestamp, in Unix seconds. */
  readonly timestamp: number
  readonly signature: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** What the gateway noticed about it, as one word: `other-store` when the signed body names another store than the signed header, `too-late` when the
   * platform did not wait for the answer; `imported` for one from a file of another tool. */
  readonly note?: string | null
  /** Whether the gateway answers for the app and tries until the app accepts the delivery. */
  readonly isAcknowledged?: boolean
  /** Whether copies of an acknowledged event are held back, even when they are signed again. */
  readonly isDeduped?: boolean
  /** A new trace for it, 32 hex digits; a copy of an event stays in the trace of the first delivery. */
  readonly traceId?: string | null
  /** Null, or left out, where it is not known. */
  readonly target?: DeliveryTarget | null
  /** `verified` if left out; for a request from another tool, why it is not, as one word. */
  readonly verdict?: string
}

/**
 * `first`: a new event. `duplicate`: the same event, signed again. `replay`: an identical signed request. `conflict`: the same eventId with other bytes (P4).
 */
export type DeliveryMark = 'first' | 'duplicate' | 'replay' | 'conflict'

export interface JournaledDelivery {
  readonly id: number
  readonly mark: DeliveryMark
  /** The first delivery of the same event. */
  readonly earlierId: number | null
  /** The status with which the app accepted an earlier delivery of these bytes: 2xx, or null when it never did. */
  readonly takenWith: number | null
  /** The trace that it belongs to; null without one. */
  readonly traceId: string | null
}

export interface DeliveryRow extends Omit<
  NewDelivery,
  'note' | 'verdict' | 'isAcknowledged' | 'isDeduped' | 'traceId' | 'target'
> {
  readonly id: number
  readonly verdict: string
  readonly state: DeliveryState
  readonly tries: number
  readonly nextAttemptAt: Date | null
  readonly mark: DeliveryMark
  readonly earlierId: number | null
  readonly note: string | null
  readonly traceId: string | null
  /** Null in a row of a version that did not write it down. */
  readonly target: DeliveryTarget | null
}

/** Commits one delivery (synchronous=FULL: it is on disk when this returns) and says whether its event was seen before. Raises the errors of SQLite. */
export function appendDelivery(journal: Journal, delivery: NewDelivery): JournaledDelivery {
  const earlier = findEarlier(journal, delivery)
  const state = stateAtFirst(earlier.mark, delivery)
  const { receivedAt, topic, timestamp, signature, body, note = null, target = null, verdict = 'verified' } = delivery
  const id = insertRow(journal.db, 'deliveries', {
    received_at: receivedAt.toISOString(),
    app_key: journal.appKey,
    event_id: delivery.eventId,
    topic,
    store_id: delivery.storeId,
    region_id: delivery.regionId,
    timestamp,
    signature,
    verdict,
    mark: earlier.mark,
    earlier_id: earlier.earlierId,
    headers: JSON.stringify(delivery.headers),
    body,
    state,
    next_attempt_at: state === 'pending' ? receivedAt.getTime() : null,
    note,
    trace_id: earlier.traceId,
    target,
  })
  return { ...earlier, id }
}

/** The app has not accepted a delivery until an attempt says so. A copy of an acknowledged event is never due itself, because the first delivery is (P4). */
function stateAtFirst(mark: DeliveryMark, { isAcknowledged, isDeduped }: NewDelivery): DeliveryState {
  if (mark === 'conflict') return 'conflict'
  if (isAcknowledged !== true) return 'failed'
  return mark === 'replay' || (mark === 'duplicate' && isDeduped === true) ? 'held_back' : 'pending'
}

/** Keeps what the gateway noticed about a delivery after it was written down. What it noticed before stays. Raises the errors of SQLite. */
export function noteDelivery(journal: Journal, id: number, note: string): void {
  prepared(journal.db, 'UPDATE deliveries SET note = ? WHERE app_key = ? AND id = ? AND note IS NULL').run(
    note,
    journal.appKey,
    id,
  )
}

/** Deliveries, newest first. */
export function listDeliveries(journal: Journal, { limit = 100 }: { limit?: number } = {}): DeliveryRow[] {
  return prepared(journal.db, 'SELECT * FROM deliveries WHERE app_key = ? ORDER BY id DESC LIMIT ?')
    .all(journal.appKey, limit)
    .map(deliveryRow)
}

/** Every delivery of one event, in order of arrival. */
export function deliveriesOfEvent(journal: Journal, eventId: string): DeliveryRow[] {
  return prepared(journal.db, 'SELECT * FROM deliveries WHERE app_key = ? AND event_id = ? ORDER BY id')
    .all(journal.appKey, eventId)
    .map(deliveryRow)
}

/** One delivery; null for an unknown id. */
export function findDelivery(journal: Journal, id: number): DeliveryRow | null {
  const row = prepared(journal.db, 'SELECT * FROM deliveries WHERE app_key = ? AND id = ?').get(journal.appKey, id)
  return row ? deliveryRow(row) : null
}

/** The newest delivery of a trace: a copy of an event has the trace of the first delivery. Null for an unknown trace. */
export function findByTrace(journal: Journal, traceId: string): DeliveryRow | null {
  const row = prepared(
    journal.db,
    'SELECT * FROM deliveries WHERE app_key = ? AND trace_id = ? ORDER BY id DESC LIMIT 1',
  ).get(journal.appKey, traceId)
  return row ? deliveryRow(row) : null
}

function findEarlier(journal: Journal, delivery: NewDelivery): Omit<JournaledDelivery, 'id'> {
  const traceId = delivery.traceId ?? null
  const none = { mark: 'first', earlierId: null, takenWith: null, traceId } as const
  if (delivery.eventId === null) return none
  const row = prepared(
    journal.db,
    `SELECT d.id, d.trace_id,
       d.body = ?1 AS same_bytes,
       EXISTS (SELECT 1 FROM deliveries e WHERE e.app_key = ?2 AND e.event_id = ?3 AND e.signature = ?4) AS same_request,
       (SELECT max(a.status) FROM deliveries e JOIN attempts a ON a.delivery_id = e.id
         WHERE e.app_key = ?2 AND e.event_id = ?3 AND e.mark <> 'conflict' AND a.status BETWEEN 200 AND 299) AS taken_with
     FROM deliveries d WHERE d.app_key = ?2 AND d.event_id = ?3 ORDER BY d.id LIMIT 1`,
  ).get(delivery.body, journal.appKey, delivery.eventId, delivery.signature)
  if (!row) return none
  const earlierId = integer(row, 'id')
  if (!flag(row, 'same_bytes')) return { mark: 'conflict', earlierId, takenWith: null, traceId }
  const takenWith = integerOrNull(row, 'taken_with')
  return {
    mark: flag(row, 'same_request') ? 'replay' : 'duplicate',
    earlierId,
    takenWith,
    traceId: textOrNull(row, 'trace_id') ?? traceId,
  }
}

/** Converts a row of the table. */
export function deliveryRow(row: Row): DeliveryRow {
  return {
    id: integer(row, 'id'),
    receivedAt: instant(row, 'received_at'),
    eventId: textOrNull(row, 'event_id'),
    topic: text(row, 'topic'),
    storeId: text(row, 'store_id'),
    regionId: textOrNull(row, 'region_id'),
    timestamp: integer(row, 'timestamp'),
    signature: text(row, 'signature'),
    verdict: text(row, 'verdict'),
    state: word<DeliveryState>(row, 'state'),
    tries: integer(row, 'tries'),
    nextAttemptAt: row['next_attempt_at'] === null ? null : instantOfMs(row, 'next_attempt_at'),
    mark: word<DeliveryMark>(row, 'mark'),
    earlierId: integerOrNull(row, 'earlier_id'),
    note: textOrNull(row, 'note'),
    traceId: textOrNull(row, 'trace_id'),
    target: row['target'] === null ? null : word<DeliveryTarget>(row, 'target'),
    headers: json<Record<string, string>>(row, 'headers'),
    body: row['body'] instanceof Uint8Array ? row['body'] : Buffer.alloc(0),
  }
}
