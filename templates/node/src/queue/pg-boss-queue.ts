import { setTimeout as sleep } from 'node:timers/promises'

import { PgBoss, type Db, type Job as BossJob, type JobInsert, type JobResult, type Queue as BossQueue } from 'pg-boss'

import { placeOf, reasonOf } from '../log.ts'
import type { Database, Sql, Value } from '../state/database.ts'
import type { Tools } from '../tools.ts'
import {
  BATCH,
  FIRST_WAIT_SECONDS,
  KEPT_DAYS,
  LEASE_SECONDS,
  LONGEST_WAIT_SECONDS,
  PER_STORE,
  RETRIES,
} from './limits.ts'
import type { DeadLetter, Handle, Job, Queue, Working } from './queue.ts'

/** How many batches one process works on at the same time: more than one store may fill. Each of them looks whenever a job comes, so more of them cost the database more. */
const WORKERS = 2

/** How often workers look without being told: for jobs that were tried before and for those of a dead process, which nothing announces. */
const LOOK_SECONDS = 1

/** What a batch lasts at least, in ms: what comes meanwhile is taken together. A look costs the database more than a job does, and in a burst one would come with each event. */
const BATCH_MS = 50

const DAY_SECONDS = 24 * 60 * 60

const options: Omit<BossQueue, 'name' | 'deadLetter'> = {
  // Tell the workers at once, instead of waiting until they look.
  notify: true,
  retryLimit: RETRIES,
  retryDelay: FIRST_WAIT_SECONDS,
  retryBackoff: true,
  retryDelayMax: LONGEST_WAIT_SECONDS,
  expireInSeconds: LEASE_SECONDS,
  // A worker that says nothing for so long is dead; what it had is given to another one.
  heartbeatSeconds: 10,
  retentionSeconds: KEPT_DAYS * DAY_SECONDS,
  deleteAfterSeconds: 60 * 60,
}

export interface PgBossTools extends Pick<Tools, 'log'> {
  readonly url: string
  /** The app's own connections. */
  readonly db: Database
  readonly role: 'web' | 'worker'
  /** Whose jobs these are; workers take no others. */
  readonly name: string
}

export interface PgBossQueue extends Queue {
  /** Brings pg-boss's own tables up to date, and begins. Throws while the database is away. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The queue as pg-boss keeps it, in a schema `pgboss` of the same database. A process that only enqueues has no connections for it alone, and supervises nothing. */
export function createPgBossQueue({ url, db, role, name, log }: PgBossTools): PgBossQueue {
  const dead = `${name}-dead`
  const boss = new PgBoss({
    ...(role === 'worker'
      ? {
          connectionString: url,
          application_name: 'app queue',
          max: WORKERS + 2,
          useListenNotify: true,
          // Dead workers are looked for so often, by one process of all.
          monitorIntervalSeconds: 10,
          superviseIntervalSeconds: 10,
        }
      : { db: through(db.sql), supervise: false }),
    schedule: false,
  })
  boss.on('error', (error) => log('queue error', { reason: reasonOf(error) }))
  boss.on('warning', ({ message }) => log('queue warning', { reason: message }))
  return {
    start: async () => {
      await boss.start()
      await boss.createQueue(dead, { retentionSeconds: KEPT_DAYS * DAY_SECONDS })
      await boss.createQueue(name, { ...options, deadLetter: dead })
      // For queues that an earlier version of the app has made.
      const { policy: _, partition: __, ...changeable } = options
      await boss.updateQueue(name, changeable)
    },
    enqueue: async (sql, job) => {
      await boss.send(name, job, { db: through(sql), group: groupOf(job) })
    },
    work: (handle) => startWorkers({ boss, name, log }, handle),
    deadLetters: async () => {
      // pg-boss itself would read all of them.
      const { rows } = await db.sql(
        `SELECT data, source_output, extract(epoch FROM created_on) * 1000 AS since_ms
         FROM pgboss.job WHERE name = $1 AND state < 'active' ORDER BY created_on LIMIT 100`,
        dead,
      )
      return rows.map(({ data, source_output, since_ms }): DeadLetter => ({
        // Written by `enqueue`.
        job: data as Job,
        reason: wordsOf(source_output),
        since: new Date(Number(since_ms)),
      }))
    },
    redrive: async (storeId) => {
      // Not what is given up again meanwhile: that would never end.
      const { rows } = await db.sql('SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000) AS now_ms')
      const which = {
        createdBefore: new Date(Number(rows[0]?.['now_ms'])),
        ...(storeId !== undefined && { data: { storeId } }),
      }
      let all = 0
      for (;;) {
        const moved = await boss.redrive(dead, { ...which, limit: 1000 })
        all += moved
        if (moved < 1000) return all
      }
    },
    close: () => boss.stop({ graceful: false }),
  }
}

interface BossTools extends Pick<Tools, 'log'> {
  readonly boss: PgBoss
  readonly name: string
}

async function startWorkers(tools: BossTools, handle: Handle): Promise<Working> {
  const { boss, name } = tools
  try {
    await addWorkers(tools, handle)
  } catch (error) {
    // Whoever tries again finds none of them.
    await boss.offWork(name)
    throw error
  }
  return {
    stop: async (withinMs) => {
      const late = Promise.withResolvers<void>()
      const alarm = setTimeout(late.resolve, withinMs)
      // What is not done by then is handed to another process when this one closes.
      await Promise.race([boss.offWork(name), late.promise])
      clearTimeout(alarm)
    },
  }
}

async function addWorkers({ boss, name, log }: BossTools, handle: Handle): Promise<void> {
  const ids: string[] = []
  for (let at = 0; at < WORKERS; at += 1) {
    const id = await boss.work<Job, JobResult[], typeof taking>(name, taking, async (jobs) => {
      const atLeast = sleep(BATCH_MS)
      const settled = await Promise.all(jobs.map((job) => doOne(job, handle, log)))
      await atLeast
      const later = settled.flatMap(({ again }) => again ?? [])
      // As new jobs, before the old ones are done: between the two they are there twice, and take effect once.
      if (later.length > 0) await boss.insert(name, later)
      // A store that had its share in work left room in the batch, which looks to pg-boss like the end of the queue: look again at once, until there is nothing.
      boss.notifyWorker(ids[at] ?? '')
      return settled.map(({ result }) => result)
    })
    ids.push(id)
  }
}

const taking = {
  batchSize: BATCH,
  perJobResults: true,
  burstWhenBatchFull: true,
  // Workers that look at the same moment may take some more.
  groupConcurrency: PER_STORE,
  pollingIntervalSeconds: LOOK_SECONDS,
  notifyPollingIntervalSeconds: LOOK_SECONDS,
} as const

interface Settled {
  readonly result: JobResult
  /** The job, to be done later. */
  readonly again?: JobInsert<Job>
}

async function doOne({ id, data, retryCount }: BossJob<Job>, handle: Handle, log: Tools['log']): Promise<Settled> {
  const about = { eventId: data.eventId, storeId: data.storeId }
  try {
    const outcome = await handle(data)
    const result = { id, status: 'completed' } as const
    if (outcome === 'done') return { result }
    if (outcome !== 'dead')
      return { result, again: { data, group: groupOf(data), startAfter: afterMs(outcome.laterMs) } }
    log('dead letter', { ...about, reason: CANNOT })
    return { result: { id, status: 'deadletter', output: CANNOT } }
  } catch (error) {
    const reason = reasonOf(error)
    log(retryCount < RETRIES ? 'job comes again' : 'dead letter', { ...about, reason, ...placeOf(error) })
    return { result: { id, status: 'failed', output: reason } }
  }
}

/** All jobs of a store are one group. */
function groupOf({ storeId }: Job) {
  return { id: String(storeId) }
}

function afterMs(ms: number): Date {
  return new Date(Date.now() + ms)
}

const CANNOT = 'cannot be done now'

/** pg-boss puts a text into `{ value }`. */
function wordsOf(output: unknown): string {
  const value = typeof output === 'object' && output !== null && 'value' in output ? output.value : output
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Has pg-boss send its SQL where ours goes: into the transaction that is under way. */
function through(sql: Sql): Db {
  return {
    // pg-boss sends numbers, texts and arrays, which pg all takes.
    executeSql: async (text, values = []) => ({ rows: [...(await sql(text, ...(values as Value[]))).rows] }),
  }
}
