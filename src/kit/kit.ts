/**
 * The app library: `import { createApp } from 'svcapp-kit'`. It imports no Node modules, so it runs
 * wherever `fetch` exists.
 */
import type { App, AppOptions } from './app.ts'
import { assembleApp } from './create-app.ts'
import type { Database } from './database/database.ts'
import { createMemory } from './sqlite/memory.ts'

export { AppError } from '../errors.ts'
export { ExactNumber } from '../text/json.ts'
export { sql, type Row, type Sql, type Value } from './database/sql.ts'
export type { Database } from './database/database.ts'
export type { Tx } from './database/tx.ts'
export { html, Html } from './http/html.ts'
export type { Csp } from './http/security-headers.ts'
export type { Install, Place, Region } from './install/install.ts'
export { KitError } from './kit-error.ts'
export type { Fields, Log } from './log/log.ts'
export { sumByCurrency, type CurrencySum } from './sum-by-currency.ts'
export type * from './app.ts'
export type * from './types.ts'
export type { Api } from './api/api.ts'
export type { DeadLetter, Json, JsonObject, Ticked, Trace, Working } from './database/queue.ts'
export type { Decimal, Long } from '../sdk/calls.ts'

/** Creates an app. Nothing is read, opened or sent before the first request, `work` or `serve`. */
export function createApp(options: AppOptions): App {
  return assembleApp(options, {
    fetch: (url, init) => fetch(url, init),
    now: () => new Date(),
    random: Math.random,
    write: (line) => console.log(line),
  })
}

export interface MemoryOptions {
  /** SQL of the app's own tables. */
  readonly schema?: string
}

/**
 * An in-memory database for tests, deleted by `close`. Handlers run before the response, as on D1.
 * With NODE_ENV `production` it does not open (`kit.memory-in-production`).
 */
export function memory(options: MemoryOptions = {}): Database {
  return createMemory(options, { now: Date.now, random: Math.random })
}
