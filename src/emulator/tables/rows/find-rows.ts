import type { SQLInputValue } from 'node:sqlite'

import { text, type Row } from '../../../storage/columns.ts'
import { prepared, readInteger } from '../../../storage/statements.ts'
import { databaseOf, ownRows, type Condition, type StoreTable } from '../store-table.ts'
import type { Table } from '../table.ts'
import { filterCondition, isNumeric, orderOf, readOf } from './filter.ts'
import type { Sort, RowQuery } from './row-query.ts'

export interface RowPage {
  readonly rows: readonly Row[]
  /** Position of the page's last row, or null on the last page. */
  readonly end: readonly string[] | null
  /** Total number of rows, up to `MOST_COUNTED`. */
  readonly count: number
  /** Reasons why filters were ignored. */
  readonly problems: readonly string[]
}

/** From this number on, a count means "at least this many". */
export const MOST_COUNTED = 10_000

/** Reads one page of a table. It starts after the previous page, so that a distant page costs no more than the first. */
export function findRows(place: StoreTable, query: RowQuery, limit: number): RowPage {
  const { name, table } = place
  const { conditions, problems } = buildConditions(place, query)
  const order = orderBy(table, query.sort)
  const start = buildStart(order, query.after)
  const { sql, values } = joined([...conditions, ...start])
  const ordered = (part: string) => `${part} ${order.direction}`
  // Rows are wide, so only keys are sorted, and then the rows of one page are read.
  const found = prepared(
    databaseOf(place),
    `WITH found AS MATERIALIZED (
       SELECT ${[...table.key, ...order.parts.map((part, at) => `${part.sql} AS mark_${at}`)].join(', ')}
       FROM ${name} ${sql} ORDER BY ${order.parts.map((part) => ordered(part.sql)).join(', ')} LIMIT ?)
     SELECT ${selectColumns(table)}, ${order.parts.map((_, at) => `mark_${at}`).join(', ')}
     FROM found CROSS JOIN ${name} USING (${table.key.join(', ')}) ORDER BY ${order.parts.map((_, at) => ordered(`mark_${at}`)).join(', ')}`,
  ).all(...values, limit + 1)
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const isWhole = last === undefined && start.length === 0
  return {
    rows,
    end: last === undefined ? null : order.parts.map((_, at) => text(last, `mark_${at}`)),
    count: isWhole ? rows.length : countRows(place, conditions),
    problems,
  }
}

/** Returns the row with this key, or null if the store has none. */
export function findRow(place: StoreTable, key: readonly string[]): Row | null {
  const { name, table } = place
  const values = table.key.map((column, at) => typed(isNumeric(selectColumn(table, column)), key[at] ?? ''))
  if (key.length !== table.key.length || values.some((value) => value === null)) return null
  const condition = { sql: table.key.map((column) => `${column} = ?`).join(' AND '), values }
  const { sql, values: all } = joined([...ownRows(place), condition])
  return prepared(databaseOf(place), `SELECT ${selectColumns(table)} FROM ${name} ${sql}`).get(...all) ?? null
}

/** Counts the store's rows of the table, up to `MOST_COUNTED`. */
export function countRows(place: StoreTable, conditions: readonly Condition[] = ownRows(place)): number {
  const { sql, values } = joined(conditions)
  const counted = `SELECT count(*) FROM (SELECT 1 FROM ${place.name} ${sql} LIMIT ${MOST_COUNTED + 1})`
  return readInteger(databaseOf(place), counted, ...values)
}

function buildConditions(place: StoreTable, { filters }: RowQuery) {
  const read = filters.map((filter) => filterCondition(place.table.columns, filter))
  return {
    conditions: [...ownRows(place), ...read.filter((one) => typeof one !== 'string')],
    problems: read.filter((one) => typeof one === 'string'),
  }
}

function selectColumns({ columns }: Table): string {
  return Object.entries(columns)
    .map(([name, column]) => `${readOf(name, column)} AS ${name}`)
    .join(', ')
}

interface Order {
  readonly parts: readonly { readonly sql: string; readonly isNumeric: boolean }[]
  readonly direction: 'ASC' | 'DESC'
}

/** Builds the order. It includes the key, so that no two rows have the same position. Rows with an id are sorted newest first. */
function orderBy(table: Table, sort: Sort | null): Order {
  const key = table.key.map((name) => ({ sql: name, isNumeric: isNumeric(selectColumn(table, name)) }))
  if (sort === null) return { parts: key, direction: table.key.length === 1 ? 'DESC' : 'ASC' }
  const direction = sort.isDescending ? 'DESC' : 'ASC'
  if (table.key[0] === sort.column) return { parts: key, direction }
  const column = selectColumn(table, sort.column)
  const read = orderOf(readOf(sort.column, column), column)
  // Null has no order among values, so it is replaced by the lowest value.
  const least = isNumeric(column) ? '-9e999' : "''"
  return { parts: [{ sql: `coalesce(${read}, ${least})`, isNumeric: isNumeric(column) }, ...key], direction }
}

function buildStart({ parts, direction }: Order, after: readonly string[]): Condition[] {
  const values = parts.map((part, at) => typed(part.isNumeric, after[at] ?? ''))
  if (after.length !== parts.length || values.some((value) => value === null)) return []
  const sign = direction === 'DESC' ? '<' : '>'
  return [{ sql: `(${parts.map(({ sql }) => sql).join(', ')}) ${sign} (${parts.map(() => '?').join(', ')})`, values }]
}

/** Converts a value of a URL to the column's type, or null if the column cannot contain it. */
function typed(isNumber: boolean, value: string): SQLInputValue {
  if (!isNumber) return value
  return value.trim() === '' || Number.isNaN(Number(value)) ? null : Number(value)
}

function joined(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  }
}

function selectColumn({ columns }: Table, name: string) {
  const column = columns[name]
  // By type, keys are among the columns. Other names are checked when they are read.
  if (column === undefined) throw new TypeError(`No column ${name}.`)
  return column
}
