/** D1 and Workers for an app: `import { d1, worker } from 'svcapp-kit/d1'`. It imports no Node modules. */
import type { App } from './app.ts'
import { createD1, type D1Binding } from './d1/database.ts'
import type { Database } from './database/database.ts'

export type { D1Binding, D1Prepared } from './d1/database.ts'

/**
 * A D1 database. `wrangler d1 migrations apply` creates its tables from files: `npx svcapp-kit
 * migrations --d1 > migrations/0000_kit.sql`. Handlers run before the response to a delivery. Their
 * effects and the event id are written in one batch.
 */
export function d1(binding: D1Binding): Database {
  return createD1(binding, { now: Date.now, random: Math.random })
}

/** The entry point of a worker. */
export interface Worker<E> {
  readonly fetch: (request: Request, env: E) => Promise<Response>
  readonly scheduled: (event: unknown, env: E) => Promise<void>
}

/**
 * A worker: `export default worker((env: Bindings) => createApp({ env, database: d1(env.DB) }))`.
 * Its Cron Trigger runs hooks, jobs, schedules and redriven dead letters that are due. Run it every
 * minute.
 */
export function worker<E extends object>(create: (env: E) => App): Worker<E> {
  // One per isolate and environment. Nothing may depend on it, because an isolate can end at any moment.
  const apps = new WeakMap<E, App>()
  const appOf = (env: E) => {
    const known = apps.get(env) ?? create(env)
    apps.set(env, known)
    return known
  }
  return {
    fetch: (request, env) => appOf(env).fetch(request),
    // A separate app: one invocation must not end what another one has begun.
    scheduled: async (_, env) => void (await create(env).tick()),
  }
}
