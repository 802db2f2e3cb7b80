import { placeOf, reasonOf } from '../log.ts'
import type { Database } from '../state/database.ts'
import type { Tools } from '../tools.ts'
import { BATCH, FIRST_WAIT_SECONDS, LEASE_SECONDS, LONGEST_WAIT_SECONDS, RETRIES } from './limits.ts'
import type { Handle, Job, Later, Working } from './queue.ts'

/** Of the one process that there is with SQLite: some hands are always left to the other stores. */
const PER_STORE = BATCH / 2

/** The longest sleep of a worker that nobody wakes. */
const LOOK_MS = 30_000

type QueueTools = Pick<Tools, 'db' | 'log'>

interface Leased {
  readonly id: number
  readonly storeId: number
  readonly attempts: number
  readonly job: Job
}

/** A worker that also looks for jobs when it is told that there are some. */
export interface Worker extends Working {
  readonly wake: () => void
}

/** Does jobs of the table, several at once. */
export function createWorker({ db, log }: QueueTools, handle: Handle): Worker {
  const running = new Set<Promise<void>>()
  let isStopped = false
  let isLooking = false
  let isWoken = false
  let timer: NodeJS.Timeout | undefined

  const wake = () => {
    isWoken = true
    if (!isLooking) void look()
  }

  /** Takes jobs as long as there are some and hands are free, then sleeps until the next one is due. */
  async function look(): Promise<void> {
    isLooking = true
    clearTimeout(timer)
    let sleepMs = LOOK_MS
    let lookedAt = Date.now()
    try {
      while (isWoken && !isStopped && running.size < BATCH) {
        isWoken = false
        lookedAt = Date.now()
        const jobs = await lease(db, BATCH - running.size, lookedAt)
        for (const job of jobs) start(job)
      }
      sleepMs = await untilDue(db, lookedAt)
    } catch (error) {
      log('the queue cannot be read', { reason: reasonOf(error) })
      sleepMs = 1000
    }
    isLooking = false
    if (isStopped) return
    // Woken in between, with hands free: at once.
    if (isWoken && running.size < BATCH) return wake()
    timer = setTimeout(wake, sleepMs)
  }

  function start(job: Leased): void {
    const done = doOne({ db, log }, handle, job).finally(() => {
      running.delete(done)
      if (!isStopped) wake()
    })
    running.add(done)
  }

  return {
    wake,
    stop: async (withinMs) => {
      isStopped = true
      clearTimeout(timer)
      const late = Promise.withResolvers<void>()
      const alarm = setTimeout(late.resolve, withinMs)
      await Promise.race([Promise.all(running), late.promise])
      clearTimeout(alarm)
    },
  }
}

/** The oldest jobs that are due, of each store only as many as it may have. */
async function lease(db: Database, free: number, now: number): Promise<Leased[]> {
  const { rows } = await db.sql(
    `UPDATE jobs SET leased_until = $1 WHERE id IN (
       SELECT due.id FROM (
         SELECT id, due_at, store_id, leased_until, row_number() OVER (PARTITION BY store_id ORDER BY leased_until > $2 DESC, due_at) AS place
         FROM jobs WHERE dead_at IS NULL AND due_at <= $2
       ) AS due
       WHERE due.place <= $3 AND due.leased_until <= $2 ORDER BY due.due_at LIMIT $4
     ) RETURNING id, store_id, attempts, job`,
    now + LEASE_SECONDS * 1000,
    now,
    PER_STORE,
    free,
  )
  return rows.map((row) => ({
    id: Number(row['id']),
    storeId: Number(row['store_id']),
    attempts: Number(row['attempts']),
    job: readJob(row['job']),
  }))
}

/** How long until a job is due that was not due at the last look, in ms. One that has become due since counts: nobody else would wake the worker for it. */
async function untilDue(db: Database, lookedAt: number): Promise<number> {
  const { rows } = await db.sql(
    'SELECT min(max(due_at, leased_until)) AS due FROM jobs WHERE dead_at IS NULL AND max(due_at, leased_until) > $1',
    lookedAt,
  )
  const due = rows[0]?.['due']
  return typeof due === 'number' ? Math.min(Math.max(due - Date.now(), 1), LOOK_MS) : LOOK_MS
}

async function doOne({ db, log }: QueueTools, handle: Handle, leased: Leased): Promise<void> {
  const { id, attempts, job } = leased
  try {
    const outcome = await tried(handle, job)
    if (outcome === 'done') {
      await db.sql('DELETE FROM jobs WHERE id = $1', id)
    } else if (isLater(outcome)) {
      await db.sql('UPDATE jobs SET due_at = $1, leased_until = 0 WHERE id = $2', Date.now() + outcome.laterMs, id)
    } else if (outcome === 'dead' || attempts >= RETRIES) {
      const facts = outcome === 'dead' ? { reason: 'cannot be done now' } : outcome
      log('dead letter', { eventId: job.eventId, storeId: job.storeId, ...facts })
      await db.sql(
        'UPDATE jobs SET dead_at = $1, leased_until = 0, reason = $2 WHERE id = $3',
        Date.now(),
        facts.reason,
        id,
      )
    } else {
      log('job comes again', { eventId: job.eventId, storeId: job.storeId, ...outcome })
      const due = Date.now() + waitMs(attempts)
      await db.sql('UPDATE jobs SET attempts = attempts + 1, due_at = $1, leased_until = 0 WHERE id = $2', due, id)
    }
  } catch (error) {
    // The database is away: the lease ends by itself, and the job is done again.
    log('job cannot be settled', { eventId: job.eventId, storeId: job.storeId, reason: reasonOf(error) })
  }
}

function isLater(outcome: object | string): outcome is Later {
  return typeof outcome === 'object' && 'laterMs' in outcome
}

async function tried(handle: Handle, job: Job) {
  try {
    return await handle(job)
  } catch (error) {
    return { reason: reasonOf(error), ...placeOf(error) }
  }
}

/** Twice as long each time, half of it by chance, so that what failed together does not come back together. */
function waitMs(attempts: number): number {
  const seconds = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(attempts, 16))
  return Math.round(seconds * 1000 * (0.5 + Math.random() / 2))
}

/** Written by `enqueue`. */
export function readJob(text: unknown): Job {
  return JSON.parse(String(text)) as Job
}
