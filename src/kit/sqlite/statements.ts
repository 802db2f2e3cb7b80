import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { Row, Sql, Value } from '../database/sql.ts'
import { txOf, type Tx } from '../database/tx.ts'
import { databaseAway } from '../kit-error.ts'

/** Time limit of a transaction's work, in ms. It holds the only connection, so a caller that waits for another one would wait forever. */
const TRANSACTION_MS = 10_000

export interface Connection {
  readonly db: DatabaseSync
  readonly tx: Tx
}

/** Creates the statements of a connection, each prepared once. */
export function createTx(db: DatabaseSync): Tx {
  // A literal in the source has one array, and lives as long as the program.
  const prepared = new WeakMap<readonly string[], StatementSync>()
  const prepare = ({ parts }: Sql): StatementSync => {
    const known = prepared.get(parts)
    if (known !== undefined) return known
    const statement = db.prepare(parts.join('?'))
    // Ids beyond 2^53 would throw otherwise.
    statement.setReadBigInts(true)
    prepared.set(parts, statement)
    return statement
  }
  return txOf({
    rows: async (query) =>
      asAway(() =>
        prepare(query)
          .all(...query.values)
          .map(toRow),
      ),
    write: async (statement) => asAway(() => Number(prepare(statement).run(...statement.values).changes)),
  })
}

/** Converts integers to numbers if that is exact. */
function toRow(row: Readonly<Record<string, unknown>>): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? toNumber(value) : value,
  ])
  return Object.fromEntries(entries) as Readonly<Record<string, Value>>
}

function toNumber(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Writes all of `work` or nothing. */
export async function transact<T>({ db, tx }: Connection, work: (tx: Tx) => Promise<T>, durable: boolean): Promise<T> {
  // With SQLite's log (WAL), FULL waits for the disk at every commit. NORMAL never damages the file, but may lose the last commits.
  if (durable) db.exec('PRAGMA synchronous = FULL')
  const limit = limited(tx)
  try {
    asAway(() => db.exec('BEGIN IMMEDIATE'))
    const result = await Promise.race([work(limit.tx), limit.late])
    asAway(() => db.exec('COMMIT'))
    return result
  } catch (error) {
    // SQLite has rolled back already after some failures, such as a full disk. A second rollback would hide the first error.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  } finally {
    limit.end()
    if (durable) db.exec('PRAGMA synchronous = NORMAL')
  }
}

/** Returns a transaction that throws after its end, because late work must not write into the next one. */
function limited(tx: Tx) {
  let isOver = false
  const guard = () => {
    if (isOver) throw new Error('This transaction is closed.')
  }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    isOver = true
    late.reject(
      new Error(
        `A transaction took more than ${TRANSACTION_MS / 1000} s and was rolled back. If it uses \`db\`, use \`tx\` instead. Make API calls outside of it.`,
      ),
    )
  }, TRANSACTION_MS)
  const guarded = txOf({
    rows: async (query) => (guard(), tx.rows(query)),
    write: async (statement) => (guard(), tx.write(statement)),
  })
  return {
    tx: guarded,
    late: late.promise,
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** SQLite's codes for a disk that is full or cannot be read or written, for a locked file, and for a damaged one. */
const away: readonly number[] = [5, 6, 8, 10, 11, 13, 14, 26]

export function asAway<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) throw error
    // The low byte is the code.
    throw away.includes(error.errcode & 0xff) ? databaseAway(`SQLite: ${error.message}.`, error) : error
  }
}
