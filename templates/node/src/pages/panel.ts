import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { livingInstalls } from '../install/installs.ts'
import { digestSecret } from '../protocol/access-token.ts'
import { verifyEmbedToken, type EmbedTokenError } from '../protocol/embed-token.ts'
import { findPanelInstall, type PanelIdentity } from '../protocol/panel-install.ts'
import { useOnce } from '../state/once.ts'
import { listTotals } from '../state/totals.ts'
import type { Tools } from '../tools.ts'
import { READY } from './bridge.ts'
import { ownerHints } from './hints.ts'
import { message, type Html } from './pages.ts'
import { chosenRegion, paidOrders } from './paid-orders.ts'
import { ordersPage, overviewPage, type PanelView } from './panel-pages.ts'
import { refusalOf } from './refusals.ts'
import { cookieName, openSession, sealSession } from './session.ts'

/**
 * The app's own pages inside the store admin. GET /panel takes the embed token, turns it into the app's own session at once and redirects, which also takes
 * the token out of the address. After that only the signed cookie says whose panel this is: never a query, a path or a message from another window.
 */
export function panelRoutes(tools: Tools): Hono {
  return new Hono()
    .get('/panel', (c) => openPanel(tools, c))
    .get('/panel/:store/:region', (c) => showPanel(tools, c, overviewPage))
    .get('/panel/:store/:region/orders', (c) => showPanel(tools, c, ordersPage))
}

function refuse(c: Context, reason: EmbedTokenError): Response | Promise<Response> {
  const { status, title, text } = refusalOf(reason)
  return c.html(message(title, text, READY), status)
}

async function openPanel(tools: Tools, c: Context): Promise<Response> {
  const { config, keys } = tools
  const now = tools.now()
  const token = c.req.query('embed_token')
  const verdict = verifyEmbedToken({ token, key: keys.platform, appKey: config.appKey, now })
  if (!verdict.ok) {
    tools.log('panel refused', { reason: verdict.reason })
    return refuse(c, verdict.reason)
  }
  const found = findPanelInstall(verdict, await livingInstalls(tools, verdict.storeId))
  if (!found.ok) return refuse(c, found.reason)
  // 60 s of skew are allowed after the end, and one more minute costs nothing.
  const expiresAt = new Date(verdict.expiresAt.getTime() + 120_000)
  // What was signed, and not how the signature is spelled: hex is the same in capitals.
  const signed = token?.slice(0, token.lastIndexOf('.')) ?? ''
  if (!(await useOnce(tools, { kind: 'embed-token', value: digestSecret(signed), expiresAt }))) {
    const text = 'This sign-in was used before. Close the panel and open it again.'
    return c.html(message('Used already', text, READY), 401)
  }
  const { storeId, scope } = verdict
  const regionId = found.install.regionId
  const identity: PanelIdentity = { storeId, regionId, scope: scope ?? (regionId === null ? 'store' : 'region') }
  // The panel lives in a frame of another site: without SameSite=None and Partitioned the browser drops the cookie. Secure is no obstacle while developing:
  // Chromium takes it from http on 127.0.0.1 and localhost too.
  setCookie(c, cookieName(identity), sealSession(keys.session[0], identity, now), {
    httpOnly: true,
    secure: true,
    sameSite: 'None',
    path: '/',
    partitioned: true,
  })
  return c.redirect(`/panel/${storeId}/${regionId ?? 'all'}`, 303)
}

async function showPanel(tools: Tools, c: Context, view: (facts: PanelView) => Html): Promise<Response> {
  const session = readSession(tools, c)
  if (session === null) {
    const text =
      'Close the panel and open it again in the store admin. If that does not help, the browser blocks the cookie of the panel.'
    return c.html(message('No session', text, READY), 401)
  }
  const found = findPanelInstall(session, await livingInstalls(tools, session.storeId))
  if (!found.ok) return refuse(c, found.reason)
  const { install } = found
  const regionId = chosenRegion(install, c.req.query('region'))
  const [orders, hints] = await Promise.all([
    paidOrders(tools, install, regionId),
    ownerHints(tools.platform, install, regionId),
  ])
  const totals = (await listTotals(tools.db.sql)).filter(
    (total) => total.storeId === install.storeId && total.regionId === regionId,
  )
  return c.html(view({ install, regionId, orders, totals, hints, hasPicker: session.scope === 'store' }))
}

/** The path says which of the browser's sessions is meant; only the cookie says who it is. */
function readSession({ keys, now }: Tools, c: Context): PanelIdentity | null {
  const { store, region } = c.req.param()
  if (!/^\d{1,15}$/.test(store ?? '') || !/^(\d{1,15}|all)$/.test(region ?? '')) return null
  const cookie = getCookie(c, `panel_${store}_${region}`)
  const session = cookie === undefined ? null : openSession(keys.session, cookie, now())
  return session !== null && cookieName(session) === `panel_${store}_${region}` ? session : null
}
