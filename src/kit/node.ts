/** The library on Node: `import { database, serve } from 'svcapp-kit/node'`. */
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
  /**
   * Folder of numbered .sql files for the app's own tables. Each file runs once. Default:
   * `migrations`, if it exists.
   */
  readonly migrations?: string
}

type Env = Readonly<Record<string, string | undefined>>

/** A SQLite database file for one process. Its tables are created when it opens. */
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
 * The database set in the environment. With DATABASE_URL it is PostgreSQL, for any number of
 * processes, and needs the packages `pg` and `pg-boss`. Otherwise it is the SQLite file `app.db` in
 * DATA_DIR (default: `data`).
 */
export function database(env: object, options: SqliteOptions = {}): Database {
  const { DATABASE_URL, SVCAPP_BASE_URL = '' } = env as Env
  if (DATABASE_URL)
    return postgresDatabase(DATABASE_URL, { ...options, baseUrl: SVCAPP_BASE_URL, write: (line) => console.log(line) })
  return sqlite(databaseFile(env as Env), options)
}

/**
 * Serves the app on PORT (default: 3000) and HOST (default: 127.0.0.1) until SIGTERM. If the
 * environment is invalid, it prints one sentence and exits.
 */
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

/**
 * The app as Express or Connect middleware, or as a node:http handler. Put it before body parsers,
 * because signatures cover the raw bytes.
 */
export function node(app: App): Listener {
  return createListener((request) => app.handle(request), coreOf(app).log)
}
