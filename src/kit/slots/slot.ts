import { AppError } from '../../errors.ts'
import { findPanelInstall, type PanelIdentity } from '../../protocol/panel-install.ts'
import type { Core } from '../core.ts'
import { html, Html } from '../http/html.ts'
import { page } from '../http/pages.ts'
import { cookieOf, htmlResponse } from '../http/responses.ts'
import { hasRegion } from '../install/install.ts'
import { livingInstalls } from '../install/installs.ts'
import { masked } from '../log/log.ts'
import { panelContext } from '../panel/panel-context.ts'
import { SLOT } from '../panel/scripts.ts'
import { cookieName, openSession } from '../panel/session.ts'
import type { Slot } from '../types.ts'

/** Returns the frame of a slot. It contains no data: its script requests the content for the admin's message at `path`. */
export function emptySlot(path: string): Response {
  return htmlResponse(page('Loading', html`<p data-slot="${path}"></p>`, SLOT))
}

export interface SlotPlace {
  readonly store: string
  readonly region: string
  readonly id: string
}

/**
 * Returns the content of a slot. A slot gets no token, and the admin's message only hints at store, region and entity. The
 * panel's session decides who may see it, and everything is fetched with the token of that install, which opens no other store.
 */
export async function slotContent(
  core: Core,
  request: Request,
  { slot, place, root }: { readonly slot: Slot; readonly place: SlotPlace; readonly root: string },
): Promise<Response> {
  const [storeId, regionId, entityId] = [place.store, place.region, place.id].map(parseId)
  if (!storeId || !regionId || !entityId) return says('Nothing to show here.', 404)
  const session = await readSession(core, request, { storeId, regionId })
  if (session === null) return says('Open the app panel once, then reload this page.', 401)
  const { identity, cookie } = session
  const found = findPanelInstall(identity, await livingInstalls(core, storeId))
  if (!found.ok || !hasRegion(found.install, regionId))
    return says('The app is not installed in this store and region.', 404)
  const { install } = found
  const entityType = new URL(request.url).searchParams.get('type') ?? ''
  try {
    const context = await panelContext(core, request, { root, install, identity, session: cookie, regionId })
    const content = await slot({ ...context, entityType, entityId })
    return htmlResponse(content instanceof Html ? content : html`<p>${content}</p>`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    core.log('slot failed', { code: error.code, reason: masked(error.message) })
    return withoutPlatform(error)
  }
}

function withoutPlatform({ code, details }: AppError): Response {
  if (code === 'api.unauthorized') return says('The platform rejects the token. Reinstall the app.', 409)
  return details['status'] === 404 ? says('Nothing to show here.', 404) : says('The platform request failed.', 502)
}

function says(text: string, status: number): Response {
  return htmlResponse(html`<p>${text}</p>`, status)
}

/** The hint selects one of the browser's sessions. Their content is signed. */
async function readSession(
  { keys, now }: Core,
  request: Request,
  { storeId, regionId }: { readonly storeId: number; readonly regionId: number },
): Promise<{ readonly identity: PanelIdentity; readonly cookie: string } | null> {
  const ring = (await keys()).session
  for (const name of [regionId, null].map((id) => cookieName({ storeId, regionId: id }))) {
    const cookie = cookieOf(request, name)
    const identity = cookie === null ? null : await openSession(ring, { text: cookie, now: now() })
    if (cookie !== null && identity !== null && cookieName(identity) === name) return { identity, cookie }
  }
  return null
}

function parseId(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
