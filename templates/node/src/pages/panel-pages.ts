import { html } from 'hono/html'

import type { Install } from '../install/installs.ts'
import type { Order } from '../platform/platform.ts'
import type { Total } from '../state/totals.ts'
import { READY } from './bridge.ts'
import { page, type Html } from './pages.ts'

export interface PanelView {
  readonly install: Install
  readonly regionId: number | null
  /** Text when they could not be fetched. */
  readonly orders: readonly Order[] | string
  /** Of this region; one for each currency. */
  readonly totals: readonly Total[]
  /** What the platform has to say to the store owner. */
  readonly hints: readonly string[]
  /** A store-wide panel lets one choose the region. */
  readonly hasPicker: boolean
}

/** What came in since the app was installed, a line for each currency. */
export function overviewPage(view: PanelView): Html {
  return page(
    view.install.storeName,
    html`${frame(view, '')}
      <h2>Paid since the installation</h2>
      ${totalsTiles(view.totals)}`,
    READY,
  )
}

/** The newest paid orders, fetched from the platform. */
export function ordersPage(view: PanelView): Html {
  const { orders } = view
  return page(
    view.install.storeName,
    html`${frame(view, '/orders')}
      <h2>Paid orders</h2>
      ${typeof orders === 'string' ? html`<p class="card">${orders}</p>` : ordersTable(orders)}`,
    READY,
  )
}

function ordersTable(orders: readonly Order[]): Html {
  if (orders.length === 0) return html`<p class="card empty">No paid order yet.</p>`
  return html`<div class="scroll">
    <table>
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
    </table>
  </div>`
}

/** A tile for each currency: amounts of different currencies stay apart. */
export function totalsTiles(totals: readonly Total[]): Html {
  if (totals.length === 0) return html`<p class="card empty">Nothing yet. A paid order shows up here.</p>`
  return html`<div class="tiles">
    ${totals.map(
      ({ currency, orders, total }) =>
        html`<div class="card">
          <strong>${total} ${currency}</strong>
          <small>${orders} ${orders === 1 ? 'order' : 'orders'}</small>
        </div>`,
    )}
  </div>`
}

/** The navigation inside the panel; a store-wide one also lets the region be chosen, and stays on its page. */
function frame({ install, regionId, hints, hasPicker }: PanelView, here: '' | '/orders'): Html {
  const root = `/panel/${install.storeId}/${install.regionId ?? 'all'}`
  const query = hasPicker && regionId !== null ? `?region=${regionId}` : ''
  const link = (path: string, text: string) =>
    html`<a href="${root}${path}${query}" ${path === here ? html`aria-current="page"` : ''}>${text}</a>`
  const picker = html`<nav aria-label="Region">
    ${install.regions.map(
      ({ id, code }) => html`<a href="?region=${id}" ${id === regionId ? html`aria-current="true"` : ''}>${code}</a>`,
    )}
  </nav>`
  return html`<nav aria-label="Pages">${link('', 'Overview')}${link('/orders', 'Orders')}</nav>
    ${hasPicker ? picker : ''} ${hints.map((hint) => html`<p class="card" role="note">${hint}</p>`)}`
}
