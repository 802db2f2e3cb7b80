import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { d1, type D1Database, type D1Statement } from '../../src/d1.ts'
import type { Db, Row, Value } from '../../src/db.ts'

const migrations = join(import.meta.dirname, '../../migrations')

interface FakeStatement extends D1Statement {
  readonly run: () => number
}

/** A new database that is gone at the end, behind the interface of D1. */
export function fakeD1(): D1Database {
  const db = new DatabaseSync(':memory:')
  for (const file of readdirSync(migrations).toSorted()) db.exec(readFileSync(join(migrations, file), 'utf8'))
  const statement = (text: string, values: readonly Value[]): FakeStatement => ({
    bind: (...bound) => statement(text, bound),
    all: async () => ({ results: db.prepare(text).all(...values) as unknown as Row[] }),
    run: () => Number(db.prepare(text).run(...values).changes),
  })
  return {
    prepare: (text) => statement(text, []),
    batch: async (statements) => {
      db.exec('BEGIN IMMEDIATE')
      try {
        // All were made by `prepare`.
        const results = statements.map((one) => ({ meta: { changes: (one as FakeStatement).run() } }))
        db.exec('COMMIT')
        return results
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
  }
}

export async function openTestDb(): Promise<Db> {
  return d1(fakeD1())
}
