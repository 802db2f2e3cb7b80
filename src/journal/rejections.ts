import { instant, integer, text } from '../storage/columns.ts'
import { insertRow, prepared } from '../storage/statements.ts'
import type { DeliveryTarget } from './delivery-state.ts'
import type { Journal } from './journal.ts'

/** Requests to the webhook path that were not deliveries of the platform, by reason. */
export interface Rejected {
  /** Reason, as one word. */
  readonly reason: string
  readonly count: number
  /** Time of the last one. */
  readonly at: Date
  /** Platform of the session that rejected them; null if unknown. */
  readonly target?: DeliveryTarget | null
}

export interface RejectionCount {
  readonly reason: string
  /** Number within the requested time. */
  readonly count: number
  readonly lastAt: Date
}

/** Maximum number of count rows, for all apps. Each row covers at least a second, so a longer flood replaces its own beginning. */
const MOST_ROWS = 20_000

/** Counts rejected requests, in total and by time, and stores nothing else of them. Raises the errors of SQLite. */
export function countRejections({ db, appKey }: Journal, { at, reason, count, target = null }: Rejected): void {
  const time = at.toISOString()
  prepared(
    db,
    `INSERT INTO refusals (app_key, reason, count, last_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (app_key, reason) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at`,
  ).run(appKey, reason, count, time)
  insertRow(db, 'refusal_times', { app_key: appKey, reason, at: time, count, target })
  prepared(db, 'DELETE FROM refusal_times WHERE id <= (SELECT max(id) FROM refusal_times) - ?').run(MOST_ROWS)
}

/** Counts rejections by reason since a moment, newest first. With a target, excludes rejections known to be of another platform. */
export function rejectionsSince(
  { db, appKey }: Journal,
  since: Date,
  target: DeliveryTarget | null = null,
): RejectionCount[] {
  return prepared(
    db,
    `SELECT reason, sum(count) AS count, max(at) AS last_at FROM refusal_times
     WHERE app_key = ?1 AND at >= ?2 AND (?3 IS NULL OR target IS NULL OR target = ?3) GROUP BY reason ORDER BY last_at DESC`,
  )
    .all(appKey, since.toISOString(), target)
    .map((row) => ({ reason: text(row, 'reason'), count: integer(row, 'count'), lastAt: instant(row, 'last_at') }))
}

/** After an hour, a rejection no longer describes the present. */
const RECENT_MS = 3_600_000

export interface RejectionQuery {
  readonly now: Date
  readonly storeId?: string | null | undefined
  /** Platform to report on. Default: any. */
  readonly target?: DeliveryTarget | null | undefined
  /** Time at which the current signing secret was stored; null if unknown. */
  readonly secretAt?: Date | null | undefined
}

export interface CurrentRejections {
  /** Newest first. */
  readonly counts: readonly RejectionCount[]
  /** Start of the count: the newest delivery of the platform, or an hour ago. */
  readonly since: 'delivery' | 'hour'
  /** Signature mismatches before the current secret was stored. `counts` excludes them, because they show nothing about it. */
  readonly pastMismatches: number
}

/**
 * Returns the rejections of the last hour that still matter. A rejection before the newest delivery of the platform (to that store, if one is
 * given) is settled, because the secret and the clock were correct by then. A test event proves nothing, because the CLI signs it itself (EVT-004).
 */
export function currentRejections(
  journal: Journal,
  { now, storeId = null, target = null, secretAt = null }: RejectionQuery,
): CurrentRejections {
  const row = prepared(
    journal.db,
    `SELECT received_at FROM deliveries WHERE app_key = ?1 AND (?2 IS NULL OR store_id = ?2)
       AND (?3 IS NULL OR target IS NULL OR target = ?3)
       AND coalesce(event_id, '') NOT LIKE 'test:%' ORDER BY id DESC LIMIT 1`,
  ).get(journal.appKey, storeId, target)
  const anHourAgo = now.getTime() - RECENT_MS
  const delivery = row === undefined ? 0 : instant(row, 'received_at').getTime()
  const from = Math.max(anHourAgo, delivery)
  const all = rejectionsSince(journal, new Date(from), target)
  const later = rejectionsSince(journal, new Date(Math.max(from, secretAt?.getTime() ?? 0)), target).find(isMismatch)
  return {
    counts: all.flatMap((one) => (isMismatch(one) ? (later ?? []) : one)),
    since: delivery > anHourAgo ? 'delivery' : 'hour',
    pastMismatches: (all.find(isMismatch)?.count ?? 0) - (later?.count ?? 0),
  }
}

function isMismatch({ reason }: RejectionCount): boolean {
  return reason === 'signature-mismatch'
}
