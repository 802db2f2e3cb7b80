export type Value = string | number | null

export type Row = Readonly<Record<string, Value>>

export interface Statement {
  readonly text: string
  readonly values: readonly Value[]
}

/** As much of a database as this app needs: SQLite in a file, or what an edge runtime offers. */
export interface Db {
  readonly rows: (statement: Statement) => Promise<readonly Row[]>
  /** All of them or none, in one transaction. Returns how many rows each has changed. */
  readonly write: (statements: readonly Statement[]) => Promise<readonly number[]>
}

/** A statement whose values are always bound, never written into the text. */
export function sql(text: TemplateStringsArray, ...values: Value[]): Statement {
  return { text: text.join('?'), values }
}

/** Writes one statement; returns how many rows it has changed. */
export async function writeOne(db: Db, statement: Statement): Promise<number> {
  const [changed = 0] = await db.write([statement])
  return changed
}
