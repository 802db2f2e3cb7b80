import type { Database } from '../database/database.ts'
import { schemaTrouble } from '../database/schema.ts'
import { sql, type Row, type Sql, type Value } from '../database/sql.ts'
import { NothingChanged, type Tx } from '../database/tx.ts'
import { databaseAway } from '../kit-error.ts'
import { masked, reasonOf } from '../log/log.ts'
import { createTableQueue } from '../work/table-queue.ts'

/** The part of a D1 binding that the library uses. */
export interface D1Binding {
  prepare(text: string): D1Prepared
  /** Runs the statements in one transaction. If one fails, none is applied. */
  batch(statements: D1Prepared[]): Promise<readonly { readonly meta: { readonly changes: number } }[]>
}

export interface D1Prepared {
  bind(...values: unknown[]): D1Prepared
  all(): Promise<{ readonly results: readonly object[] }>
}

export interface D1Runtime {
  readonly now: () => number
  readonly random: () => number
}

/** Fails, and with it the whole batch, if the previous statement has changed no row. */
const MUST = sql`INSERT INTO svcapp_must (changed) SELECT NULL WHERE changes() = 0`

/** Creates a D1 database, which has batches but no transactions that read. */
export function createD1(binding: D1Binding, runtime: D1Runtime): Database {
  const prepare = ({ parts, values }: Sql) => {
    const statement = binding.prepare(parts.join('?'))
    return values.length === 0 ? statement : statement.bind(...values.map(boundValue))
  }
  const rows: Database['rows'] = (query) =>
    // D1 columns are texts, numbers and null.
    asAway(async () => (await prepare(query).all()).results as readonly Row[])
  const batch: Database['batch'] = (statements) =>
    asAway(async () => {
      if (statements.length === 0) return []
      return (await binding.batch(statements.map(prepare))).map(({ meta }) => meta.changes)
    })
  return {
    kind: 'd1',
    rows,
    batch,
    async transaction(work) {
      const statements: Sql[] = []
      const tx: Tx = {
        rows,
        async write(statement) {
          statements.push(statement)
          return 1
        },
        async must(statement) {
          statements.push(statement, MUST)
        },
      }
      const result = await work(tx)
      await batch(statements)
      return result
    },
    // All isolates work on the same table.
    queue: createTableQueue({ database: { rows, batch }, ...runtime, isShared: true }),
    // Wrangler migrates its tables, never a request.
    open: async () => {},
    async trouble() {
      try {
        return await schemaTrouble({ rows })
      } catch (error) {
        return reasonOf(error)
      }
    },
    close: async () => {},
  }
}

/** D1 binds no bigint. An id beyond 2^53 is bound as digits and stored as the same integer. */
function boundValue(value: Value): Exclude<Value, bigint> {
  return typeof value === 'bigint' ? String(value) : value
}

const ADVICE =
  'Run `npx svcapp-kit migrations --d1 > migrations/0000_kit.sql`, then `npx wrangler d1 migrations apply <database>` (with --remote for the deployed app).'

async function asAway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    // D1 puts the cause into the message.
    const text = error instanceof Error ? `${error.message} ${reasonOf(error.cause)}` : ''
    if (/NOT NULL constraint failed: svcapp_must/.test(text)) throw new NothingChanged()
    if (/no such table: svcapp_/.test(text)) throw databaseAway(`The kit's tables are missing in D1. ${ADVICE}`, error)
    // An invalid statement is an error in the app; all other errors are failures of D1.
    if (/SQLITE_(?!BUSY|FULL|IOERR|NOMEM)|constraint failed|syntax error|no such/.test(text)) throw error
    throw databaseAway(`D1: ${masked(text)}`, error)
  }
}
