import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementResultingChanges, StatementSync } from 'node:sqlite'

import type { Row } from './columns.ts'

/** Anonymous values in their order, or first an object of the named ones. */
type Values = readonly (SQLInputValue | Readonly<Record<string, SQLInputValue>>)[]

/** A statement that is ready to run, again and again. Each raises what SQLite refuses. */
export interface Prepared {
  /** The first row; undefined when there is none. */
  readonly get: (...values: Values) => Row | undefined
  readonly all: (...values: Values) => Row[]
  readonly run: (...values: Values) => StatementResultingChanges
}

const statements = new WeakMap<DatabaseSync, Map<string, Prepared>>()

/** The prepared statement of `sql` for `db`, prepared once per database: preparing costs more than most of our queries. */
export function prepared(db: DatabaseSync, sql: string): Prepared {
  let known = statements.get(db)
  if (!known) statements.set(db, (known = new Map()))
  let statement = known.get(sql)
  if (!statement) known.set(sql, (statement = prepare(db.prepare(sql))))
  return statement
}

/** The only column of the first row as a whole number; 0 where there is no row, or no value in it. */
export function readInteger(db: DatabaseSync, sql: string, ...values: Values): number {
  const [value] = Object.values(prepared(db, sql).get(...values) ?? {})
  return Number(value ?? 0)
}

/** The row with this id; undefined where there is none, as for a number that is none of ours. */
export function rowById(db: DatabaseSync, table: string, id: number): Row | undefined {
  return prepared(db, `SELECT * FROM ${table} WHERE id = ?`).get(Number.isSafeInteger(id) ? id : -1)
}

/** Values by the names of their columns. */
export type RowValues = Readonly<Record<string, SQLInputValue>>

/** Writes a new row and returns its id. */
export function insertRow(db: DatabaseSync, table: string, row: RowValues): number {
  const sql = insertion(table, Object.keys(row), 0)
  return Number(prepared(db, sql).run(...Object.values(row)).lastInsertRowid)
}

/** Writes a new row, or these values into the one that has this key already. */
export function upsertRow(db: DatabaseSync, table: string, key: RowValues, values: RowValues): void {
  const keys = Object.keys(key)
  const sql = upsertion(table, [...keys, ...Object.keys(values)], keys.length)
  prepared(db, sql).run(...Object.values(key), ...Object.values(values))
}

/** Writes these values into every row with this key, and returns how many there are. */
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

/** The text of a statement; the first so many columns are the key. */
type TextOf = (table: string, columns: readonly string[], keys: number) => string

/** Keeps each text: most rows of a table have the same columns, and making the text takes longer than running it. */
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

/** What node:sqlite does once arrays are asked for; its types know neither that nor an object of named values that is only read. */
interface ArrayStatement {
  readonly get: (...values: Values) => readonly SQLOutputValue[] | undefined
  readonly all: (...values: Values) => readonly (readonly SQLOutputValue[])[]
  readonly run: (...values: Values) => StatementResultingChanges
}

/** The rows of node:sqlite are dictionaries, which takes twice the time of objects of one shape. */
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
