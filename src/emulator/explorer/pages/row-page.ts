import { html } from 'hono/html'

import type { Row } from '../../../storage/columns.ts'
import { factList } from '../../pages/facts.ts'
import type { Html } from '../../pages/page.ts'
import { drawNote } from '../../portal/note.ts'
import { allTables } from '../../tables/all.ts'
import type { StoreTable } from '../../tables/store-table.ts'
import { editAddress, keyOf, tableAddress } from '../addresses.ts'
import { editForm, type RejectedEdit } from '../edits/edit-form.ts'
import { listEdits } from '../edits/row-edits.ts'
import type { ExplorerVisit } from '../visit.ts'
import { namesFor, wholeCell } from './cells.ts'
import { storePage } from './frame.ts'

/** Shows one row with all columns, its possible edits, and the rows that refer to it. `rejected` is an edit that failed. */
export function rowPage(
  visit: ExplorerVisit,
  place: StoreTable,
  { row, refused = null }: { readonly row: Row; readonly refused?: RejectedEdit | null },
): Promise<Response> {
  const { name, table } = place
  const names = namesFor(place, [row])
  return storePage(visit, {
    title: `${name} ${keyOf(table, row).join(' · ')}`,
    table: name,
    lead: html`<a href="${tableAddress(place)}">${name}</a>`,
    status: refused === null ? 200 : 400,
    content: html`${drawNote(refused?.note ?? visit.note, 'data')}
      <div class="card">
        ${factList(
          Object.entries(table.columns).map(([column, facts]) => [
            column,
            wholeCell(place, row[column], { column: facts, names }),
          ]),
        )}
      </div>
      ${changes(place, row, refused)} ${relatedRows(place, row)}`,
  })
}

function changes(place: StoreTable, row: Row, refused: RejectedEdit | null): Html {
  const edits = listEdits(place, row)
  const key = keyOf(place.table, row)
  return html`<h2>Edit</h2>
    ${
      edits.length === 0
        ? html`<p class="quiet">
            You cannot edit this row. An app writes it, or the emulator derives it from other data.
          </p>`
        : html`<div class="card edits">
            ${edits.map((edit) => editForm(edit, editAddress(place, key, edit.name), refused?.typed ?? null))}
          </div>`
    }`
}

/** Shows the rows of other tables that refer to this one. */
function relatedRows(place: StoreTable, row: Row): Html | '' {
  const [id, ...more] = keyOf(place.table, row)
  if (id === undefined || more.length > 0) return ''
  const links = allTables.flatMap(([name, { columns }]) =>
    Object.entries(columns)
      .filter(([, { to }]) => to === place.name)
      .map(([column]) => ({
        words: column.replace(/_id$/, '') === place.name.replace(/s$/, '') ? name : `${name} by ${column}`,
        href: tableAddress({ ...place, name }, { filters: [{ column, is: 'equals', value: id }] }),
      })),
  )
  if (links.length === 0) return ''
  return html`<h2>Related rows</h2>
    <p class="row">${links.map(({ words, href }) => html`<a href="${href}">${words}</a> `)}</p>`
}
