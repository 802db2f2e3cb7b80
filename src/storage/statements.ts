import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementResultingChanges, StatementSync } from 'node:sqlite'

import type { Row } from './columns.ts'

/** Anonymous values in order, optionally after an object of named ones. */
type Values = readonly (SQLInputValue | Readonly<Record<string, SQLInputValue>>)[]

/** A reusable prepared statement. Each method raises SQLite's errors. */
export interface Prepared {
  /** Returns the first row; undefined without one. */
  readonly get: (...values: Values) => Row | undefined
  readonly all: (...values: Values) => Row[]
  readonly run: (...values: Values) => StatementResultingChanges
}

const statements = new WeakMap<DatabaseSync, Map<string, Prepared>>()

/** Returns the prepared statement of `sql` for `db`, prepared once per database, because preparing costs more than most of our queries. */
export function prepared(db: DatabaseSync, sql: string): Prepared {
  let known = statements.get(db)
  if (!known) statements.set(db, (known = new Map()))
  let statement = known.get(sql)
  if (!statement) known.set(sql, (statement = prepare(db.prepare(sql))))
  return statement
}

/** Returns the only column of the first row as an integer; 0 without a row or a value. */
export function readInteger(db: DatabaseSync, sql: string, ...values: Values): number {
  const [value] = Object.values(prepared(db, sql).get(...values) ?? {})
  return Number(value ?? 0)
}

/** Returns the row with this id; undefined without one, also for a number that is not a valid id. */
export function rowById(db: DatabaseSync, table: string, id: number): Row | undefined {
  return prepared(db, `SELECT * FROM ${table} WHERE id = ?`).get(Number.isSafeInteger(id) ? id : -1)
}

/** Values by column name. */
export type RowValues = Readonly<Record<string, SQLInputValue>>

/** Inserts a row and returns its id. */
export function insertRow(db: DatabaseSync, table: string, row: RowValues): number {
  const sql = insertion(table, Object.keys(row), 0)
  return Number(prepared(db, sql).run(...Object.values(row)).lastInsertRowid)
}

/** Inserts a row, or writes these values into the row with this key. */
export function upsertRow(db: DatabaseSync, table: string, key: RowValues, values: RowValues): void {
  const keys = Object.keys(key)
  const sql = upsertion(table, [...keys, ...Object.keys(values)], keys.length)
  prepared(db, sql).run(...Object.values(key), ...Object.values(values))
}

/** Writes these values into every row with this key, and returns the number of rows. */
export function updateRows(db: DatabaseSync, table: string, key: RowValues, values: RowValues): number {
  const keys = Object.keys(key)
  const sql = update(table, [...keys, ...Object.keys(values)], keys.length)
  return Number(prepared(db, sql).run(...Object.values(values), ...Object.values(key)).changes)
}

const insertion = madeOnce(
  (table, columns) => `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
)

const upsertion = madeOnce((table, columns, keys) => {
  const changes = columns.slice(keys).map((column) => `${column} = excluded.${column}`)
  const conflict = `ON CONFLICT (${columns.slice(0, keys).join(', ')}) DO UPDATE SET ${changes.join(', ')}`
  return `${insertion(table, columns, keys)} ${conflict}`
})

const update = madeOnce((table, columns, keys) => {
  const equal = columns.map((column) => `${column} = ?`)
  return `UPDATE ${table} SET ${equal.slice(keys).join(', ')} WHERE ${equal.slice(0, keys).join(' AND ')}`
})

/** Returns the text of a statement; the first `keys` columns are the key. */
type TextOf = (table: string, columns: readonly string[], keys: number) => string

/** Caches each text: most rows of a table have the same columns, and building the text takes longer than running it. */
function madeOnce(make: TextOf): TextOf {
  const kept = new Map<string, { readonly columns: readonly string[]; readonly keys: number; readonly sql: string }[]>()
  return (table, columns, keys) => {
    let made = kept.get(table)
    if (!made) kept.set(table, (made = []))
    for (const one of made) {
      const isSame = one.keys === keys && one.columns.length === columns.length
      if (isSame && columns.every((column, at) => column === one.columns[at])) return one.sql
    }
    const sql = make(table, columns, keys)
    made.push({ columns, keys, sql })
    return sql
  }
}

/** How node:sqlite behaves when it returns arrays. Its types lack that, and a read-only object of named values. */
interface ArrayStatement {
  readonly get: (...values: Values) => readonly SQLOutputValue[] | undefined
  readonly all: (...values: Values) => readonly (readonly SQLOutputValue[])[]
  readonly run: (...values: Values) => StatementResultingChanges
}

/** The rows of node:sqlite are dictionaries, which take twice the time of objects of one shape. */
function prepare(plain: StatementSync): Prepared {
  plain.setReturnArrays(true)
  const statement = plain as unknown as ArrayStatement
  const names = plain.columns().map(({ name }) => name)
  const empty: Row = Object.fromEntries(names.map((name) => [name, null]))
  const rowOf = (values: readonly SQLOutputValue[]): Row => {
    const row = { ...empty }
    let at = 0
    for (const name of names) row[name] = values[at++] ?? null
    return row
  }
  return {
    get: (...values) => {
      const found = statement.get(...values)
      return found === undefined ? undefined : rowOf(found)
    },
    all: (...values) => statement.all(...values).map(rowOf),
    run: (...values) => statement.run(...values),
  }
}
