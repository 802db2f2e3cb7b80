import type { Tools } from '../tools.ts'

/**
 * How long the ids of events are remembered. Longer than the platform sends an event again, and than a job and its dead letter together are kept: what has an
 * effect only once needs its id as long as it can come again.
 */
const KEPT_DAYS = 30

/** Forgets what can no longer come again, so that the database does not grow with every event. */
export async function forgetOld({ db, now }: Pick<Tools, 'db' | 'now'>): Promise<void> {
  const nowMs = now().getTime()
  const before = new Date(nowMs - KEPT_DAYS * 24 * 60 * 60_000).toISOString()
  await db.sql('DELETE FROM events WHERE received_at < $1', before)
  await db.sql('DELETE FROM effects WHERE done_at < $1', before)
  await db.sql('DELETE FROM used_once WHERE expires_at < $1', nowMs)
  await db.sql('DELETE FROM pauses WHERE until_ms < $1', nowMs)
}
