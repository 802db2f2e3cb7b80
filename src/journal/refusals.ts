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
