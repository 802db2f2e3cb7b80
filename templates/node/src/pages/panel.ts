import { Hono, type Context } from 'hono'
import { setCookie } from 'hono/cookie'

import { livingInstalls } from '../install/installs.ts'
import { takeRegionsOfToday } from '../install/regions-of-today.ts'
import { digestSecret } from '../protocol/access-token.ts'
import { verifyEmbedToken } from '../protocol/embed-token.ts'
import { findPanelInstall, type PanelIdentity } from '../protocol/panel-install.ts'
import { useOnce } from '../state/once.ts'
import { totalsOf } from '../state/totals.ts'
import type { Tools } from '../tools.ts'
import { READY } from './bridge.ts'
import { message } from './pages.ts'
import { paidOrders } from './paid-orders.ts'
import { ordersPage, overviewPage, panelPath } from './panel-pages.ts'
import { panelOf, refusePanel } from './panel-session.ts'
import { cookieName, sealSession } from './session.ts'
import { saveSettings, showSettings } from './settings.ts'

/**
 * The app's own pages inside the store admin. GET /panel takes the embed token, turns it into the app's own session at once and redirects, which also takes
 * the token out of the address. After that only the signed cookie says whose panel this is: never a query, a path or a message from another window.
 */
export function panelRoutes(tools: Tools): Hono {
  return new Hono()
    .get('/panel', (c) => openPanel(tools, c))
    .get('/panel/:store/:region', (c) => showOverview(tools, c))
    .get('/panel/:store/:region/orders', (c) => showOrders(tools, c))
    .get('/panel/:store/:region/settings', (c) => showSettings(tools, c))
    .post('/panel/:store/:region/settings', (c) => saveSettings(tools, c))
}

async function openPanel(tools: Tools, c: Context): Promise<Response> {
  const { config, keys } = tools
  const now = tools.now()
  const token = c.req.query('embed_token')
  const verdict = verifyEmbedToken({ token, key: keys.platform, appKey: config.appKey, now })
  if (!verdict.ok) {
    tools.log('panel refused', { reason: verdict.reason })
    return refusePanel(c, verdict.reason)
  }
  const found = findPanelInstall(verdict, await livingInstalls(tools, verdict.storeId))
  if (!found.ok) return refusePanel(c, found.reason)
  // 60 s of skew are allowed after the end, and one more minute costs nothing.
  const expiresAt = new Date(verdict.expiresAt.getTime() + 120_000)
  // What was signed, and not how the signature is spelled: hex is the same in capitals.
  const signed = token?.slice(0, token.lastIndexOf('.')) ?? ''
  if (!(await useOnce(tools, { kind: 'embed-token', value: digestSecret(signed), expiresAt }))) {
    const text = 'This sign-in was used before. Close the panel and open it again.'
    return c.html(message('Used already', text, READY), 401)
  }
  await takeRegionsOfToday(tools, found.install)
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
  return c.redirect(panelPath(identity), 303)
}

async function showOverview(tools: Tools, c: Context): Promise<Response> {
  const panel = await panelOf(tools, c)
  if (panel instanceof Response) return panel
  const { install, regionId } = panel.view
  const [totals, orders] = await Promise.all([
    totalsOf(tools.db.sql, { storeId: install.storeId, regionId: regionId ?? 0 }),
    paidOrders(tools, install, regionId),
  ])
  return c.html(overviewPage(panel.view, totals, orders))
}

async function showOrders(tools: Tools, c: Context): Promise<Response> {
  const panel = await panelOf(tools, c)
  if (panel instanceof Response) return panel
  const { install, regionId } = panel.view
  return c.html(ordersPage(panel.view, await paidOrders(tools, install, regionId)))
}
