import { instant, integer, integerOrNull, type Row, text, textOrNull, word } from '../../storage/columns.ts'
import { insertRow, prepared, readInteger, type RowValues } from '../../storage/statements.ts'
import type { Journal } from '../journal.ts'
import { appendContent, type CallContent } from './call-content.ts'
import { callLinkSql, type CallLink, type LinkedBy } from './call-links.ts'

/** An API call of the app through the outbound proxy. */
export interface Call {
  readonly at: Date
  readonly method: string
  /** Path and query, secrets masked. */
  readonly path: string
  /** Region in X-Region-Id or regionId, or null. */
  readonly pin: string | null
  /** HTTP status, or null if the platform did not respond. */
  readonly status: number | null
  readonly ms: number
  /** Gateway note, one word such as `pin-ignored`, or null. */
  readonly note: string | null
  /** Hint in the platform's response. */
  readonly hint?: string | null
  /** Number of failed rows in a 2xx response, or null if it has no rows. */
  readonly failedRows?: number | null
  /** Requests with this token in the last minute, including this one. */
  readonly spent?: number | null
  /** Store id of the token as digits, or null if the gateway does not know the token. */
  readonly storeId?: string | null
  readonly link?: CallLink | null
}

/** A call as stored in its row. */
export interface PlainCall extends Required<Omit<Call, 'link'>> {
  readonly id: number
  readonly traceId: string | null
  readonly parentId: string | null
}

export interface CallRow extends PlainCall {
  /** Id of the delivery that caused it, or null if unknown. */
  readonly deliveryId: number | null
  /** Set once the attempt is over. */
  readonly attemptId: number | null
  /** Source of the link to the delivery, or null without a link. */
  readonly linkedBy: LinkedBy | null
}

/** Columns that `callRow` reads, from `calls c`. */
export const callColumns = `c.*, ${Object.entries(callLinkSql)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')}`

/** Commits one call, with its headers and bodies if they are stored. Raises the errors of SQLite. */
export function appendCall(journal: Journal, call: Call, content: CallContent | null = null): void {
  const { method, path, pin, status, ms, note, hint = null, spent = null, link = null } = call
  const id = insertRow(journal.db, 'calls', {
    at: call.at.toISOString(),
    app_key: journal.appKey,
    method,
    path,
    pin,
    status,
    ms,
    note,
    hint,
    failed_rows: call.failedRows ?? null,
    spent,
    store_id: call.storeId ?? null,
    ...linkColumns(link),
  })
  if (content !== null) appendContent(journal, id, content)
}

function linkColumns(link: CallLink | null): RowValues {
  if (link === null) return { trace_id: null, parent_id: null, attempt_span: null, is_guess: 0 }
  const { traceId, parentId, attemptSpan, guessed } = link
  return { trace_id: traceId, parent_id: parentId, attempt_span: attemptSpan, is_guess: Number(guessed) }
}

/** Lists calls, newest first; with `before`, only calls with a lower id. */
export function listCalls(
  journal: Journal,
  { limit = 100, before = null }: { limit?: number; before?: number | null } = {},
): CallRow[] {
  return prepared(
    journal.db,
    `SELECT ${callColumns} FROM calls c WHERE app_key = ?1 AND (?2 IS NULL OR id < ?2) ORDER BY id DESC LIMIT ?3`,
  )
    .all(journal.appKey, before, limit)
    .map(callRow)
}

/** Returns whether the platform has accepted a call of the app in that store since then. */
export function hasCalledSince(
  journal: Journal,
  { storeId, since }: { readonly storeId: string; readonly since: Date },
): boolean {
  return (
    prepared(
      journal.db,
      'SELECT 1 FROM calls WHERE app_key = ? AND store_id = ? AND at > ? AND status BETWEEN 200 AND 299 LIMIT 1',
    ).get(journal.appKey, storeId, since.toISOString()) !== undefined
  )
}

/** Returns the calls that a delivery caused or probably caused, oldest first. */
export function callsOfDelivery(
  journal: Journal,
  { id, traceId }: { readonly id: number; readonly traceId: string | null },
  limit: number,
): CallRow[] {
  return prepared(
    journal.db,
    `SELECT ${callColumns} FROM calls c WHERE c.app_key = ?1 AND c.trace_id = ?2 AND ${callLinkSql.delivery_id} = ?3 ORDER BY c.id LIMIT ?4`,
  )
    .all(journal.appKey, traceId, id, limit)
    .map(callRow)
}

/** Converts a row of `callColumns`. */
export function callRow(row: Row): CallRow {
  return {
    ...plainCall(row),
    deliveryId: integerOrNull(row, 'delivery_id'),
    attemptId: integerOrNull(row, 'attempt_id'),
    linkedBy: row['linked_by'] === null ? null : word<LinkedBy>(row, 'linked_by'),
  }
}

/** Returns the highest number of requests that a token spent in the minute before a call since then; null if no call has this number. */
export function mostSpentSince({ db, appKey }: Journal, since: Date): number | null {
  const at = since.toISOString()
  return readInteger(db, 'SELECT max(spent) FROM calls WHERE app_key = ? AND at > ?', appKey, at) || null
}

/** Converts a row of the table. */
export function plainCall(row: Row): PlainCall {
  return {
    id: integer(row, 'id'),
    at: instant(row, 'at'),
    method: text(row, 'method'),
    path: text(row, 'path'),
    pin: textOrNull(row, 'pin'),
    status: integerOrNull(row, 'status'),
    ms: integer(row, 'ms'),
    note: textOrNull(row, 'note'),
    hint: textOrNull(row, 'hint'),
    failedRows: integerOrNull(row, 'failed_rows'),
    spent: integerOrNull(row, 'spent'),
    storeId: textOrNull(row, 'store_id'),
    traceId: textOrNull(row, 'trace_id'),
    parentId: textOrNull(row, 'parent_id'),
  }
}
