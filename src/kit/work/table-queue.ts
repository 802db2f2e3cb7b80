import { writeOne, type Database } from '../database/database.ts'
import type { DeadLetter, Job, Queue } from '../database/queue.ts'
import { sql } from '../database/sql.ts'
import { KEPT_DAYS } from './limits.ts'
import { createWorker, readJob } from './table-worker.ts'

const DAY_MS = 24 * 60 * 60_000

export interface TableQueueTools {
  readonly database: Pick<Database, 'rows' | 'batch'>
  readonly now: () => number
  readonly random: () => number
  /** Whether other processes work on the same table. */
  readonly isShared?: boolean
  /** Workers of this process on the same table. */
  readonly waking?: Set<() => void>
}

/** Creates the queue as a table with leases. */
export function createTableQueue({
  database,
  now,
  random,
  isShared = false,
  waking = new Set(),
}: TableQueueTools): Queue {
  const wakeAll = () => waking.forEach((wake) => wake())
  const write = (statement: ReturnType<typeof sql>) => writeOne(database as Database, statement)
  return {
    async enqueue(tx, job, { key, after } = {}) {
      const due = after?.getTime() ?? now()
      await tx.write(sql`INSERT INTO svcapp_jobs (store_id, job, job_key, due_at)
        VALUES (${job.storeId}, ${JSON.stringify(job)}, ${key ?? null}, ${due}) ON CONFLICT DO NOTHING`)
      // Workers poll after the transaction has ended: until then the database blocks other callers.
      wakeAll()
    },
    async work(handle, { log }) {
      // No other process uses the file, so the process with these leases is dead.
      if (!isShared && waking.size === 0)
        await write(sql`UPDATE OR IGNORE svcapp_jobs SET leased_until = 0 WHERE leased_until > 0`)
      await write(sql`DELETE FROM svcapp_jobs WHERE dead_at < ${now() - KEPT_DAYS * DAY_MS}`)
      const worker = createWorker({ database, log, now, random }, handle)
      waking.add(worker.wake)
      worker.wake()
      return {
        stop(withinMs) {
          waking.delete(worker.wake)
          return worker.stop(withinMs)
        },
      }
    },
    async due() {
      const [row] = await database.rows(sql`SELECT count(*) AS due FROM svcapp_jobs
        WHERE dead_at IS NULL AND due_at <= ${now()} AND leased_until <= ${now()}`)
      return Number(row?.['due'])
    },
    async deadLetters() {
      const rows = await database.rows(
        sql`SELECT job, reason, dead_at FROM svcapp_jobs WHERE dead_at IS NOT NULL ORDER BY dead_at LIMIT 100`,
      )
      return rows.map(({ job, reason, dead_at }) => deadLetter(readJob(job), String(reason ?? ''), Number(dead_at)))
    },
    async redrive(storeId, which = 'all') {
      const changes = await write(sql`UPDATE OR IGNORE svcapp_jobs
        SET dead_at = NULL, reason = NULL, attempts = 0, leased_until = 0, due_at = ${now()}
        WHERE dead_at IS NOT NULL AND store_id = coalesce(${storeId ?? null}, store_id)
          AND (${which} = 'all' OR reason LIKE 'no-install%' OR reason LIKE 'token-refused%')`)
      if (changes > 0) wakeAll()
      return changes
    },
  }
}

export function deadLetter({ id, name, storeId, regionId }: Job, reason: string, sinceMs: number): DeadLetter {
  return { id, name, storeId, regionId, reason, since: new Date(sinceMs) }
}
