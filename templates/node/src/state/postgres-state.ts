import { setTimeout as sleep } from 'node:timers/promises'

import { reasonOf } from '../log.ts'
import { createPgBossQueue } from '../queue/pg-boss-queue.ts'
import { DatabaseAway, type Database } from './database.ts'
import { watchWrites } from './last-write.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { troubleOf, type State, type StateTools } from './state.ts'

/** How many connections a role has for its own work; a worker's queue has some more. */
const CONNECTIONS = { web: 10, worker: 10 }

/** The first try, and those after it, in ms. */
const AGAIN_MS = 1000

/** Any number that no other program takes for an advisory lock in the same database. */
const MIGRATING = 7_263_018

export interface PostgresStateTools extends Pick<StateTools, 'log'> {
  readonly url: string
  readonly role: 'web' | 'worker'
  /** Of the queue. */
  readonly jobs?: string
}

/** A state on PostgreSQL. The database need not be there yet, nor up to date: both are seen to until it is so. */
export function openPostgresState({ url, role, jobs = 'events', log }: PostgresStateTools): State {
  const { db, writeTrouble } = watchWrites(
    openPostgres({ url, name: `app ${role}`, connections: CONNECTIONS[role], log }),
  )
  const queue = createPgBossQueue({ url, db, role, name: jobs, log })
  const closing = new AbortController()
  let why: string | null = 'The database was not reached yet, or its schema is being brought up to date.'
  const isReady = untilReady()

  async function untilReady(): Promise<void> {
    while (why !== null && !closing.signal.aborted) {
      try {
        await bringUpToDate()
        await queue.start()
        why = null
      } catch (error) {
        const reason = reasonOf(error)
        if (reason !== why) log('not ready', { role, reason })
        why = reason
        await sleep(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    if (!closing.signal.aborted) log('ready', { role })
  }

  async function bringUpToDate(): Promise<void> {
    // On a connection of its own: a step over a large table takes as long as it takes.
    const own = openPostgres({ url, name: `app ${role} migration`, connections: 1, patienceMs: null, log })
    try {
      await own.transaction(async (sql) => {
        // Of processes that start at the same time one migrates, and the others find it done.
        await sql(`SELECT pg_advisory_xact_lock(${MIGRATING})`)
        await migrate(sql, 'postgres')
      })
    } finally {
      await own.close()
    }
  }

  return {
    db: untilThen(db, () => why),
    queue,
    isReady,
    trouble: async () => why ?? writeTrouble() ?? troubleOf(db),
    close: async () => {
      closing.abort()
      await isReady
      await queue.close()
      await db.close()
    },
  }
}

/** Nothing is asked of a database that was never ready: its schema may be that of another version. */
function untilThen(db: Database, why: () => string | null): Database {
  const guard = () => {
    const reason = why()
    if (reason !== null) throw new DatabaseAway(reason)
  }
  return {
    ...db,
    sql: async (...asked) => (guard(), db.sql(...asked)),
    transaction: async (...asked) => (guard(), db.transaction(...asked)),
  }
}
