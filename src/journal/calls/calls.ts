import { instant, integer, integerOrNull, type Row, text, textOrNull, word } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { Journal } from '../journal.ts'
import { appendContent, type CallContent } from './call-content.ts'
import { callLinkSql, type CallLink, type LinkedBy } from './call-links.ts'

/** One API call of the app, as it passed the outbound side. */
export interface Call {
  readonly at: Date
  readonly method: string
  /** Path and query; secret values are masked before they come here. */
  readonly path: string
  /** The region named by X-Region-Id or regionId. */
  readonly pin: string | null
  /** Null when the platform did not answer. */
  readonly status: number | null
  readonly ms: number
  /** What was noticed about the call, as one word. */
  readonly note: string | null
  /** The platform's own hint in the answer. */
  readonly hint?: string | null
  /** Rows of a 2xx that were not done; null where the answer has no rows. */
  readonly failedRows?: number | null
  /** Requests of this token in the last minute, this one included. */
  readonly spent?: number | null
  /** The store of its token, in digits; null where the token is not known here. */
  readonly storeId?: string | null
  readonly link?: CallLink | null
}

export interface CallRow extends Required<Omit<Call, 'link'>> {
  readonly id: number
  readonly traceId: string | null
  readonly parentId: string | null
  /** The delivery that caused it; null where that is not known. */
  readonly deliveryId: number | null
  /** Known once the attempt is over. */
  readonly attemptId: number | null
  /** How the delivery is known; null without one. */
  readonly linkedBy: LinkedBy | null
}

/** All that `callRow` reads, from `calls c`. */
export const callColumns = `c.*, ${Object.entries(callLinkSql)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')}`

/** Commits one call, with its headers and bodies where they are to be kept. Raises what SQLite raises. */
export function appendCall(journal: Journal, call: Call, content: CallContent | null = null): void {
  const { lastInsertRowid } = prepared(
    journal.db,
    'INSERT INTO calls (at, app_key, method, path, pin, status, ms, note, hint, failed_rows, spent, store_id, trace_id, parent_id, attempt_span, is_guess) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    call.at.toISOString(),
    journal.appKey,
    call.method,
    call.path,
    call.pin,
    call.status,
    call.ms,
    call.note,
    call.hint ?? null,
    call.failedRows ?? null,
    call.spent ?? null,
    call.storeId ?? null,
    ...linkValues(call.link ?? null),
  )
  if (content !== null) appendContent(journal, Number(lastInsertRowid), content)
}

function linkValues(link: CallLink | null): readonly (string | number | null)[] {
  if (link === null) return [null, null, null, 0]
  return [link.traceId, link.parentId, link.attemptSpan, Number(link.isGuess)]
}

/** The newest calls first; with `before`, those with a lower id. */
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

/** The calls that a delivery caused, or is taken to have caused, the oldest first. */
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

/** A row of `callColumns`. */
export function callRow(row: Row): CallRow {
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
    deliveryId: integerOrNull(row, 'delivery_id'),
    attemptId: integerOrNull(row, 'attempt_id'),
    linkedBy: row['linked_by'] === null ? null : word<LinkedBy>(row, 'linked_by'),
  }
}
