import { sql, writeOne } from './db.ts'
import type { Tools } from './tools.ts'

const DAY_MS = 24 * 60 * 60_000

/** So long a delivery may still be repeated, and much longer. */
const KEPT_DAYS = 90

/** The ids of events are kept as long as one could come again. */
export async function forgetOldEvents({ db, now, log }: Pick<Tools, 'db' | 'now' | 'log'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const forgotten = await writeOne(db, sql`DELETE FROM events WHERE received_at < ${before}`)
  if (forgotten > 0) log('events.forgotten', { forgotten })
}
