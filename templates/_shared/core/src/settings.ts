import { redirect } from './answers.ts'
import { sql, writeOne, type Db } from './db.ts'
import { html } from './html.ts'
import type { Install } from './installs.ts'
import { panelAnswer } from './panel-frame.ts'
import { panelOf, panelPath, type OpenPanel } from './panel.ts'
import { readBody } from './read-body.ts'
import type { Params } from './routes.ts'
import { formToken, isFormToken } from './session.ts'
import type { Tools } from './tools.ts'

const LONGEST = 200
const MAX_BYTES = 16 * 1024

/** What the owner wants to read above each order; empty for nothing. */
export async function slotNote(db: Db, { storeId, regionId }: Install): Promise<string> {
  const [row] = await db.rows(
    sql`SELECT slot_note FROM settings WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0}`,
  )
  return String(row?.['slot_note'] ?? '')
}

/** GET /panel/…/settings. */
export async function showSettings(tools: Tools, request: Request, params: Params): Promise<Response> {
  const panel = await panelOf(tools, request, params)
  if (panel instanceof Response) return panel
  return settingsPage(tools, request, { panel, note: await slotNote(tools.db, panel.install), wrong: '' })
}

/** POST /panel/…/settings. */
export async function saveSettings(tools: Tools, request: Request, params: Params): Promise<Response> {
  const panel = await panelOf(tools, request, params)
  if (panel instanceof Response) return panel
  const body = await readBody(request, MAX_BYTES)
  const form = new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array()))
  const note = (form.get('note') ?? '').trim()
  if (!(await isFormToken(tools.keys.session, panel.cookie, form.get('form') ?? ''))) {
    return settingsPage(tools, request, { panel, note, wrong: 'Nothing was saved: save once more.' })
  }
  if (note.length > LONGEST || /\p{Cc}/u.test(note)) {
    const wrong = `Nothing was saved: at most ${LONGEST} characters on one line.`
    return settingsPage(tools, request, { panel, note, wrong })
  }
  const { storeId, regionId } = panel.install
  await writeOne(
    tools.db,
    sql`INSERT INTO settings (store_id, region_id, slot_note) VALUES (${storeId}, ${regionId ?? 0}, ${note})
        ON CONFLICT (store_id, region_id) DO UPDATE SET slot_note = excluded.slot_note`,
  )
  return redirect(`${panelPath(panel.install)}/settings`)
}

interface Form {
  readonly panel: OpenPanel
  readonly note: string
  readonly wrong: string
}

async function settingsPage({ keys }: Tools, request: Request, { panel, note, wrong }: Form): Promise<Response> {
  const token = await formToken(keys.session, panel.cookie)
  const content = html`<h2>Settings</h2>
    ${wrong === '' ? [] : html`<p class="card" role="alert">${wrong}</p>`}
    <form method="post" action="${panelPath(panel.install)}/settings">
      <input type="hidden" name="form" value="${token}" />
      <p>
        <label for="note">Text above each order, on its page in the store admin</label><br />
        <input id="note" name="note" value="${note}" maxlength="${LONGEST}" autocomplete="off" />
      </p>
      <p><button class="button">Save</button></p>
    </form>`
  return panelAnswer(panel, request, { here: '/settings', content, status: wrong === '' ? 200 : 400 })
}
