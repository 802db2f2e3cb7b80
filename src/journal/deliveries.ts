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
  /** Null if the body has none. */
  readonly eventId: string | null
  readonly topic: string
  /** Store id, as digits. */
  readonly storeId: string
  readonly regionId: string | null
  /** Signed timestamp, in Unix seconds. */
  readonly timestamp: number
  readonly signature: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /**
   * What the gateway noticed: `other-store` if signed body and header contain different stores,
   * `too-late` if the platform did not wait, `imported` from a file.
   */
  readonly note?: string | null
  /** Whether the gateway responds in place of the app and retries until the app accepts the delivery. */
  readonly isAcknowledged?: boolean
  /** Whether copies of an acknowledged event are held back, even if they are signed again. */
  readonly isDeduped?: boolean
  /** A new trace, 32 hex digits. A copy of an event stays in the trace of the first delivery. */
  readonly traceId?: string | null
  /** Null or omitted if unknown. */
  readonly target?: DeliveryTarget | null
  /** Default: `verified`. For a request from another tool, the reason why it is not verified, as one word. */
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
  /** The 2xx status with which the app accepted an earlier delivery of these bytes; null if it never did. */
  readonly takenWith: number | null
  /** Trace of the delivery; null without one. */
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
  /** Null in a row of a version that did not store it. */
  readonly target: DeliveryTarget | null
}

/** Commits one delivery (synchronous=FULL: it is on disk on return) and reports whether its event is already known. Raises the errors of SQLite. */
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

/**
 * Returns the initial state. Only an attempt marks it delivered. A copy of an acknowledged event is
 * never due; the first delivery is (P4).
 */
function stateAtFirst(mark: DeliveryMark, { isAcknowledged, isDeduped }: NewDelivery): DeliveryState {
  if (mark === 'conflict') return 'conflict'
  if (isAcknowledged !== true) return 'failed'
  return mark === 'replay' || (mark === 'duplicate' && isDeduped === true) ? 'held_back' : 'pending'
}

/** Adds what the gateway noticed about a stored delivery. Earlier notes stay. Raises the errors of SQLite. */
export function noteDelivery(journal: Journal, id: number, note: string): void {
  prepared(journal.db, 'UPDATE deliveries SET note = ? WHERE app_key = ? AND id = ? AND note IS NULL').run(
    note,
    journal.appKey,
    id,
  )
}

/** Lists deliveries, newest first. */
export function listDeliveries(journal: Journal, { limit = 100 }: { limit?: number } = {}): DeliveryRow[] {
  return prepared(journal.db, 'SELECT * FROM deliveries WHERE app_key = ? ORDER BY id DESC LIMIT ?')
    .all(journal.appKey, limit)
    .map(deliveryRow)
}

/** Returns every delivery of one event, in order of arrival. */
export function deliveriesOfEvent(journal: Journal, eventId: string): DeliveryRow[] {
  return prepared(journal.db, 'SELECT * FROM deliveries WHERE app_key = ? AND event_id = ? ORDER BY id')
    .all(journal.appKey, eventId)
    .map(deliveryRow)
}

/** Returns one delivery; null for an unknown id. */
export function findDelivery(journal: Journal, id: number): DeliveryRow | null {
  const row = prepared(journal.db, 'SELECT * FROM deliveries WHERE app_key = ? AND id = ?').get(journal.appKey, id)
  return row ? deliveryRow(row) : null
}

/** Returns the newest delivery of a trace: a copy of an event has the trace of the first delivery. Null for an unknown trace. */
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
