/** The kit on Node: `import { database, serve } from 'svcapp-kit/node'`. */
import type { App } from './app.ts'
import { coreOf } from './create-app.ts'
import type { Database } from './database/database.ts'
import { postgresDatabase } from './postgres/postgres-database.ts'
import { createListener, type Listener } from './server/node-listener.ts'
import { serveApp, type ServeOptions } from './server/serve-app.ts'
import { databaseFile } from './sqlite/database-file.ts'
import { openFile, turnsOf } from './sqlite/open-file.ts'
import { createSqlite } from './sqlite/sqlite.ts'

export type { Listener } from './server/node-listener.ts'
export type { Role, ServeOptions } from './server/serve-app.ts'

export interface SqliteOptions {
  /** Folder of the app's own tables: numbered .sql files, each run once. `migrations` by default, if it exists. */
  readonly migrations?: string
}

type Env = Readonly<Record<string, string | undefined>>

/** A SQLite file, for one process. Its tables are created when it is opened. */
export function sqlite(path: string, { migrations = 'migrations' }: SqliteOptions = {}): Database {
  return createSqlite({
    kind: 'sqlite',
    open: () => openFile(path, migrations),
    now: Date.now,
    random: Math.random,
    turns: turnsOf(path),
  })
}

/**
 * The database that the environment names: with DATABASE_URL a PostgreSQL database, for any number of processes (it needs the packages `pg` and `pg-boss`), else the
 * SQLite file `app.db` in DATA_DIR, or in `data`.
 */
export function database(env: object, options: SqliteOptions = {}): Database {
  const { DATABASE_URL, SVCAPP_BASE_URL = '' } = env as Env
  if (DATABASE_URL)
    return postgresDatabase(DATABASE_URL, { ...options, baseUrl: SVCAPP_BASE_URL, write: (line) => console.log(line) })
  return sqlite(databaseFile(env as Env), options)
}

/** Serves the app on PORT (3000) and HOST (127.0.0.1) until SIGTERM. A mistake in the environment ends the process with one sentence. */
export async function serve(app: App, options: ServeOptions = {}): Promise<void> {
  await serveApp(app, options, {
    env: process.env,
    exit: (code) => process.exit(code),
    onSignal: (handle) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handle)
    },
    printError: (line) => console.error(line),
  })
}

/** The app as middleware of Express and Connect, or as a handler of node:http. Put it before parsers: signatures are over the raw bytes. */
export function node(app: App): Listener {
  return createListener((request) => app.handle(request), coreOf(app).log)
}
