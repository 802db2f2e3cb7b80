import { resolve } from 'node:path'

import type { Database } from '../database/database.ts'
import { watchWrites } from '../database/last-write.ts'
import { schemaTrouble } from '../database/schema.ts'
import type { Tx, WriteOptions } from '../database/tx.ts'
import { databaseAway } from '../kit-error.ts'
import { reasonOf } from '../log/log.ts'
import type { Queue } from '../work/queue.ts'
import { createTableQueue } from '../work/table-queue.ts'
import { openFile, type OpenFile } from './open-file.ts'
import { transact } from './statements.ts'

export interface SqliteOptions {
  /** Folder of the app's own tables: numbered .sql files, each run once. `migrations` by default, if it exists. */
  readonly migrations?: string
}

export interface SqliteRuntime {
  readonly now: () => number
  readonly random: () => number
}

/**
 * A database in one file, for one process. Its folder and file are for this user only. `:memory:` is one that ends with the process. Within one process a path is
 * one database, so that a framework may load an app's module again.
 */
export function createSqlite(path: string, options: SqliteOptions, runtime: SqliteRuntime): Database {
  const { watch, trouble } = watchWrites(runtime.now)
  let opened: OpenFile | undefined
  const use = () => {
    if (opened === undefined) throw databaseAway('The SQLite file is not open yet.')
    return opened
  }
  // There is one connection: what others ask waits until a transaction has ended.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => T | Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
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
  const queue: Queue = createTableQueue({ database: { rows, batch }, ...runtime })
  return {
    kind: 'sqlite',
    rows,
    batch,
    transaction,
    queue,
    open: () =>
      inTurn(async () => {
        opened ??= await openFile(path === ':memory:' ? path : resolve(path), options.migrations ?? 'migrations')
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
