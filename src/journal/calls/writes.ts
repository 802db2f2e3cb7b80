import { text, textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { Journal } from '../journal.ts'
import type { KeptMessage } from './call-content.ts'

/** A successful write of an app whose header contains the attempt that caused it. */
export interface CausedWrite {
  readonly eventId: string
  /** Span id of the attempt. */
  readonly attempt: string
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Null if the request had no body or it was not stored. */
  readonly body: string | null
}

const MOST = 20_000

/** Returns the writes since a moment, oldest first. Raises the errors of SQLite. */
export function writesSince({ db, appKey }: Journal, since: Date): CausedWrite[] {
  return prepared(
    db,
    `SELECT d.event_id, c.attempt_span, c.method, c.path, k.request FROM calls c
     JOIN attempts a ON a.span_id = c.attempt_span JOIN deliveries d ON d.id = a.delivery_id
     LEFT JOIN call_contents k ON k.call_id = c.id
     WHERE c.app_key = ?1 AND c.at >= ?2 AND c.status BETWEEN 200 AND 299 AND c.method NOT IN ('GET', 'HEAD')
       AND c.is_guess = 0 AND d.event_id IS NOT NULL ORDER BY c.id LIMIT ${MOST}`,
  )
    .all(appKey, since.toISOString())
    .map((row) => ({
      eventId: text(row, 'event_id'),
      attempt: text(row, 'attempt_span'),
      method: text(row, 'method'),
      path: text(row, 'path'),
      body: bodyIn(textOrNull(row, 'request')),
    }))
}

function bodyIn(request: string | null): string | null {
  // Only appendContent writes this column.
  return request === null ? null : (JSON.parse(request) as KeptMessage).body.text
}
