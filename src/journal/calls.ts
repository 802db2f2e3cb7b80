import { integerOrNull, textOrNull } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import type { Journal } from './journal.ts'

/** One API call of the app, as it passed the outbound side. Holds no header and no body. */
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
}

/** Commits one call. Raises what SQLite raises. */
export function appendCall(journal: Journal, call: Call): void {
  prepared(
    journal.db,
    'INSERT INTO calls (at, app_key, method, path, pin, status, ms, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(call.at.toISOString(), journal.appKey, call.method, call.path, call.pin, call.status, call.ms, call.note)
}

/** The newest calls first. */
export function listCalls(journal: Journal, { limit = 100 }: { limit?: number } = {}): Call[] {
  return prepared(journal.db, 'SELECT * FROM calls WHERE app_key = ? ORDER BY id DESC LIMIT ?')
    .all(journal.appKey, limit)
    .map((row) => ({
      at: new Date(String(row['at'])),
      method: String(row['method']),
      path: String(row['path']),
      pin: textOrNull(row, 'pin'),
      status: integerOrNull(row, 'status'),
      ms: Number(row['ms']),
      note: textOrNull(row, 'note'),
    }))
}
