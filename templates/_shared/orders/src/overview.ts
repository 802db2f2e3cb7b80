import { html, type Html } from './html.ts'
import { accessOf, type Install } from './installs.ts'
import { panelAnswer, regionOf } from './panel-frame.ts'
import { panelOf } from './panel.ts'
import type { Order } from './platform-answers.ts'
import { PlatformError } from './platform-error.ts'
import type { Params } from './routes.ts'
import type { Tools } from './tools.ts'
import { totalsOf, type Total } from './totals.ts'

/** GET /panel/:store/:region: what came in since the app was installed, and the newest paid orders. */
export async function showOverview(tools: Tools, request: Request, params: Params): Promise<Response> {
  const panel = await panelOf(tools, request, params)
  if (panel instanceof Response) return panel
  const regionId = regionOf(panel, request)
  const [totals, orders] = await Promise.all([
    totalsOf(tools.db, panel.install.storeId, regionId),
    paidOrders(tools, panel.install, regionId),
  ])
  const content = html`<h2>Paid since the installation</h2>
    ${totalTiles(totals)}
    <h2>Paid orders</h2>
    ${typeof orders === 'string' ? html`<p class="card">${orders}</p>` : orderTable(orders)}`
  return panelAnswer(panel, request, { here: '', content })
}

/** The newest paid orders of the region, or the sentence that says why there are none to show. */
async function paidOrders(
  { platform }: Tools,
  install: Install,
  regionId: number | null,
): Promise<readonly Order[] | string> {
  const access = accessOf(install, regionId)
  if (access === null) return 'The token of this store cannot be read any more. Install the app again.'
  try {
    return await platform.orders(access, 'paid')
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return error.status === 401 ? 'The platform refuses the token of this store. Install the app again.' : error.message
  }
}

function totalTiles(totals: readonly Total[]): Html {
  if (totals.length === 0) return html`<p class="card empty">Nothing yet. A paid order shows up here.</p>`
  const tiles = totals.map(
    ({ currency, orders, total }) =>
      html`<div class="card">
        <strong>${total} ${currency}</strong> <small>${orders} ${orders === 1 ? 'order' : 'orders'}</small>
      </div>`,
  )
  return html`<div class="tiles">${tiles}</div>`
}

function orderTable(orders: readonly Order[]): Html {
  if (orders.length === 0) return html`<p class="card empty">No paid order yet.</p>`
  const rows = orders.map(
    ({ orderNumber, status, grandTotal, currency }) =>
      html`<tr>
        <td>${orderNumber}</td>
        <td>${status}</td>
        <td class="amount">${grandTotal} ${currency}</td>
      </tr>`,
  )
  return html`<div class="scroll">
    <table>
      <tr>
        <th>Order</th>
        <th>Status</th>
        <th class="amount">Total</th>
      </tr>
      ${rows}
    </table>
  </div>`
}
