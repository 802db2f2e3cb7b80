import { faulty } from './faulty.ts'
import type { Answer, Visit } from './http.ts'
import type { AppTools } from './install.ts'
import { page } from './pages.ts'
import { PlatformError } from './platform.ts'
import { readSession } from './session.ts'

/** GET /slots/order: the app's part of an order's page. It gets no token: its script asks with the session of the panel. */
export function slotPage(): Answer {
  if (faulty('manifest-no-slot')) return text(404, 'Not found.')
  if (faulty('manifest-slot-crash')) throw new TypeError('there is no template of this page')
  return page(200, { title: 'Order', content: '<p id="order">Loading.</p>', script: '/slot.js' })
}

/** GET /slots/order/data?store=&region=&order=: hints only; the session says whose data it is, and the order is fetched with that install's token. */
export async function slotData(tools: AppTools, visit: Visit): Promise<Answer> {
  const [storeId, regionId, orderId] = ['store', 'region', 'order'].map((name) => Number(visit.query.get(name)))
  if (!Number.isSafeInteger(storeId) || !Number.isSafeInteger(regionId) || !Number.isSafeInteger(orderId))
    return text(400, 'No order.')
  const hint = { storeId: storeId ?? 0, regionId: regionId ?? 0 }
  const session =
    readSession(tools.keys, visit, hint) ?? readSession(tools.keys, visit, { storeId: hint.storeId, regionId: null })
  const isBelieved = faulty('bridge-trusts-hint') || faulty('bridge-trusts-joined')
  if (session === null && !isBelieved) return text(401, 'Open the panel once, then this page again.')
  const install = tools.installs.find(hint.storeId, session === null ? hint.regionId : session.regionId)
  if (install?.token == null) return text(404, 'Not installed here.')
  try {
    const order = await tools.platform.order(install, hint.regionId, orderId ?? 0)
    return text(200, `${order.orderNumber}: ${order.grandTotal} ${order.currency}`)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return error.status === 404 ? text(404, 'No such order here.') : text(502, error.message)
  }
}

function text(status: number, body: string): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body }
}
