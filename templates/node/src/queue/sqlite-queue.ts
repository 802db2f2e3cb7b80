import type { Tools } from '../tools.ts'
import { KEPT_DAYS } from './limits.ts'
import type { DeadLetter, Queue } from './queue.ts'
import { createWorker, readJob } from './sqlite-worker.ts'

/** The queue as a table with leases. Its clock is the machine's. */
export function createSqliteQueue({ db, log }: Pick<Tools, 'db' | 'log'>): Queue {
  const waking = new Set<() => void>()
  const wakeAll = () => waking.forEach((wake) => wake())
  return {
    enqueue: async (sql, job) => {
      await sql(
        'INSERT INTO jobs (store_id, job, due_at) VALUES ($1, $2, $3)',
        job.storeId,
        JSON.stringify(job),
        Date.now(),
      )
      // Workers look when the transaction has ended: until then the database lets nobody else in.
      wakeAll()
    },
    work: async (handle) => {
      // No other process works here, so who had these leases is dead.
      await db.sql('UPDATE jobs SET leased_until = 0 WHERE leased_until > 0')
      await db.sql('DELETE FROM jobs WHERE dead_at < $1', Date.now() - KEPT_DAYS * 24 * 60 * 60_000)
      const worker = createWorker({ db, log }, handle)
      waking.add(worker.wake)
      worker.wake()
      return {
        stop: (withinMs) => {
          waking.delete(worker.wake)
          return worker.stop(withinMs)
        },
      }
    },
    deadLetters: async () => {
      const { rows } = await db.sql('SELECT * FROM jobs WHERE dead_at IS NOT NULL ORDER BY dead_at LIMIT 100')
      return rows.map(({ job, reason, dead_at }): DeadLetter => ({
        job: readJob(job),
        reason: String(reason ?? ''),
        since: new Date(Number(dead_at)),
      }))
    },
    redrive: async (storeId) => {
      const { changes } = await db.sql(
        `UPDATE jobs SET dead_at = NULL, reason = NULL, attempts = 0, leased_until = 0, due_at = $1
         WHERE dead_at IS NOT NULL AND store_id = coalesce($2, store_id)`,
        Date.now(),
        storeId ?? null,
      )
      if (changes > 0) wakeAll()
      return changes
    },
  }
}
