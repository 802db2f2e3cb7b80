import { html } from 'hono/html'

import type { Row } from '../../../storage/columns.ts'
import type { Html } from '../../pages/page.ts'
import { recordTable, type Column as Head } from '../../pages/record-table.ts'
import { drawNote } from '../../portal/note.ts'
import { findRows, MOST_COUNTED, type RowPage } from '../../tables/rows/find-rows.ts'
import { readRowQuery, type RowQuery } from '../../tables/rows/row-query.ts'
import type { StoreTable } from '../../tables/store-table.ts'
import type { Column } from '../../tables/table.ts'
import { keyOf, newRowAddress, rowAddress, tableAddress } from '../addresses.ts'
import { editForm, type RejectedEdit } from '../edits/edit-form.ts'
import { newRowOf } from '../edits/new-rows.ts'
import type { ExplorerVisit } from '../visit.ts'
import { isDigits, listCell, namesFor, nameBeside, type Names } from './cells.ts'
import { filterForm } from './filter-form.ts'
import { storePage } from './frame.ts'

/** Maximum number of cells on a page, and of rows: a wide table has shorter pages. */
const PAGE_CELLS = 500
const PAGE_ROWS = 50

/** Shows one page of a store's table, filtered and sorted. `rejected` is a new row that was rejected. */
export function tablePage(
  visit: ExplorerVisit,
  place: StoreTable,
  refused: RejectedEdit | null = null,
): Promise<Response> {
  const { name, table } = place
  const query = readRowQuery(table, visit.url)
  const rows = Math.min(PAGE_ROWS, Math.round(PAGE_CELLS / Object.keys(table.columns).length))
  const found = findRows(place, query, rows)
  const names = namesFor(place, found.rows)
  const empty = query.filters.length === 0 ? 'No rows yet.' : 'No rows match.'
  return storePage(visit, {
    title: name,
    table: name,
    lead: table.about,
    status: refused === null ? 200 : 400,
    content: html`${drawNote(refused?.note ?? visit.note, 'data')} ${filterForm(place, query)}
      ${found.problems.map((problem) => html`<p class="error" role="alert">${problem}</p>`)}
      <p class="quiet">${countWords(found.count)}${sortWords(query)}</p>
      ${recordTable({ columns: heads(place, query), rows: found.rows.map((row) => cells(place, row, names)), empty }, name)}
      ${pager(place, query, found)} ${newRow(place, refused)}`,
  })
}

function newRow(place: StoreTable, refused: RejectedEdit | null): Html | '' {
  const edit = newRowOf(place)
  if (edit === null) return ''
  return html`<h2>New row</h2>
    <div class="card">${editForm(edit, newRowAddress(place), refused?.typed ?? null)}</div>`
}

function countWords(count: number): string {
  if (count > MOST_COUNTED) return `More than ${MOST_COUNTED.toLocaleString('en')} rows`
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
}

function sortWords({ sort }: RowQuery): string {
  return sort === null ? '' : `, sorted by ${sort.column}${sort.isDescending ? ', descending' : ''}`
}

/** Returns the column titles. Each sorts by its column, and a second click reverses the order. */
function heads(place: StoreTable, query: RowQuery): Head[] {
  const { sort, filters } = query
  return Object.entries(place.table.columns).map(([name, column]) => {
    const isSorted = sort?.column === name
    const next = { column: name, isDescending: isSorted && !sort.isDescending }
    return {
      title: html`<a href="${tableAddress(place, { filters, sort: next })}">${name}</a>`,
      isNumber: isDigits(column),
      ...(isSorted ? { sorted: sort.isDescending ? 'descending' : 'ascending' } : {}),
    }
  })
}

/** Returns the cells of a row. The first key column links to the row. */
function cells(place: StoreTable, row: Row, names: Names): (Html | string)[] {
  const [first] = Object.keys(place.table.columns)
  return Object.entries(place.table.columns).map(([name, column]) =>
    name === first ? rowLink(place, row, { name, column, names }) : listCell(place, row[name], { column, names }),
  )
}

interface FirstCell {
  readonly name: string
  readonly column: Column
  readonly names: Names
}

function rowLink(place: StoreTable, row: Row, { name, column, names }: FirstCell): Html {
  const value = String(row[name])
  const called = column.to === undefined ? undefined : names.get(column.to)?.get(value)
  const words = place.table.key.length === 1 ? value : keyOf(place.table, row).join(' · ')
  return html`<a class="name" href="${rowAddress(place, keyOf(place.table, row))}">${words}</a>${nameBeside(called)}`
}

function pager(place: StoreTable, query: RowQuery, { end }: RowPage): Html | '' {
  if (query.after.length === 0 && end === null) return ''
  return html`<nav class="pager" aria-label="Pages">
    ${query.after.length === 0 ? '' : html`<a href="${tableAddress(place, { ...query, after: [] })}">First page</a>`}
    ${end === null ? '' : html`<a href="${tableAddress(place, { ...query, after: end })}">Next page</a>`}
  </nav>`
}
