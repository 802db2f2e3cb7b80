import { html } from 'hono/html'

import type { Install } from './installs.ts'
import { page, type Html } from './pages.ts'
import type { Order } from './platform.ts'
import type { Total } from './totals.ts'

export interface PanelView {
  readonly install: Install
  readonly regionId: number | null
  /** Text when they could not be fetched. */
  readonly orders: readonly Order[] | string
  /** Of this region; one for each currency. */
  readonly totals: readonly Total[]
  /** A store-wide panel lets one choose the region. */
  readonly hasPicker: boolean
}

/** What came in since the app was installed, a line for each currency. */
export function overviewPage(view: PanelView): Html {
  return page(
    view.install.storeName,
    html`${frame(view)}
      <h2>Paid since the installation</h2>
      ${totalsTable(view.totals)}`,
  )
}

/** The newest paid orders, fetched from the platform. */
export function ordersPage(view: PanelView): Html {
  const { orders } = view
  const content =
    typeof orders === 'string'
      ? html`<p>${orders}</p>`
      : html`<table>
          <tr>
            <th>Order</th>
            <th>Status</th>
            <th class="amount">Total</th>
          </tr>
          ${orders.map(
            (order) =>
              html`<tr>
                <td>${order.orderNumber}</td>
                <td>${order.status}</td>
                <td class="amount">${order.grandTotal} ${order.currency}</td>
              </tr>`,
          )}
        </table>`
  return page(
    view.install.storeName,
    html`${frame(view)}
      <h2>Paid orders</h2>
      ${content}`,
  )
}

/** Totals as a table: amounts of different currencies stay apart. */
export function totalsTable(totals: readonly Total[]): Html {
  if (totals.length === 0) return html`<p>Nothing yet.</p>`
  return html`<table>
    <tr>
      <th>Currency</th>
      <th class="amount">Orders</th>
      <th class="amount">Total</th>
    </tr>
    ${totals.map(
      ({ currency, orders, total }) =>
        html`<tr>
          <td>${currency}</td>
          <td class="amount">${orders}</td>
          <td class="amount">${total}</td>
        </tr>`,
    )}
  </table>`
}

function frame({ install, regionId, hasPicker }: PanelView): Html {
  const root = `/panel/${install.storeId}/${install.regionId ?? 'all'}`
  const query = hasPicker && regionId !== null ? `?region=${regionId}` : ''
  const picker = html`<nav aria-label="Region">
    ${install.regions.map(({ id, code }) =>
      id === regionId ? html`<strong>${code}</strong> ` : html`<a href="?region=${id}">${code}</a> `,
    )}
  </nav>`
  return html`<nav><a href="${root}${query}">Overview</a><a href="${root}/orders${query}">Orders</a></nav>
    ${hasPicker ? picker : ''}`
}
