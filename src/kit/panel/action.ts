import type { Core } from '../core.ts'
import { message } from '../http/pages.ts'
import { readBody } from '../http/read-body.ts'
import { htmlResponse, redirect } from '../http/responses.ts'
import type { Action, Effect } from '../types.ts'
import { applyEffect } from '../work/effect.ts'
import { panelPath } from './open-panel.ts'
import { panelContext, panelOf, regionQuery, type PanelPlace } from './panel-context.ts'
import { READY } from './scripts.ts'
import { isFormToken } from './session.ts'

const MAX_BYTES = 64 * 1024

/** Runs a form of the panel. The returned effect is written, and the browser returns to the page. */
export async function runAction(
  core: Core,
  request: Request,
  { action, ...place }: PanelPlace & { readonly action: Action },
): Promise<Response> {
  const panel = await panelOf(core, request, place)
  if (panel instanceof Response) return panel
  const read = await readBody(request, MAX_BYTES)
  if (!read.ok) {
    const text = `The form is too large or arrived too slowly. (${read.reason})`
    return htmlResponse(message('Not saved', text, READY), 413)
  }
  const form = new URLSearchParams(new TextDecoder().decode(read.bytes))
  if (!(await isFormToken((await core.keys()).session, panel.session, form.get('form') ?? ''))) {
    const text =
      'The form belongs to another session, so nothing was saved. Go back, reload the page and save again. (form_stale)'
    return htmlResponse(message('Not saved', text, READY), 403)
  }
  const done = await action({ ...(await panelContext(core, request, panel)), form })
  if (isResponse(done)) return done
  await core.database.transaction((tx) => applyEffect(core, tx, { effect: done }))
  const back = backPath(form, panelPath(place.root, panel.install))
  return redirect(back ?? `${panelPath(place.root, panel.install)}${regionQuery(panel)}`)
}

/** Servers may replace the global `Response`, so that a response of `fetch` has another class. */
function isResponse(done: Effect | Response): done is Response {
  return typeof done === 'object' && 'headers' in done
}

/** Returns the page of the form, if it is a page of this panel. A Referer cannot show it, because the panel's pages send none. */
function backPath(form: URLSearchParams, root: string): string | null {
  const from = URL.parse(form.get('form_page') ?? '', 'http://localhost')
  const path = from?.pathname ?? ''
  return path === root || path.startsWith(`${root}/`) ? `${path}${from?.search ?? ''}` : null
}
