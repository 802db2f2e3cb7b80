import type { Config } from '../config.ts'
import { reasonOf, type Log } from '../log.ts'
import { digestSecret } from '../protocol/access-token.ts'
import type { Queue } from '../queue/queue.ts'
import { createSqliteQueue } from '../queue/sqlite-queue.ts'
import type { Database } from './database.ts'
import { watchWrites } from './last-write.ts'
import { checkSchema } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

/** What a process keeps and works on. */
export interface State {
  readonly db: Database
  readonly queue: Queue
  /** Resolves when the database has been reached and its schema is the one of this app. */
  readonly isReady: Promise<void>
  /** Why nothing can be kept now, in a sentence; null when all is well. */
  readonly trouble: () => Promise<string | null>
  readonly close: () => Promise<void>
}

export interface StateTools {
  readonly config: Config
  readonly log: Log
}

/** Opens the state for one or all roles of this process: a SQLite file below the working folder, or with DATABASE_URL a PostgreSQL database. */
export async function openState({ config, log }: StateTools, role: 'web' | 'worker'): Promise<State> {
  if (config.databaseUrl !== null) {
    // Loaded only when it is used: an app on SQLite starts without it.
    const { openPostgresState } = await import('./postgres-state.ts')
    return openPostgresState({ log, url: config.databaseUrl, role, jobs: jobsOf(config) })
  }
  return openSqliteState('data/app.db', log)
}

/** A state in a SQLite file, ready. Pass ':memory:' for one that is gone at the end. */
export async function openSqliteState(path: string, log: Log): Promise<State> {
  const { db, writeTrouble } = watchWrites(await openSqlite(path))
  return {
    db,
    queue: createSqliteQueue({ db, log }),
    isReady: Promise.resolve(),
    trouble: async () => writeTrouble() ?? troubleOf(db),
    close: db.close,
  }
}

/** Platforms on this machine, which alone have http, may share a database, those of `app check` for example: each one's jobs are for the processes that know it. */
function jobsOf({ baseUrl }: Config): string {
  return baseUrl.startsWith('http:') ? `events-${digestSecret(baseUrl).slice(0, 12)}` : 'events'
}

/** Why the database cannot be used, in a sentence; null when it can. */
export async function troubleOf({ sql }: Database): Promise<string | null> {
  try {
    await checkSchema(sql)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
