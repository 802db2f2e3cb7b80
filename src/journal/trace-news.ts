import type { SQLInputValue } from 'node:sqlite'

import { instant, integer, integerOrNull, text, textOrNull, word, type Row } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import type { AttemptKind } from './attempts.ts'
import type { Journal } from './journal.ts'
import type { IdRange } from './timeline.ts'

/** The facts of a delivery that its span needs. */
export interface TracedDelivery {
  readonly id: number
  readonly traceId: string
  readonly receivedAt: Date
  readonly topic: string
  readonly eventId: string | null
  readonly storeId: string
  readonly regionId: string | null
  readonly mark: string
  /** Null before the first try, and for a conflict, which is never tried. */
  readonly first: { readonly at: Date; readonly status: number | null; readonly error: string | null } | null
}

export interface TracedAttempt {
  /** Null for an attempt of which the app got no span. */
  readonly spanId: string | null
  readonly at: Date
  readonly ms: number
  readonly kind: AttemptKind
  readonly status: number | null
  readonly error: string | null
  readonly delivery: TracedDelivery
}

/** The facts of a call that its span needs. */
export interface TracedCall {
  readonly at: Date
  readonly ms: number
  readonly method: string
  readonly path: string
  readonly pin: string | null
  readonly status: number | null
  readonly note: string | null
  readonly failedRows: number | null
  readonly storeId: string | null
  readonly traceId: string | null
  readonly parentId: string | null
  readonly attemptSpan: string | null
  readonly isGuess: boolean
}

const deliveryColumns = `d.id AS delivery_id, d.trace_id, d.received_at, d.topic, d.event_id, d.store_id, d.region_id, d.mark`

/** Attempts with ids in the range, oldest first, without those of deliveries that have no trace. */
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

/** Conflicting deliveries with ids in the range, oldest first; they are never tried. */
export function tracedConflicts(journal: Journal, range: IdRange): TracedDelivery[] {
  const sql = `SELECT ${deliveryColumns} FROM deliveries d
    WHERE d.app_key = ?1 AND d.id BETWEEN ?2 AND ?3 AND d.mark = 'conflict' AND d.trace_id IS NOT NULL ORDER BY d.id`
  return rowsIn(journal, sql, range).map((row) => ({ ...deliveryOf(row), first: null }))
}

/** Calls with ids in the range, oldest first. */
export function tracedCalls(journal: Journal, range: IdRange): TracedCall[] {
  const sql = `SELECT at, ms, method, path, pin, status, note, failed_rows, store_id, trace_id, parent_id, attempt_span, is_guess
    FROM calls WHERE app_key = ?1 AND id BETWEEN ?2 AND ?3 ORDER BY id`
  return rowsIn(journal, sql, range).map((row) => ({
    at: instant(row, 'at'),
    ms: integer(row, 'ms'),
    method: text(row, 'method'),
    path: text(row, 'path'),
    pin: textOrNull(row, 'pin'),
    status: integerOrNull(row, 'status'),
    note: textOrNull(row, 'note'),
    failedRows: integerOrNull(row, 'failed_rows'),
    storeId: textOrNull(row, 'store_id'),
    traceId: textOrNull(row, 'trace_id'),
    parentId: textOrNull(row, 'parent_id'),
    attemptSpan: textOrNull(row, 'attempt_span'),
    isGuess: row['is_guess'] === 1,
  }))
}

function rowsIn({ db, appKey }: Journal, sql: string, { low, high }: IdRange): readonly Row[] {
  const values: readonly SQLInputValue[] = [appKey, low, high]
  return prepared(db, sql).all(...values)
}

function deliveryOf(row: Row): Omit<TracedDelivery, 'first'> {
  return {
    id: integer(row, 'delivery_id'),
    traceId: text(row, 'trace_id'),
    receivedAt: instant(row, 'received_at'),
    topic: text(row, 'topic'),
    eventId: textOrNull(row, 'event_id'),
    storeId: text(row, 'store_id'),
    regionId: textOrNull(row, 'region_id'),
    mark: text(row, 'mark'),
  }
}
