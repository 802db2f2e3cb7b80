import { sql } from './db.ts'
import { html, type Html } from './html.ts'
import { accessOf, type Install } from './installs.ts'
import { addDecimals } from './money.ts'
import { panelAnswer, regionOf } from './panel-frame.ts'
import { panelOf } from './panel.ts'
import type { Order } from './platform-answers.ts'
import { PlatformError } from './platform-error.ts'
import type { Params } from './routes.ts'
import type { Tools } from './tools.ts'

/** GET /panel/:store/:region: what came in since the app was installed, and the newest paid orders. */
export async function showOverview(tools: Tools, request: Request, params: Params): Promise<Response> {
  const panel = await panelOf(tools, request, params)
  if (panel instanceof Response) return panel
  const regionId = regionOf(panel, request)
  const [totals, orders] = await Promise.all([
    totalsOf(tools, panel.install.storeId, regionId),
    paidOrders(tools, panel.install, regionId),
  ])
  const content = html`<h2>Paid since the installation</h2>
    ${totalTiles(totals)}
    <h2>Paid orders</h2>
    ${typeof orders === 'string' ? html`<p class="card">${orders}</p>` : orderTable(orders)}`
  return panelAnswer(panel, request, { here: '', content })
}

interface Total {
  readonly currency: string
  readonly orders: number
  /** Decimal text. */
  readonly total: string
}

/** One total for each currency: amounts of different ones are never added. */
async function totalsOf({ db }: Tools, storeId: number, regionId: number | null): Promise<readonly Total[]> {
  const [counts, amounts] = await Promise.all([
    db.rows(sql`SELECT currency, orders FROM paid_counts WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0}`),
    db.rows(sql`SELECT currency, total FROM paid_orders WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0}`),
  ])
  return counts.map(({ currency, orders }) => ({
    currency: String(currency),
    orders: Number(orders),
    total: amounts
      .filter((amount) => amount['currency'] === currency)
      .reduce((sum, { total }) => addDecimals(sum, String(total)), '0'),
  }))
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
