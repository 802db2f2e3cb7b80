import type { Context } from 'hono'

import type { Install } from '../install/installs.ts'
import { readBody } from '../read-body.ts'
import type { Sql } from '../state/database.ts'
import type { Tools } from '../tools.ts'
import { LONGEST_NOTE, panelPath, settingsPage } from './panel-pages.ts'
import { panelOf, type OpenPanel } from './panel-session.ts'
import { formToken, isFormToken } from './session.ts'

const MAX_BYTES = 16 * 1024

/** What the owner wants to read above each order; empty for nothing. */
export async function slotNote(sql: Sql, { storeId, regionId }: Install): Promise<string> {
  const { rows } = await sql(
    'SELECT slot_note FROM settings WHERE store_id = $1 AND region_id = $2',
    storeId,
    regionId ?? 0,
  )
  return String(rows[0]?.['slot_note'] ?? '')
}

/** GET /panel/…/settings. */
export async function showSettings(tools: Tools, c: Context): Promise<Response> {
  const panel = await panelOf(tools, c)
  if (panel instanceof Response) return panel
  return formAnswer(tools, c, { panel, note: await slotNote(tools.db.sql, panel.view.install), wrong: '' })
}

/** POST /panel/…/settings. */
export async function saveSettings(tools: Tools, c: Context): Promise<Response> {
  const panel = await panelOf(tools, c)
  if (panel instanceof Response) return panel
  const body = await readBody(c.req.raw, MAX_BYTES)
  const form = new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array()))
  const note = (form.get('note') ?? '').trim()
  if (!isFormToken(tools.keys.session, panel.cookie, form.get('form') ?? '')) {
    return formAnswer(tools, c, { panel, note, wrong: 'Nothing was saved: save once more.' })
  }
  if (note.length > LONGEST_NOTE || /\p{Cc}/u.test(note)) {
    const wrong = `Nothing was saved: at most ${LONGEST_NOTE} characters on one line.`
    return formAnswer(tools, c, { panel, note, wrong })
  }
  const { install } = panel.view
  await tools.db.sql(
    `INSERT INTO settings (store_id, region_id, slot_note) VALUES ($1, $2, $3)
     ON CONFLICT (store_id, region_id) DO UPDATE SET slot_note = excluded.slot_note`,
    install.storeId,
    install.regionId ?? 0,
    note,
  )
  return c.redirect(`${panelPath(install)}/settings`, 303)
}

interface Form {
  readonly panel: OpenPanel
  readonly note: string
  readonly wrong: string
}

async function formAnswer({ keys }: Tools, c: Context, { panel, note, wrong }: Form): Promise<Response> {
  const form = formToken(keys.session[0], panel.cookie)
  return c.html(settingsPage(panel.view, { note, form, wrong }), wrong === '' ? 200 : 400)
}
