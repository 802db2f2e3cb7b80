import { AppError } from '../../errors.ts'
import type { Row } from '../../storage/columns.ts'
import { rejectionNote } from '../portal/note.ts'
import type { PageNote } from '../portal/portal-sessions.ts'
import { findRow } from '../tables/rows/find-rows.ts'
import type { StoreTable } from '../tables/store-table.ts'
import { keyOf, rowAddress, tableAddress } from './addresses.ts'
import type { RejectedEdit } from './edits/edit-form.ts'
import type { Edit } from './edits/edit.ts'
import { lastEventOf, outcomeNote } from './edits/outcome.ts'
import { perform } from './edits/perform.ts'
import { rowPage } from './pages/row-page.ts'
import { tablePage } from './pages/table-page.ts'
import type { ExplorerVisit } from './visit.ts'

interface SubmittedEdit {
  readonly edit: Edit
  readonly form: URLSearchParams
}

/** Creates a row. Returns the note for the table, or the table with the reason for the rejection. */
export async function makeRow(
  visit: ExplorerVisit,
  place: StoreTable,
  sent: SubmittedEdit,
): Promise<PageNote | Response> {
  const lastEvent = lastEventOf(place)
  const refused = await tryEdit(visit, sent)
  if (refused !== null) return tablePage(visit, place, refused)
  const note = outcomeNote(place, { label: sent.edit.label, before: null, after: null, lastEvent })
  return { page: tableAddress(place), note }
}

/** Changes a row. Returns the note for its page (or its table if the row was deleted), or its page with the reason for the rejection. */
export async function changeRow(
  visit: ExplorerVisit,
  place: StoreTable,
  { row, ...sent }: SubmittedEdit & { readonly row: Row },
): Promise<PageNote | Response> {
  const key = keyOf(place.table, row)
  const lastEvent = lastEventOf(place)
  const refused = await tryEdit(visit, sent)
  if (refused !== null) return rowPage(visit, place, { row, refused })
  const after = findRow(place, key)
  const note = outcomeNote(place, { label: sent.edit.label, before: row, after, lastEvent })
  return { page: after === null ? tableAddress(place) : rowAddress(place, key), note }
}

async function tryEdit({ tools }: ExplorerVisit, { edit, form }: SubmittedEdit): Promise<RejectedEdit | null> {
  try {
    await perform(tools, edit, form)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { typed: { name: edit.name, form }, note: rejectionNote('data', error) }
  }
}
