import type { Database } from './database.ts'
import { sql } from './sql.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Longer than the platform redelivers an event, and than a job and its dead letter are stored, because an effect may repeat until then.
 */
const KEPT_DAYS = 30

/** Deletes rows that can no longer be repeated, so that the database does not grow with every event. */
export async function deleteOld(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  await database.batch([
    sql`DELETE FROM svcapp_events WHERE received_at < ${before}`,
    sql`DELETE FROM svcapp_effects WHERE done_at < ${before}`,
    sql`DELETE FROM svcapp_once WHERE expires_at < ${now.getTime()}`,
    sql`DELETE FROM svcapp_pauses WHERE until_ms < ${now.getTime()}`,
  ])
}
