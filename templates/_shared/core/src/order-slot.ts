import { cookieOf, htmlAnswer, textAnswer } from './answers.ts'
import { ORDER_SLOT } from './bridge.ts'
import { html } from './html.ts'
import { accessOf, installsOf, type Install } from './installs.ts'
import { page } from './pages.ts'
import { PlatformError } from './platform-error.ts'
import { findPanelInstall, type PanelIdentity } from './protocol/panel-install.ts'
import type { Params } from './routes.ts'
import { cookieName, openSession } from './session.ts'
import { slotNote } from './settings.ts'
import type { Tools } from './tools.ts'

/** GET /slots/order: the app's part of the page of an order in the store admin. It holds nothing by itself. */
export function orderSlot(): Response {
  return htmlAnswer(page('Order', html`<p class="card" id="order">Loading.</p>`, ORDER_SLOT))
}

/**
 * GET /slots/order/:store/:region/:id. A slot gets no token: the admin's message only hints at store, region and order. Who may see what is said by the session
 * that the panel has made, and the order is fetched with that install's own token, which opens no other store's orders.
 */
export async function slotOrder(tools: Tools, request: Request, params: Params): Promise<Response> {
  const [storeId, regionId, orderId] = [params['store'], params['region'], params['id']].map(numberOf)
  if (!storeId || !regionId || !orderId) return textAnswer('There is no such order here.', 404)
  const session = await sessionOf(tools, request, { storeId, regionId })
  if (session === null) return textAnswer('Open the panel of this app once, then this page again.', 401)
  const found = findPanelInstall(session, await installsOf(tools, storeId))
  if (!found.ok || !holds(found.install, regionId)) return textAnswer('The app is not installed here.', 404)
  const access = accessOf(found.install, regionId)
  if (access === null) return textAnswer('Install the app again.', 409)
  try {
    const { orderNumber, status, grandTotal, currency } = await tools.platform.order(access, orderId)
    const note = await slotNote(tools.db, found.install)
    return textAnswer(`${note === '' ? '' : `${note} `}${orderNumber}: ${grandTotal} ${currency}, ${status}`)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return error.status === 404 ? textAnswer('There is no such order here.', 404) : textAnswer(error.message, 502)
  }
}

interface Hinted {
  readonly storeId: number
  readonly regionId: number
}

/** The hint says which of the browser's sessions is meant; what it holds is signed. */
async function sessionOf({ keys, now }: Tools, request: Request, hinted: Hinted): Promise<PanelIdentity | null> {
  const names = [hinted.regionId, null].map((regionId) => cookieName({ storeId: hinted.storeId, regionId }))
  for (const name of names) {
    const cookie = cookieOf(request, name)
    const session = cookie === null ? null : await openSession(keys.session, cookie, now())
    if (session !== null && cookieName(session) === name) return session
  }
  return null
}

function holds({ regionId, regions }: Install, wanted: number): boolean {
  return regionId === null ? regions.some(({ id }) => id === wanted) : regionId === wanted
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}
