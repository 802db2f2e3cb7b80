import { DatabaseSync } from 'node:sqlite'

import type { D1Binding, D1Prepared } from '../../../src/kit/d1.ts'
import { schemaText } from '../../../src/kit/database/schema.ts'

interface Statement extends D1Prepared {
  readonly run: () => number
}

/** SQLite behind the documented interface of D1: asynchronous, batches only, no bigint, and errors with its prefix. */
export function d1OnSqlite(tables: string) {
  const db = new DatabaseSync(':memory:')
  db.exec(schemaText())
  db.exec(tables)
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      const { message } = error as Error
      throw new Error(`D1_ERROR: ${message}: SQLITE_${message.includes('constraint') ? 'CONSTRAINT' : 'ERROR'}`, {
        cause: error,
      })
    }
  }
  const statement = (text: string, values: readonly (string | number | null)[]): Statement => ({
    bind(...bound) {
      const wrong = bound.find((value) => value !== null && typeof value !== 'string' && typeof value !== 'number')
      if (wrong !== undefined) throw new Error(`D1_TYPE_ERROR: Type '${typeof wrong}' not supported for value`)
      return statement(text, bound as (string | number | null)[])
    },
    all: async () => ({ results: attempt(() => db.prepare(text).all(...values)) }),
    run: () => attempt(() => Number(db.prepare(text).run(...values).changes)),
  })
  const binding: D1Binding = {
    prepare: (text) => statement(text, []),
    async batch(statements) {
      await Promise.resolve()
      db.exec('BEGIN')
      try {
        // All of them are from `prepare`.
        const results = statements.map((one) => ({ meta: { changes: (one as Statement).run() } }))
        db.exec('COMMIT')
        return results
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
  }
  return { binding, db }
}
