import { html } from 'hono/html'

import type { Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { cut } from '../../../text/cut.ts'
import { momentText } from '../../../text/time/moment.ts'
import type { Html } from '../../pages/page.ts'
import { databaseOf, tablePlace, type TablePlace } from '../place.ts'
import type { Column } from '../tables/table.ts'
import { rowAddress } from './addresses.ts'

/** What rows of other tables are called, by table and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The names of all that these rows lead to: one query a table. */
export function namesFor(place: TablePlace, rows: readonly Row[]): Names {
  const ids = new Map<string, Set<string>>()
  for (const [column, { to }] of Object.entries(place.table.columns)) {
    if (to === undefined) continue
    const known = ids.get(to) ?? new Set()
    for (const row of rows) if (isLink(row[column])) known.add(String(row[column]))
    ids.set(to, known)
  }
  return new Map([...ids].map(([name, wanted]) => [name, namesOf(place, name, [...wanted])]))
}

function namesOf(place: TablePlace, name: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const other = tablePlace(place, name)
  const [key] = other?.table.key ?? []
  if (other === null || other.table.label === null || key === undefined || ids.length === 0) return new Map()
  const rows = prepared(
    databaseOf(other),
    `SELECT ${key} AS id, ${other.table.label} AS name FROM ${name} WHERE ${key} IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(ids.map(Number)))
  return new Map(rows.map((row) => [String(row['id']), String(row['name'])]))
}

/** 0 is the product itself, where a variant may be meant. */
function isLink(value: Row[string] | undefined): boolean {
  return value !== null && value !== undefined && value !== 0
}

/** Letters of a long text that stand in a list, of JSON there, whose quotes weigh six bytes each, and of a name beside an id. */
const LETTERS = 80
const JSON_LETTERS = 40
const NAME_LETTERS = 40

/** A value as a list shows it: long texts cut, what leads to another row as a link with its name. */
export function listCell(place: TablePlace, value: Row[string] | undefined, facts: CellFacts): Html | string {
  const { column } = facts
  const most = column.kind === 'json' ? JSON_LETTERS : LETTERS
  return wholeCell(place, isPlain(column) && typeof value === 'string' ? cut(value, most) : value, facts)
}

export interface CellFacts {
  readonly column: Column
  readonly names: Names
}

/** A value as it stands on its row's own page. */
export function wholeCell(
  place: TablePlace,
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

/** Raw, as the API has it; for people on hover. */
function rawTime(at: Date): Html {
  return html`<time title="${momentText(at)}">${at.toISOString()}</time>`
}

function linkCell(place: TablePlace, to: string, { id, names }: { readonly id: string; readonly names: Names }): Html {
  const name = names.get(to)?.get(id)
  return html`<a href="${rowAddress({ ...place, name: to }, [id])}">${id}</a>${nameBeside(name)}`
}

/** What a row is called, beside its id. */
export function nameBeside(name: string | undefined): Html | '' {
  return name === undefined ? '' : html` <small>${cut(name, NAME_LETTERS)}</small>`
}

function isPlain({ kind }: Column): boolean {
  return kind === 'text' || kind === 'json'
}

/** Digits one below the other; an id with a name beside it stands as a text does. */
export function isDigits({ kind, to }: Column): boolean {
  return to === undefined && (kind === 'int' || kind === 'decimal' || kind === 'bytes')
}
