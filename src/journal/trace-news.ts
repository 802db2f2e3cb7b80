import { flag, instant, integer, integerOrNull, text, textOrNull, word, type Row } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import type { AttemptKind, AttemptRow } from './attempts.ts'
import { plainCall, type PlainCall } from './calls/calls.ts'
import type { DeliveryMark, DeliveryRow } from './deliveries.ts'
import type { Journal } from './journal.ts'
import type { IdRange } from './timeline.ts'

type DeliveryFacts = Pick<DeliveryRow, 'id' | 'receivedAt' | 'topic' | 'eventId' | 'storeId' | 'regionId' | 'mark'> & {
  readonly traceId: string
}

/** Delivery data that its span needs. */
export interface TracedDelivery extends DeliveryFacts {
  /** Null before the first attempt, and for a conflict, which is never forwarded. */
  readonly first: Pick<AttemptRow, 'at' | 'status' | 'error'> | null
}

export interface TracedAttempt extends Pick<AttemptRow, 'spanId' | 'at' | 'ms' | 'kind' | 'status' | 'error'> {
  readonly delivery: TracedDelivery
}

/** Call data that its span needs. */
export interface TracedCall extends PlainCall {
  readonly attemptSpan: string | null
  readonly isGuess: boolean
}

const deliveryColumns = `d.id AS delivery_id, d.trace_id, d.received_at, d.topic, d.event_id, d.store_id, d.region_id, d.mark`

/** Returns attempts with ids in the range, oldest first, except attempts of deliveries without a trace. */
export function tracedAttempts(journal: Journal, range: IdRange): TracedAttempt[] {
  const sql = `SELECT a.span_id, a.at, a.ms, a.kind, a.status, a.error, ${deliveryColumns},
      f.at AS first_at, f.status AS first_status, f.error AS first_error
    FROM attempts a CROSS JOIN deliveries d ON d.id = a.delivery_id
    JOIN attempts f ON f.id = (SELECT min(id) FROM attempts WHERE delivery_id = d.id)
    WHERE a.id BETWEEN ?2 AND ?3 AND d.app_key = ?1 AND d.trace_id IS NOT NULL ORDER BY a.id`
  return rowsIn(journal, sql, range).map((row) => ({
    spanId: textOrNull(row, 'span_id'),
    at: instant(row, 'at'),
    ms: integer(row, 'ms'),
    kind: word<AttemptKind>(row, 'kind'),
    status: integerOrNull(row, 'status'),
    error: textOrNull(row, 'error'),
    delivery: {
      ...deliveryOf(row),
      first: {
        at: instant(row, 'first_at'),
        status: integerOrNull(row, 'first_status'),
        error: textOrNull(row, 'first_error'),
      },
    },
  }))
}

/** Returns conflicting deliveries with ids in the range, oldest first; they are never forwarded. */
export function tracedConflicts(journal: Journal, range: IdRange): TracedDelivery[] {
  const sql = `SELECT ${deliveryColumns} FROM deliveries d
    WHERE d.app_key = ?1 AND d.id BETWEEN ?2 AND ?3 AND d.mark = 'conflict' AND d.trace_id IS NOT NULL ORDER BY d.id`
  return rowsIn(journal, sql, range).map((row) => ({ ...deliveryOf(row), first: null }))
}

/** Returns calls with ids in the range, oldest first. */
export function tracedCalls(journal: Journal, range: IdRange): TracedCall[] {
  const sql = 'SELECT * FROM calls WHERE app_key = ?1 AND id BETWEEN ?2 AND ?3 ORDER BY id'
  return rowsIn(journal, sql, range).map((row) => ({
    ...plainCall(row),
    attemptSpan: textOrNull(row, 'attempt_span'),
    isGuess: flag(row, 'is_guess'),
  }))
}

function rowsIn({ db, appKey }: Journal, sql: string, { low, high }: IdRange): readonly Row[] {
  return prepared(db, sql).all(appKey, low, high)
}

function deliveryOf(row: Row): DeliveryFacts {
  return {
    id: integer(row, 'delivery_id'),
    traceId: text(row, 'trace_id'),
    receivedAt: instant(row, 'received_at'),
    topic: text(row, 'topic'),
    eventId: textOrNull(row, 'event_id'),
    storeId: text(row, 'store_id'),
    regionId: textOrNull(row, 'region_id'),
    mark: word<DeliveryMark>(row, 'mark'),
  }
}
