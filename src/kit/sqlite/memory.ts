import type { DatabaseSync } from 'node:sqlite'

import type { Database } from '../database/database.ts'
import { KitError } from '../kit-error.ts'
import { prepareTables } from './prepare-tables.ts'
import { createSqlite, type OpenSqlite, type SqliteRuntime } from './sqlite.ts'
import { createTx } from './statements.ts'

interface MaybeNode {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>
    getBuiltinModule?(name: 'node:sqlite'): { readonly DatabaseSync: new (path: string) => DatabaseSync } | undefined
  }
}

/** Creates a database in the memory of this process. */
export function createMemory(
  { schema }: { readonly schema?: string },
  runtime: Pick<SqliteRuntime, 'now' | 'random'>,
): Database {
  return createSqlite({
    ...runtime,
    kind: 'memory',
    async open() {
      const { process } = globalThis as MaybeNode
      if (process?.env?.['NODE_ENV'] === 'production') {
        throw useDatabase(
          'memory() is for tests, but NODE_ENV is production. All data would be lost when the process exits.',
        )
      }
      // Read at run time instead of imported, so that other runtimes can load this file.
      const sqlite = process?.getBuiltinModule?.('node:sqlite')
      if (sqlite === undefined) throw useDatabase('memory() needs the module node:sqlite, which this runtime lacks.')
      const db = new sqlite.DatabaseSync(':memory:')
      const opened: OpenSqlite = { db, tx: createTx(db), close: () => db.close() }
      await prepareTables(opened, schema === undefined ? [] : [{ number: 1, text: schema }])
      return opened
    },
  })
}

function useDatabase(why: string): KitError {
  const advice = 'Use database(process.env) from svcapp-kit/node, or d1(binding) from svcapp-kit/d1.'
  return new KitError('kit.memory-in-production', `${why} ${advice}`, { suggestions: [advice] })
}
