import type { Db, Job as BossJob, JobInsert, JobResult, PgBoss, Queue as BossQueue } from 'pg-boss'

import type { EnqueueOptions, Handle, Job, Working } from '../database/queue.ts'
import { findSource, reasonOf, type Log } from '../log/log.ts'
import { BATCH, FIRST_WAIT_SECONDS, KEPT_DAYS, LEASE_SECONDS, LONGEST_WAIT_SECONDS, RETRIES } from '../work/limits.ts'
import { peerMissing, type PostgresTx } from './pool.ts'

/**
 * Batches that one process runs in parallel, because one store may fill one. Each polls when a job
 * arrives, so more load the database.
 */
const WORKERS = 2

/** Number of jobs of one store that run in parallel, in all processes together: the slots of one worker, so that the others are free for other stores. */
const PER_STORE = BATCH

/** Polling interval without notification, in s, for retried jobs and jobs of a dead process, which nothing announces. */
const POLL_SECONDS = 1

/** Minimum duration of a batch, in ms: jobs that arrive meanwhile are taken together. A poll costs the database more than a job. */
const BATCH_MS = 50

const DAY_SECONDS = 24 * 60 * 60

const options: Omit<BossQueue, 'name' | 'deadLetter'> = {
  // Notifies the workers immediately, instead of waiting for their poll.
  notify: true,
  retryLimit: RETRIES,
  retryDelay: FIRST_WAIT_SECONDS,
  retryBackoff: true,
  retryDelayMax: LONGEST_WAIT_SECONDS,
  expireInSeconds: LEASE_SECONDS,
  // A worker without a heartbeat for this long is dead, and its jobs are given to another one.
  heartbeatSeconds: 10,
  retentionSeconds: KEPT_DAYS * DAY_SECONDS,
  deleteAfterSeconds: 60 * 60,
}

export interface BossTools {
  readonly url: string
  /** Connections of this process. */
  readonly db: PostgresTx
  readonly role: 'web' | 'worker'
  /** Name of the queue. Workers take no other jobs. */
  readonly name: string
  readonly log: Log
}

/** Starts a pg-boss queue in its schema of the same database. A process that only enqueues has no separate connections, and supervises nothing. */
export async function startBoss({ url, db, role, name, log }: BossTools): Promise<PgBoss> {
  const { PgBoss } = await loadBoss()
  const boss = new PgBoss({
    ...(role === 'worker'
      ? {
          connectionString: url,
          application_name: 'app queue',
          max: WORKERS + 2,
          useListenNotify: true,
          // Interval at which one of all processes checks for dead workers.
          monitorIntervalSeconds: 10,
          superviseIntervalSeconds: 10,
        }
      : { db: through(db), supervise: false }),
    schedule: false,
  })
  boss.on('error', (error) => log('queue error', { reason: reasonOf(error) }))
  boss.on('warning', ({ message }) => log('queue warning', { reason: message }))
  await boss.start()
  await boss.createQueue(deadName(name), { retentionSeconds: KEPT_DAYS * DAY_SECONDS })
  await boss.createQueue(name, { ...options, deadLetter: deadName(name) })
  // For queues that an earlier version of the kit has created.
  const { policy: _, partition: __, ...changeable } = options
  await boss.updateQueue(name, changeable)
  return boss
}

function loadBoss() {
  return import('pg-boss').catch((cause: unknown) => {
    throw peerMissing(cause)
  })
}

/** Connects pg-boss to the existing tables. */
export async function connectBoss(db: PostgresTx, log: Log): Promise<PgBoss> {
  const { PgBoss } = await loadBoss()
  const boss = new PgBoss({ db: through(db), supervise: false, schedule: false, migrate: false })
  boss.on('error', (error) => log('queue error', { reason: reasonOf(error) }))
  return boss.start()
}

export function deadName(name: string): string {
  return `${name}-dead`
}

/** Adds a job inside a transaction. */
export async function enqueue(
  boss: PgBoss,
  tx: PostgresTx,
  { name, job, key, after }: { readonly name: string; readonly job: Job } & EnqueueOptions,
): Promise<void> {
  if (key !== undefined && (await waits(tx, name, key))) return
  await boss.send(name, job, {
    db: through(tx),
    group: groupOf(job),
    ...(key !== undefined && { singletonKey: key }),
    ...(after !== undefined && { startAfter: after }),
  })
}

/** Returns whether a job with this key is waiting. The lock lets one transaction at a time check a key. */
async function waits(tx: PostgresTx, name: string, key: string): Promise<boolean> {
  await tx.text('SELECT pg_advisory_xact_lock(hashtext($1))', [`${name} ${key}`])
  const { rows } = await tx.text(
    `SELECT 1 FROM pgboss.job WHERE name = $1 AND singleton_key = $2 AND state < 'active' LIMIT 1`,
    [name, key],
  )
  return rows.length > 0
}

export interface BossWork {
  readonly boss: PgBoss
  readonly name: string
  readonly log: Log
}

export async function startWorkers(tools: BossWork, handle: Handle): Promise<Working> {
  const { boss, name } = tools
  // Other workers in this process, such as a tick's, continue.
  const ids: string[] = []
  const end = () => Promise.all(ids.map((id) => boss.offWork(name, { id })))
  try {
    for (let at = 0; at < WORKERS; at += 1) ids.push(await addWorker(tools, handle))
  } catch (error) {
    // The caller retries, and must find none of these workers.
    await end()
    throw error
  }
  return {
    async stop(withinMs) {
      const late = Promise.withResolvers<void>()
      const alarm = setTimeout(late.resolve, withinMs)
      // Jobs that are unfinished by then are given to another process when this one closes.
      await Promise.race([end(), late.promise])
      clearTimeout(alarm)
    },
  }
}

async function addWorker({ boss, name, log }: BossWork, handle: Handle): Promise<string> {
  let own = ''
  own = await boss.work<Job, JobResult[], typeof taking>(name, taking, async (jobs) => {
    const atLeast = new Promise((resolve) => setTimeout(resolve, BATCH_MS))
    const settled = await Promise.all(jobs.map((job) => doOne(job, handle, log)))
    await atLeast
    const later = settled.flatMap(({ again }) => again ?? [])
    // As new jobs, before the old ones are done: in between they exist twice, and take effect once.
    if (later.length > 0) await boss.insert(name, later)
    // A store at its limit left space in the batch, which looks to pg-boss like the end of the queue: poll again immediately, until it is empty.
    boss.notifyWorker(own)
    return settled.map(({ result }) => result)
  })
  return own
}

const taking = {
  batchSize: BATCH,
  perJobResults: true,
  burstWhenBatchFull: true,
  // Workers that poll at the same moment may take some more.
  groupConcurrency: PER_STORE,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
  includeMetadata: true,
} as const

interface Settled {
  readonly result: JobResult
  /** The job to run later. */
  readonly again?: JobInsert<Job>
}

type Taken = BossJob<Job> & { readonly retryCount: number }

async function doOne({ id, data, retryCount }: Taken, handle: Handle, log: Log): Promise<Settled> {
  const about = { id: data.id, name: data.name, storeId: data.storeId }
  try {
    const outcome = await handle(data, retryCount + 1)
    const result = { id, status: 'completed' } as const
    if (outcome === 'done') return { result }
    if ('laterMs' in outcome)
      return { result, again: { data, group: groupOf(data), startAfter: inMs(outcome.laterMs) } }
    log('dead letter', { ...about, reason: outcome.dead })
    return { result: { id, status: 'deadletter', output: outcome.dead } }
  } catch (error) {
    const reason = reasonOf(error)
    log(retryCount < RETRIES ? 'job failed, will retry' : 'dead letter', { ...about, reason, ...findSource(error) })
    return { result: { id, status: 'failed', output: reason } }
  }
}

/** All jobs of a store are one group. */
function groupOf({ storeId }: Job) {
  return { id: String(storeId) }
}

function inMs(ms: number): Date {
  return new Date(new Date().getTime() + ms)
}

/** Makes pg-boss send its SQL into the transaction in progress. */
function through(tx: PostgresTx): Db {
  return {
    executeSql: async (text, values = []) => ({ rows: [...(await tx.text(text, values)).rows] }),
  }
}
