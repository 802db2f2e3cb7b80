import { html } from 'hono/html'

import type { Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { cut } from '../../../text/cut.ts'
import { momentText } from '../../../text/time/moment.ts'
import type { Html } from '../../pages/page.ts'
import { databaseOf, tablePlace, type StoreTable } from '../../tables/store-table.ts'
import type { Column } from '../../tables/table.ts'
import { rowAddress } from '../addresses.ts'

/** Names of rows of other tables, by table and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Reads the names of all rows that these rows refer to, with one query for each table. */
export function namesFor(place: StoreTable, rows: readonly Row[]): Names {
  const ids = new Map<string, Set<string>>()
  for (const [column, { to }] of Object.entries(place.table.columns)) {
    if (to === undefined) continue
    const known = ids.get(to) ?? new Set()
    for (const row of rows) if (isLink(row[column])) known.add(String(row[column]))
    ids.set(to, known)
  }
  return new Map([...ids].map(([name, wanted]) => [name, namesOf(place, name, [...wanted])]))
}

function namesOf(place: StoreTable, name: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const other = tablePlace(place, name)
  const [key] = other?.table.key ?? []
  if (other === null || other.table.label === null || key === undefined || ids.length === 0) return new Map()
  const rows = prepared(
    databaseOf(other),
    `SELECT ${key} AS id, ${other.table.label} AS name FROM ${name} WHERE ${key} IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(ids.map(Number)))
  return new Map(rows.map((row) => [String(row['id']), String(row['name'])]))
}

/** Returns whether the value refers to a row. 0 means the product itself, not a variant. */
function isLink(value: Row[string] | undefined): boolean {
  return value !== null && value !== undefined && value !== 0
}

/** Maximum length of a long text in a list, of JSON there (each quote needs six bytes), and of a name next to an id. */
const LETTERS = 80
const JSON_LETTERS = 40
const NAME_LETTERS = 40

/** Shows a value in a list: long text is cut, and a reference is a link with the row's name. */
export function listCell(place: StoreTable, value: Row[string] | undefined, facts: CellFacts): Html | string {
  const { column } = facts
  const most = column.kind === 'json' ? JSON_LETTERS : LETTERS
  return wholeCell(place, isPlain(column) && typeof value === 'string' ? cut(value, most) : value, facts)
}

export interface CellFacts {
  readonly column: Column
  readonly names: Names
}

/** Shows a value on its row's own page. */
export function wholeCell(
  place: StoreTable,
  value: Row[string] | undefined,
  { column, names }: CellFacts,
): Html | string {
  if (value === null || value === undefined) return html`<span class="quiet">null</span>`
  if (value === '') return html`<span class="quiet">empty</span>`
  if (column.to !== undefined && isLink(value)) return linkCell(place, column.to, { id: String(value), names })
  if (column.kind === 'time') return rawTime(new Date(Number(value)))
  if (column.kind === 'bool') return value === 1 ? 'yes' : 'no'
  if (column.kind === 'bytes') return `${String(value)} bytes`
  return column.kind === 'json' ? html`<code>${String(value)}</code>` : String(value)
}

/** Shows the raw time of the API, with a readable form on hover. */
function rawTime(at: Date): Html {
  return html`<time title="${momentText(at)}">${at.toISOString()}</time>`
}

function linkCell(place: StoreTable, to: string, { id, names }: { readonly id: string; readonly names: Names }): Html {
  const name = names.get(to)?.get(id)
  return html`<a href="${rowAddress({ ...place, name: to }, [id])}">${id}</a>${nameBeside(name)}`
}

/** Shows a row's name next to its id. */
export function nameBeside(name: string | undefined): Html | '' {
  return name === undefined ? '' : html` <small>${cut(name, NAME_LETTERS)}</small>`
}

function isPlain({ kind }: Column): boolean {
  return kind === 'text' || kind === 'json'
}

/** Returns whether digits are aligned. An id with a name next to it is aligned as text. */
export function isDigits({ kind, to }: Column): boolean {
  return to === undefined && (kind === 'int' || kind === 'decimal' || kind === 'bytes')
}
