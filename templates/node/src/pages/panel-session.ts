import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

import { livingInstalls, type Install } from '../install/installs.ts'
import type { EmbedTokenError } from '../protocol/embed-token.ts'
import { findPanelInstall, type PanelIdentity } from '../protocol/panel-install.ts'
import type { Tools } from '../tools.ts'
import { READY } from './bridge.ts'
import { ownerHints } from './hints.ts'
import { message } from './pages.ts'
import { chosenRegion } from './paid-orders.ts'
import type { PanelView } from './panel-pages.ts'
import { refusalOf } from './refusals.ts'
import { cookieName, openSession } from './session.ts'

/** A panel that is open, for whom the signed cookie says. */
export interface OpenPanel {
  readonly view: PanelView
  /** As the browser sent it. */
  readonly cookie: string
}

/** The panel that a request may see, or the page that says why it sees none: never a query, a path or a message from another window says whose it is. */
export async function panelOf(tools: Tools, c: Context): Promise<OpenPanel | Response> {
  const session = readSession(tools, c)
  if (session === null) {
    const text =
      'Close the panel and open it again in the store admin. If that does not help, the browser blocks the cookie of the panel.'
    return c.html(message('No session', text, READY), 401)
  }
  const { identity, cookie } = session
  const found = findPanelInstall(identity, await livingInstalls(tools, identity.storeId))
  if (!found.ok) return refusePanel(c, found.reason)
  return { view: await viewOf(tools, c, { install: found.install, identity }), cookie }
}

/** The screen that says why a panel does not open. */
export function refusePanel(c: Context, reason: EmbedTokenError): Response | Promise<Response> {
  const { status, title, text } = refusalOf(reason)
  return c.html(message(title, text, READY), status)
}

interface Found {
  readonly install: Install
  readonly identity: PanelIdentity
}

async function viewOf(tools: Tools, c: Context, { install, identity }: Found): Promise<PanelView> {
  const regionId = chosenRegion(install, c.req.query('region'))
  const hints = await ownerHints(tools.platform, install, regionId)
  return { install, regionId, hints, hasPicker: identity.scope === 'store' }
}

/** The path says which of the browser's sessions is meant; only the cookie says who it is. */
function readSession({ keys, now }: Tools, c: Context): { identity: PanelIdentity; cookie: string } | null {
  const { store, region } = c.req.param()
  if (!/^\d{1,15}$/.test(store ?? '') || !/^(\d{1,15}|all)$/.test(region ?? '')) return null
  const cookie = getCookie(c, `panel_${store}_${region}`)
  const identity = cookie === undefined ? null : openSession(keys.session, cookie, now())
  if (cookie === undefined || identity === null) return null
  return cookieName(identity) === `panel_${store}_${region}` ? { identity, cookie } : null
}
