import type { Database } from '../database/database.ts'
import { watchWrites } from '../database/last-write.ts'
import type { Queue } from '../database/queue.ts'
import { schemaTrouble } from '../database/schema.ts'
import type { Tx, WriteOptions } from '../database/tx.ts'
import { databaseAway } from '../kit-error.ts'
import { reasonOf } from '../log/log.ts'
import { createTableQueue } from '../work/table-queue.ts'
import { transact, type Connection } from './statements.ts'

export interface SqliteRuntime {
  readonly kind: 'sqlite' | 'memory'
  /** Opens the database and migrates its tables. */
  readonly open: () => Promise<OpenSqlite>
  readonly now: () => number
  readonly random: () => number
  /** Turns of the file, if another database of this process may have it open. */
  readonly turns?: Turns
}

/** State shared by the databases of one connection: it has one transaction at a time, and a job of one wakes the workers of all. */
export interface Turns {
  last: Promise<unknown>
  readonly waking: Set<() => void>
}

export function newTurns(): Turns {
  return { last: Promise.resolve(), waking: new Set() }
}

export interface OpenSqlite extends Connection {
  readonly close: () => void
}

/** Creates a SQLite database, for one process. */
export function createSqlite(runtime: SqliteRuntime): Database {
  const { watch, trouble } = watchWrites(runtime.now)
  let opened: OpenSqlite | undefined
  const use = () => {
    if (opened === undefined) throw databaseAway('The SQLite file is not open yet.')
    return opened
  }
  const { turns = newTurns() } = runtime
  // There is one connection: other statements wait until a transaction has ended.
  const inTurn = <T>(work: () => T | Promise<T>): Promise<T> => {
    const turn = turns.last.then(work)
    turns.last = turn.catch(() => {})
    return turn
  }
  const transaction = <T>(work: (tx: Tx) => Promise<T>, { durable = true }: WriteOptions = {}) =>
    watch(() => inTurn(() => transact(use(), work, durable)))
  const rows: Database['rows'] = (query) => inTurn(() => use().tx.rows(query))
  const batch: Database['batch'] = (statements, given) =>
    transaction(async (tx) => {
      const changed: number[] = []
      for (const statement of statements) changed.push(await tx.write(statement))
      return changed
    }, given)
  const queue: Queue = createTableQueue({ database: { rows, batch }, ...runtime, waking: turns.waking })
  return {
    kind: runtime.kind,
    rows,
    batch,
    transaction,
    queue,
    open: () =>
      inTurn(async () => {
        opened ??= await runtime.open()
      }),
    async trouble() {
      try {
        return trouble() ?? (await schemaTrouble({ rows }))
      } catch (error) {
        return reasonOf(error)
      }
    },
    close: () =>
      inTurn(() => {
        opened?.close()
        opened = undefined
      }),
  }
}
