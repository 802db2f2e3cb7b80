import type { ClientBase, Pool, PoolConfig, QueryConfig, QueryResult } from 'pg'

import type { Row, Sql, Value } from '../database/sql.ts'
import { txOf, type Tx, type WriteOptions } from '../database/tx.ts'
import { databaseAway, KitError } from '../kit-error.ts'
import { reasonOf, type Log } from '../log/log.ts'

export interface PoolOptions {
  readonly url: string
  /** The server shows it for each connection. */
  readonly name: string
  /** Maximum number of connections. */
  readonly connections: number
  /** Time limit for a result, in ms. Null for no limit. */
  readonly patienceMs?: number | null
  readonly log: Log
  /** The app's own pool, in place of a new one. It is left open. */
  readonly pool?: Pool | undefined
}

/** A transaction, and a script of several statements in it. */
export interface PostgresTx extends Tx {
  /** Runs SQL as pg-boss writes it. */
  text(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Row[]; readonly changes: number }>
}

export interface PostgresPool extends PostgresTx {
  transaction<T>(work: (tx: PostgresTx) => Promise<T>, options?: WriteOptions): Promise<T>
  close(): Promise<void>
}

/** Time limit for a connection or a result, in ms: less than the platform waits for the response to a delivery. */
const PATIENCE_MS = 4000

/** A process that has stopped within a transaction loses its locks after this time, in ms. */
const IDLE_MS = 10_000

/** PostgreSQL's type of ids. */
const INT8 = 20

/** Opens a PostgreSQL database for any number of processes. Nothing is sent to it yet: it may start later, stop and return. */
export async function openPool({
  url,
  name,
  connections,
  patienceMs = PATIENCE_MS,
  log,
  pool: given,
}: PoolOptions): Promise<PostgresPool> {
  const pg = await loadPg()
  const limits = `SET statement_timeout = ${patienceMs ?? 0}; SET idle_in_transaction_session_timeout = ${IDLE_MS}`
  const config: PoolConfig = {
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: PATIENCE_MS,
    // For a server that no longer responds. A server that does ends the statement a little before.
    ...(patienceMs !== null && { query_timeout: patienceMs + 1000 }),
    keepAlive: true,
    // As statements, because poolers reject connection parameters.
    onConnect: (client) => client.query(limits),
  }
  // With each query, because the app's own pool has its own types.
  const types: QueryTypes = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? parseId : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = given ?? new pg.Pool(config)
  // Reports an idle connection. The next one that is needed is opened again.
  pool.on('error', (error) => log('database connection lost', { reason: reasonOf(error) }))
  return {
    ...postgresTx((text, values) => pool.query({ text, values: [...values], types })),
    transaction: (work, { durable = true } = {}) => asAway(() => transact({ pool, types }, work, durable)),
    close: async () => (given === undefined ? pool.end() : undefined),
  }
}

async function loadPg() {
  try {
    const { default: pg } = await import('pg')
    return pg
  } catch (cause) {
    throw peerMissing(cause)
  }
}

export function peerMissing(cause: unknown): KitError {
  const advice = 'npm install pg pg-boss'
  return new KitError(
    'database.peer-missing',
    `DATABASE_URL is set, but the PostgreSQL packages are missing. Run: ${advice}`,
    {
      cause,
      suggestions: [advice],
    },
  )
}

type QueryTypes = NonNullable<QueryConfig['types']>

type Ask = (text: string, values: readonly unknown[]) => Promise<QueryResult | QueryResult[]>

function postgresTx(ask: Ask): PostgresTx {
  const text: PostgresTx['text'] = (sql, values = []) => asAway(async () => lastResult(await ask(sql, values)))
  const own = txOf({
    rows: async (query) => (await text(toText(query), query.values)).rows,
    write: async (statement) => (await text(toText(statement), statement.values)).changes,
  })
  return { text, ...own }
}

/** A connection that breaks during use reports it to its user, and to its listeners. */
function ignore(): void {}

async function transact<T>(
  { pool, types }: { readonly pool: Pool; readonly types: QueryTypes },
  work: (tx: PostgresTx) => Promise<T>,
  durable: boolean,
): Promise<T> {
  const client = await pool.connect()
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await client.query(durable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off')
    const result = await work(postgresTx((text, values) => client.query({ text, values: [...values], types })))
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

function lastResult(answer: QueryResult | QueryResult[]) {
  // For several statements in one text, as pg-boss sends them, the last result counts.
  const { rows, rowCount } = Array.isArray(answer) ? (answer.at(-1) ?? { rows: [], rowCount: 0 }) : answer
  return { rows: rows as Row[], changes: rowCount ?? 0 }
}

/** A literal in the source has one array, and lives as long as the program. */
const texts = new WeakMap<readonly string[], string>()

/** The kit's tables are in a separate schema. */
const ownTables = /\bsvcapp_(installs|events|effects|once|pauses|schedules|schema)\b/g

function toText({ parts }: Sql): string {
  const known = texts.get(parts)
  if (known !== undefined) return known
  const text = parts.reduce((all, part, at) => `${all}$${at}${part}`).replaceAll(ownTables, 'svcapp.$1')
  texts.set(parts, text)
  return text
}

/** Returns an id as a number if that is exact. */
function parseId(text: string): Value {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

async function asAway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw isAway(error) ? databaseAway(`PostgreSQL: ${reasonOf(error)}`, error) : error
  }
}

/**
 * Classes of PostgreSQL's codes: no connection, no such user or database, read-only, no space
 * (disk, memory, connections), shut down, a failing disk; and tables that do not exist yet.
 */
const awayCodes = /^(08|28|3D|25006|53|57|58|42P01|E[A-Z]+$)/

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return awayCodes.test(error.code)
  // Errors of pg itself have no code.
  return /timeout|terminated|not queryable|Cannot use a pool/i.test(error.message)
}
