export type Value = string | number | null

export type Row = Readonly<Record<string, unknown>>

export interface Result {
  readonly rows: readonly Row[]
  /** How many rows were written. */
  readonly changes: number
}

/** Runs one statement with its values at $1, $2 and so on. This app's statements mean the same to SQLite and PostgreSQL. */
export type Sql = (text: string, ...values: Value[]) => Promise<Result>

export interface TransactionOptions {
  /**
   * Whether the transaction has ended only when it is on the disk (the default). Without that it may be lost with the machine's power: right only where the work
   * would then be done again.
   */
  readonly durable?: boolean
}

/** Where the app keeps its state: a SQLite file, or PostgreSQL. */
export interface Database {
  readonly sql: Sql
  /** All of `work` is written, or nothing. Inside, only the `sql` that is handed in may be used, and nothing slow may be waited for. */
  readonly transaction: <T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions) => Promise<T>
  readonly close: () => Promise<void>
}

/** The database cannot be used now: it is away or full, or its schema is not the one of this app. What was asked of it has not happened. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/** Throws where nothing can be written now; changes nothing. */
export async function proveWritable({ transaction }: Database): Promise<void> {
  await transaction((sql) => sql('UPDATE schema_version SET version = version'))
}
