import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { html } from 'hono/html'

import { accessOf } from '../install/access.ts'
import { livingInstalls, type Install } from '../install/installs.ts'
import { PlatformError } from '../platform/platform-error.ts'
import { findPanelInstall, type PanelIdentity } from '../protocol/panel-install.ts'
import type { Tools } from '../tools.ts'
import { ORDER_SLOT } from './bridge.ts'
import { page } from './pages.ts'
import { cookieName, openSession } from './session.ts'
import { slotNote } from './settings.ts'

/**
 * The app's part of the page of an order in the store admin. A slot gets no token: the admin's message only hints at store, region and order. Who may see what
 * is said by the session that the panel has made, and the order is fetched with that install's own token, which opens no other store's orders.
 */
export function orderSlotRoutes(tools: Tools): Hono {
  return new Hono()
    .get('/slots/order', (c) => c.html(page('Order', html`<p class="card" id="order">Loading.</p>`, ORDER_SLOT)))
    .get('/slots/order/:store{[0-9]{1,15}}/:region{[0-9]{1,15}}/:id{[0-9]{1,15}}', (c) => {
      const { store, region, id } = c.req.param()
      return showOrder(tools, c, { storeId: Number(store), regionId: Number(region), orderId: Number(id) })
    })
}

interface Hinted {
  readonly storeId: number
  readonly regionId: number
  readonly orderId: number
}

async function showOrder(tools: Tools, c: Context, hinted: Hinted): Promise<Response> {
  const session = readSession(tools, c, hinted)
  if (session === null) return c.text('Open the panel of this app once, then this page again.', 401)
  const found = findPanelInstall(session, await livingInstalls(tools, session.storeId))
  if (!found.ok || !holds(found.install, hinted.regionId)) return c.text('The app is not installed here.', 404)
  const access = accessOf(found.install, hinted.regionId)
  if (access === null) return c.text('Install the app again.', 409)
  try {
    const { orderNumber, status, grandTotal, currency } = await tools.platform.order(access, hinted.orderId)
    const note = await slotNote(tools.db.sql, found.install)
    return c.text(`${note === '' ? '' : `${note} `}${orderNumber}: ${grandTotal} ${currency}, ${status}`)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return error.status === 404 ? c.text('There is no such order here.', 404) : c.text(error.message, 502)
  }
}

/** The hint says which of the browser's sessions is meant; what it holds is signed. */
function readSession({ keys, now }: Tools, c: Context, { storeId, regionId }: Hinted): PanelIdentity | null {
  const names = [regionId, null].map((id) => cookieName({ storeId, regionId: id, scope: null }))
  for (const name of names) {
    const cookie = getCookie(c, name)
    const session = cookie === undefined ? null : openSession(keys.session, cookie, now())
    if (session !== null && cookieName(session) === name) return session
  }
  return null
}

function holds({ regionId, regions }: Install, wanted: number): boolean {
  return regionId === null ? regions.some(({ id }) => id === wanted) : regionId === wanted
}
