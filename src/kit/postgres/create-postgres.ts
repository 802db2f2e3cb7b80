import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'

import type { Database } from '../database/database.ts'
import { watchWrites } from '../database/last-write.ts'
import type { Queue } from '../database/queue.ts'
import { migrate, schemaTrouble, type Migration } from '../database/schema.ts'
import { databaseAway, KitError } from '../kit-error.ts'
import { reasonOf, type Log } from '../log/log.ts'
import { listDead, redrive } from './dead-letters.ts'
import { enqueue, startBoss, startWorkers } from './pg-boss-queue.ts'
import { openPool, type PostgresPool, type PostgresTx } from './pool.ts'

export interface PostgresOptions {
  readonly url: string
  /** Name of the queue. */
  readonly jobs: string
  readonly migrations: () => readonly Migration[]
  readonly log: Log
  readonly now: () => number
  /** The app's own connections, for requests. */
  readonly pool?: Pool | undefined
}

/** Number of connections for requests, and for jobs. */
const CONNECTIONS = 10

/** Pause before the database is retried, in ms. */
const AGAIN_MS = 1000

/** Any number that no other program uses for an advisory lock in the same database. */
const MIGRATING = 7_263_018

/**
 * Creates a PostgreSQL database for any number of processes. It may still be down or not migrated: both are retried.
 * Requests and jobs have separate connections, so that a burst of deliveries does not block jobs, nor the other way round.
 */
export function createPostgres(options: PostgresOptions): Database {
  const web = createSide(options, 'web')
  const worker = createSide(options, 'worker')
  return {
    ...web.database,
    worker: worker.database,
    async close() {
      await Promise.all([web.close(), worker.close()])
    },
  }
}

interface Opened {
  readonly pool: PostgresPool
  boss: PgBoss | null
}

function createSide(options: PostgresOptions, role: 'web' | 'worker') {
  const { url, jobs, log, now } = options
  const writes = watchWrites(now)
  const closing = new AbortController()
  let opened: Opened | undefined
  let ready: Promise<void> | undefined
  let why: string | null = 'The database is not connected yet, or its tables are being updated.'

  /** Sends nothing to a database that was never ready, because its tables may be of another version. */
  const use = () => {
    if (why !== null || opened === undefined) throw databaseAway(why ?? 'The database is not open.')
    return opened
  }
  const bossOf = () => {
    const { boss } = use()
    if (boss === null) throw databaseAway('The queue is not ready.')
    return boss
  }
  async function untilReady(pool: PostgresPool): Promise<void> {
    while (why !== null && !closing.signal.aborted) {
      try {
        await bringUpToDate(options, role)
        opened = { pool, boss: await startBoss({ url, db: pool, role, name: jobs, log }) }
        why = null
        log('database ready', { role })
      } catch (error) {
        // Waiting does not help if a package is missing.
        if (error instanceof KitError && error.code !== 'database.away' && error.code !== 'database.newer') throw error
        const reason = reasonOf(error)
        if (reason !== why) log('database not ready', { role, reason })
        why = reason
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
  }
  const transaction: Database['transaction'] = (work, given) =>
    writes.watch(async () => use().pool.transaction((tx) => work(tx), given))
  const queue: Queue = {
    // This database created the transaction, so it is a PostgresTx.
    enqueue: (tx, job, given) => enqueue(bossOf(), tx as PostgresTx, { name: jobs, job, ...given }),
    async work(handle, tools) {
      await ready
      return startWorkers({ boss: bossOf(), name: jobs, log: tools.log }, handle)
    },
    async due() {
      const { rows } = await use().pool.text(
        `SELECT count(*) AS due FROM pgboss.job WHERE name = $1 AND state < 'active' AND start_after <= now()`,
        [jobs],
      )
      return Number(rows[0]?.['due'])
    },
    deadLetters: () => listDead(use().pool, jobs),
    redrive: (storeId, which = 'all') => redrive(use().pool, bossOf(), { jobs, storeId, which }),
  }
  const database: Database = {
    kind: 'postgres',
    rows: async (query) => use().pool.rows(query),
    transaction,
    batch: (statements, given) =>
      transaction(async (tx) => {
        const changed: number[] = []
        for (const statement of statements) changed.push(await tx.write(statement))
        return changed
      }, given),
    queue,
    async open() {
      if (ready !== undefined) return
      const own = role === 'web' ? options.pool : undefined
      const pool = await openPool({ url, name: `app ${role}`, connections: CONNECTIONS, log, pool: own })
      ready = untilReady(pool)
      ready.catch((error: unknown) => (why = reasonOf(error)))
    },
    async trouble() {
      try {
        return why ?? writes.trouble() ?? (await schemaTrouble(use().pool))
      } catch (error) {
        return reasonOf(error)
      }
    },
    close: () => close(),
  }
  async function close(): Promise<void> {
    closing.abort()
    await ready?.catch(() => {})
    await opened?.boss?.stop({ graceful: false })
    await opened?.pool.close()
    opened = undefined
    ready = undefined
  }
  return { database, close }
}

async function bringUpToDate({ url, migrations, log }: PostgresOptions, role: string): Promise<void> {
  // Without a time limit, because a step over a large table may take long.
  const own = await openPool({ url, name: `app ${role} migration`, connections: 1, patienceMs: null, log })
  try {
    await own.transaction(async (tx) => {
      // Of the processes that start at the same time, one migrates, and the others find it done.
      await tx.text(`SELECT pg_advisory_xact_lock(${MIGRATING})`)
      await tx.text('CREATE SCHEMA IF NOT EXISTS svcapp')
      const script = async (text: string) => void (await tx.text(text))
      await migrate(tx, { kind: 'postgres', migrations: migrations(), script })
    })
  } finally {
    await own.close()
  }
}
