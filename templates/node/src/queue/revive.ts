import { storesWorkingSince } from '../install/installs.ts'
import type { Tools } from '../tools.ts'
import { LEASE_SECONDS } from './limits.ts'

/**
 * Makes jobs again of what was given up in stores that have come to work. Whoever installs does that at once; this is for what became a dead letter just then,
 * by a job that had still seen the old state, and for a process that was killed between the two. Later than a job may last there is nothing of the kind.
 */
export async function reviveDeadLetters({ db, queue, now, log }: Tools): Promise<void> {
  const since = new Date(now().getTime() - 2 * LEASE_SECONDS * 1000)
  for (const storeId of await storesWorkingSince(db.sql, since)) {
    const jobs = await queue.redrive(storeId)
    if (jobs > 0) log('dead letters work again', { storeId, jobs })
  }
}
