import type { Database } from '../database/database.ts'
import type { Handle, Job, Outcome, Working } from '../database/queue.ts'
import { sql } from '../database/sql.ts'
import { findSource, reasonOf, type Log } from '../log/log.ts'
import { BATCH, FIRST_WAIT_SECONDS, LEASE_SECONDS, LONGEST_WAIT_SECONDS, RETRIES } from './limits.ts'

/** Half of the slots of the only process: the rest is for other stores. */
const PER_STORE = BATCH / 2

/** Longest sleep of a worker that nothing wakes. */
const POLL_MS = 30_000

/** Pause after the queue could not be read. */
const AGAIN_MS = 1000

export interface WorkerTools {
  readonly database: Pick<Database, 'rows' | 'batch'>
  readonly log: Log
  readonly now: () => number
  readonly random: () => number
}

interface Leased {
  readonly id: number
  readonly attempts: number
  readonly job: Job
}

/** A worker that also polls when it is notified of jobs. */
export interface Worker extends Working {
  readonly wake: () => void
}

/** Runs jobs of the table, several in parallel. */
export function createWorker(tools: WorkerTools, handle: Handle): Worker {
  const { log, now } = tools
  const running = new Set<Promise<void>>()
  const ending = { isStopped: false }
  let isPolling = false
  let isWoken = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const wake = () => {
    isWoken = true
    if (!isPolling) void poll()
  }

  /** Starts due jobs while slots are free, then sleeps until the next one is due. */
  async function poll(): Promise<void> {
    isPolling = true
    clearTimeout(timer)
    let sleepMs = POLL_MS
    let polledAt = now()
    try {
      while (isWoken && !ending.isStopped && running.size < BATCH) {
        isWoken = false
        polledAt = now()
        for (const job of await lease(tools, BATCH - running.size, polledAt)) start(job)
      }
      sleepMs = await untilDue(tools, polledAt)
    } catch (error) {
      log('queue unreadable', { reason: reasonOf(error) })
      sleepMs = AGAIN_MS
    }
    isPolling = false
    if (ending.isStopped) return
    // Woken in between, with free slots.
    if (isWoken && running.size < BATCH) return wake()
    timer = setTimeout(wake, sleepMs)
  }

  function start(job: Leased): void {
    const done = doOne(tools, handle, job).finally(() => {
      running.delete(done)
      if (!ending.isStopped) wake()
    })
    running.add(done)
  }

  return {
    wake,
    async stop(withinMs) {
      ending.isStopped = true
      clearTimeout(timer)
      const late = Promise.withResolvers<void>()
      const alarm = setTimeout(late.resolve, withinMs)
      await Promise.race([Promise.all(running), late.promise])
      clearTimeout(alarm)
    },
  }
}

/** Leases the oldest due jobs, up to the limit of each store. */
async function lease({ database }: WorkerTools, free: number, now: number): Promise<Leased[]> {
  const rows = await database.rows(sql`UPDATE svcapp_jobs SET leased_until = ${now + LEASE_SECONDS * 1000} WHERE id IN (
      SELECT due.id FROM (
        SELECT id, due_at, store_id, leased_until,
          row_number() OVER (PARTITION BY store_id ORDER BY leased_until > ${now} DESC, due_at) AS place
        FROM svcapp_jobs WHERE dead_at IS NULL AND due_at <= ${now}
      ) AS due
      WHERE due.place <= ${PER_STORE} AND due.leased_until <= ${now} ORDER BY due.due_at LIMIT ${free}
    ) RETURNING id, attempts, job`)
  return rows.map(({ id, attempts, job }) => ({ id: Number(id), attempts: Number(attempts), job: readJob(job) }))
}

/**
 * Returns the ms until the next job that was not due at the last poll. A job due since then counts,
 * because nothing else wakes the worker.
 */
async function untilDue({ database, now }: WorkerTools, polledAt: number): Promise<number> {
  const [row] = await database.rows(sql`SELECT min(max(due_at, leased_until)) AS due FROM svcapp_jobs
    WHERE dead_at IS NULL AND max(due_at, leased_until) > ${polledAt}`)
  const due = row?.['due'] ?? null
  return due === null ? POLL_MS : Math.min(Math.max(Number(due) - now(), 1), POLL_MS)
}

async function doOne(tools: WorkerTools, handle: Handle, leased: Leased): Promise<void> {
  const { log } = tools
  const { job, attempts } = leased
  const about = { id: job.id, name: job.name, storeId: job.storeId }
  try {
    const outcome = await attempt(handle, leased)
    if (outcome === 'done') return await remove(tools, leased)
    if ('laterMs' in outcome) return await requeue(tools, leased, { attempts, inMs: outcome.laterMs })
    if ('dead' in outcome || attempts >= RETRIES) {
      const reason = 'dead' in outcome ? outcome.dead : `gave-up: ${outcome.reason}`
      log('dead letter', { ...about, ...outcome, dead: undefined, reason })
      return await bury(tools, leased, reason)
    }
    log('job failed, will retry', { ...about, ...outcome, attempt: attempts + 1 })
    await requeue(tools, leased, { attempts: attempts + 1, inMs: waitMs(attempts, tools.random) })
  } catch (error) {
    // The database is not available: the lease expires, and the job runs again.
    log('job outcome not stored', { ...about, reason: reasonOf(error) })
  }
}

type Failed = { readonly reason: string; readonly at?: string }

async function attempt(handle: Handle, { job, attempts }: Leased): Promise<Outcome | Failed> {
  try {
    return await handle(job, attempts + 1)
  } catch (error) {
    return { reason: reasonOf(error), ...findSource(error) }
  }
}

async function remove({ database }: WorkerTools, { id }: Leased): Promise<void> {
  // Need not wait for the disk: if this is lost, the job runs again and writes nothing a second time.
  await database.batch([sql`DELETE FROM svcapp_jobs WHERE id = ${id}`], { durable: false })
}

async function requeue(
  { database, now }: WorkerTools,
  { id }: Leased,
  { attempts, inMs }: { readonly attempts: number; readonly inMs: number },
): Promise<void> {
  const [changed] = await database.batch([
    sql`UPDATE OR IGNORE svcapp_jobs SET attempts = ${attempts}, due_at = ${now() + inMs}, leased_until = 0
        WHERE id = ${id}`,
  ])
  // Another job with the same key is waiting already, and does the work.
  if (changed === 0) await database.batch([sql`DELETE FROM svcapp_jobs WHERE id = ${id}`])
}

async function bury({ database, now }: WorkerTools, { id }: Leased, reason: string): Promise<void> {
  await database.batch([
    sql`UPDATE svcapp_jobs SET dead_at = ${now()}, leased_until = 0, reason = ${reason} WHERE id = ${id}`,
  ])
}

/** Doubles each time, half of it random, so that jobs that failed together do not return together. */
function waitMs(attempts: number, random: () => number): number {
  const seconds = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(attempts, 16))
  return Math.round(seconds * 1000 * (0.5 + random() / 2))
}

/** Reads what `enqueue` wrote. */
export function readJob(text: unknown): Job {
  return JSON.parse(String(text)) as Job
}
