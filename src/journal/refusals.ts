import { instant, integer, text } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import type { Journal } from './journal.ts'

/** Requests at the webhook path that were no deliveries of the platform, for one reason. */
export interface Refused {
  /** As one word. */
  readonly reason: string
  readonly count: number
  /** When the last of them came. */
  readonly at: Date
}

export interface RefusalCount {
  readonly reason: string
  readonly count: number
  readonly lastAt: Date
}

/** Counts them; nothing else of them is kept. Raises what SQLite raises. */
export function countRefusals(journal: Journal, { at, reason, count }: Refused): void {
  prepared(
    journal.db,
    `INSERT INTO refusals (app_key, reason, count, last_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (app_key, reason) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at`,
  ).run(journal.appKey, reason, count, at.toISOString())
}

/** How often each reason for a refusal came up, the newest first. */
export function listRefusals(journal: Journal): RefusalCount[] {
  return prepared(journal.db, 'SELECT * FROM refusals WHERE app_key = ? ORDER BY last_at DESC')
    .all(journal.appKey)
    .map((row) => ({
      reason: text(row, 'reason'),
      count: integer(row, 'count'),
      lastAt: instant(row, 'last_at'),
    }))
}

/** After an hour a refusal is history. */
const RECENT_MS = 3_600_000

/**
 * The refusals of the last hour that still tell something, the newest first. What was refused before the newest delivery of the platform (to that store, where one is
 * named) is over: the secret and the clock were right again. A test event proves nothing, because this tool signs it by itself (EVT-004).
 */
export function standingRefusals(
  journal: Journal,
  { now, storeId = null }: { readonly now: Date; readonly storeId?: string | null | undefined },
): RefusalCount[] {
  const row = prepared(
    journal.db,
    `SELECT received_at FROM deliveries WHERE app_key = ?1 AND (?2 IS NULL OR store_id = ?2)
       AND coalesce(event_id, '') NOT LIKE 'test:%' ORDER BY id DESC LIMIT 1`,
  ).get(journal.appKey, storeId)
  const since = Math.max(now.getTime() - RECENT_MS, row === undefined ? 0 : instant(row, 'received_at').getTime())
  return listRefusals(journal).filter(({ lastAt }) => lastAt.getTime() >= since)
}
