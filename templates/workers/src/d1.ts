import type { Db, Row, Statement, Value } from './db.ts'

/** As much of a D1 binding as this app uses. */
export interface D1Database {
  readonly prepare: (text: string) => D1Statement
  /** One transaction: when a statement fails, none of them has happened. */
  readonly batch: (statements: D1Statement[]) => Promise<readonly { readonly meta: { readonly changes: number } }[]>
}

export interface D1Statement {
  readonly bind: (...values: Value[]) => D1Statement
  readonly all: () => Promise<{ readonly results: readonly Row[] }>
}

/** The database of an edge runtime. Its tables are brought up to date by `wrangler d1 migrations apply`, never by a request. */
export function d1(database: D1Database): Db {
  const prepare = ({ text, values }: Statement) => database.prepare(text).bind(...values)
  return {
    rows: async (statement) => (await prepare(statement).all()).results,
    write: async (statements) => (await database.batch(statements.map(prepare))).map(({ meta }) => meta.changes),
  }
}
