import type { Context, Hono } from 'hono'

import type { Row } from '../../storage/columns.ts'
import { removeCheckpoint, setCheckpoint } from '../checkpoints/checkpoint.ts'
import type { ControlTools } from '../control/control-tools.ts'
import { errorPage, redirectTo } from '../pages/page.ts'
import { readForm } from '../pages/read-form.ts'
import { getStore } from '../platform/stores.ts'
import { bars, portalRejection, site } from '../portal/frame.ts'
import type { Note } from '../portal/note.ts'
import type { PageNote } from '../portal/portal-sessions.ts'
import { findRow } from '../tables/rows/find-rows.ts'
import { tablePlace, type StoreTable } from '../tables/store-table.ts'
import { EXPLORER, keyOf, rowAddress, storeAddress } from './addresses.ts'
import { changeRow, makeRow } from './change-row.ts'
import { newRowOf } from './edits/new-rows.ts'
import { listEdits } from './edits/row-edits.ts'
import { changesAddress, changesPage } from './pages/changes-page.ts'
import { overviewPage } from './pages/overview.ts'
import { rowPage } from './pages/row-page.ts'
import { storeList } from './pages/store-list.ts'
import { tablePage } from './pages/table-page.ts'
import type { ExplorerVisit } from './visit.ts'

/** The portal's data about a request. */
export interface PortalVisit {
  readonly scripts: (c: Context) => readonly string[]
  /** Returns the note that was left for this page. */
  readonly note: (c: Context) => Note | null
  readonly leave: (c: Context, left: PageNote) => void
}

/** Adds the data explorer with each store's tables to the portal. It requires the portal's session. */
export function addExplorer(app: Hono, tools: ControlTools, portal: PortalVisit): void {
  const { context } = tools
  const visitOf = (c: Context): ExplorerVisit => ({
    tools,
    store: getStore(context, c.req.param('store') ?? ''),
    url: new URL(c.req.url),
    scripts: portal.scripts(c),
    note: portal.note(c),
  })
  const placeOf = ({ store }: ExplorerVisit, c: Context) => tablePlace({ context, store }, c.req.param('table') ?? '')

  app.get(EXPLORER, (c) => storeList(context, new URL(c.req.url), portal.scripts(c)))
  app.get(`${EXPLORER}/:store`, (c) => overviewPage(visitOf(c)))
  app.get(`${EXPLORER}/:store/changes`, (c) => changesPage(visitOf(c)))
  app.post(`${EXPLORER}/:store/remember`, (c) => {
    const { store } = visitOf(c)
    context.step(`checkpoint of ${store.code} set`, () => setCheckpoint(context, store.id))
    return redirectTo(changesAddress(store))
  })
  app.post(`${EXPLORER}/:store/forget`, (c) => {
    const { store } = visitOf(c)
    context.step(`checkpoint of ${store.code} deleted`, () => removeCheckpoint(context, store.id))
    return redirectTo(storeAddress(store))
  })
  app.get(`${EXPLORER}/:store/:table`, (c) => {
    const visit = visitOf(c)
    const place = placeOf(visit, c)
    return place === null ? c.notFound() : tablePage(visit, place)
  })
  app.get(`${EXPLORER}/:store/:table/row`, (c) => {
    const visit = visitOf(c)
    const place = placeOf(visit, c)
    if (place === null) return c.notFound()
    const row = findRow(place, c.req.queries('key') ?? [])
    return row === null ? noSuchRow(place.name) : rowPage(visit, place, { row })
  })

  const done = (c: Context, answer: Response | PageNote) => {
    if (answer instanceof Response) return answer
    portal.leave(c, answer)
    return redirectTo(answer.page)
  }
  app.post(`${EXPLORER}/:store/:table/new`, async (c) => {
    const visit = visitOf(c)
    const place = placeOf(visit, c)
    const edit = place === null ? null : newRowOf(place)
    if (place === null || edit === null) return c.notFound()
    return done(c, await makeRow(visit, place, { edit, form: await readForm(c.req.raw) }))
  })
  app.post(`${EXPLORER}/:store/:table/row/:edit`, async (c) => {
    const visit = visitOf(c)
    const place = placeOf(visit, c)
    const row = place === null ? null : findRow(place, c.req.queries('key') ?? [])
    if (place === null || row === null) return noSuchRow(c.req.param('table'))
    const edit = listEdits(place, row).find(({ name }) => name === c.req.param('edit'))
    if (edit === undefined) return noLonger(place, row)
    return done(c, await changeRow(visit, place, { row, edit, form: await readForm(c.req.raw) }))
  })
}

/** Responds to a form that was sent twice or after another user's change. */
function noLonger(place: StoreTable, row: Row): Promise<Response> {
  return errorPage({
    title: 'Change rejected',
    message: 'The row’s current state does not allow this change. Nothing was changed.',
    status: 409,
    part: site,
    bar: bars.data,
    back: { href: rowAddress(place, keyOf(place.table, row)), text: 'Show current row' },
  })
}

function noSuchRow(table: string): Promise<Response> {
  return portalRejection('Not found', `The table ${table} has no such row. The row may have been deleted.`, 404)
}
