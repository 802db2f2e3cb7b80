import pg, { type ClientBase } from 'pg'

import { reasonOf, type Log } from '../log.ts'
import { DatabaseAway, type Database, type Result, type Sql } from './database.ts'

export interface PostgresOptions {
  readonly url: string
  /** Shown by the server beside each connection. */
  readonly name: string
  /** How many connections at most. */
  readonly connections: number
  /** How long an answer is waited for, in ms; null for as long as it takes. */
  readonly patienceMs?: number | null
  readonly log: Log
}

/** How long a connection or an answer is waited for, in ms: less than the platform waits for the answer to a delivery. */
const PATIENCE_MS = 4000

/** What a process that has stopped in the middle of a transaction holds is let go after so long, in ms. */
const IDLE_MS = 10_000

/** A PostgreSQL database, for any number of processes. Nothing is asked of it yet: it may come later, go and come back. */
export function openPostgres({ url, name, connections, patienceMs = PATIENCE_MS, log }: PostgresOptions): Database {
  const limits = `SET statement_timeout = ${patienceMs ?? 0}; SET idle_in_transaction_session_timeout = ${IDLE_MS}`
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: PATIENCE_MS,
    // For a server that says nothing any more. One that does ends the statement by itself, a little before.
    ...(patienceMs !== null && { query_timeout: patienceMs + 1000 }),
    keepAlive: true,
    // By statements and not by parameters of the connection, which poolers refuse.
    onConnect: (client) => client.query(limits),
  })
  // Of a connection that nobody uses at the moment; the next one that is needed is made again.
  pool.on('error', (error) => log('database connection lost', { reason: error.message }))
  return {
    sql: (text, ...values) => asking(() => answerOf(pool.query(text, values))),
    transaction: (work, { durable = true } = {}) => asking(() => transact(pool, work, durable)),
    close: () => pool.end(),
  }
}

async function transact<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>, durable: boolean): Promise<T> {
  const client = await pool.connect()
  // One that breaks while it is in use says so to who uses it, and here, where nobody needs to hear it twice.
  const ignore = () => {}
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await client.query(durable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off')
    const result = await work((text, ...values) => answerOf(client.query(text, values)))
    await client.query('COMMIT')
    return result
  } catch (error) {
    await rollBack(client).catch((reason: unknown) => (broken = new Error(reasonOf(reason))))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

async function rollBack(client: ClientBase): Promise<void> {
  await client.query('ROLLBACK')
}

async function answerOf(asked: Promise<pg.QueryResult | pg.QueryResult[]>): Promise<Result> {
  const answer = await asked
  // Of several statements in one text, as pg-boss sends them, the last one counts.
  const { rows, rowCount } = Array.isArray(answer) ? (answer.at(-1) ?? { rows: [], rowCount: 0 }) : answer
  return { rows, changes: rowCount ?? 0 }
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw isAway(error) ? new DatabaseAway(`PostgreSQL: ${reasonOf(error)}`, { cause: error }) : error
  }
}

/**
 * Classes of PostgreSQL's codes: no connection, no such user or database, read only, no room (disk, memory, connections), shut down, a failing disk; and tables that
 * are not there yet.
 */
const awayCodes = /^(08|28|3D|25006|53|57|58|42P01|E[A-Z]+$)/

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return awayCodes.test(error.code)
  // What pg itself has to say has no code.
  return /timeout|terminated|not queryable|Cannot use a pool/i.test(error.message)
}
