import { html } from 'hono/html'

import type { Install } from '../install/installs.ts'
import type { Order } from '../platform/answers.ts'
import type { Total } from '../state/totals.ts'
import { READY } from './bridge.ts'
import { page, type Html } from './pages.ts'

export interface PanelView {
  readonly install: Install
  readonly regionId: number | null
  /** What the platform has to say to the store owner. */
  readonly hints: readonly string[]
  /** A store-wide panel lets one choose the region. */
  readonly hasPicker: boolean
}

/** Fetched from the platform; a text where they could not be. */
type PaidOrders = readonly Order[] | string

/** How many orders the overview has room for. */
const NEWEST = 5

/** What came in since the app was installed, a tile for each currency, and what came last. */
export function overviewPage(view: PanelView, totals: readonly Total[], orders: PaidOrders): Html {
  return page(
    view.install.storeName,
    html`${frame(view, '')}
      <h2>Paid since the installation</h2>
      ${totalsTiles(totals)}
      <h2>Newest paid orders</h2>
      ${ordersOrReason(typeof orders === 'string' ? orders : orders.slice(0, NEWEST))}`,
    READY,
  )
}

/** The newest paid orders. */
export function ordersPage(view: PanelView, orders: PaidOrders): Html {
  return page(
    view.install.storeName,
    html`${frame(view, '/orders')}
      <h2>Paid orders</h2>
      ${ordersOrReason(orders)}`,
    READY,
  )
}

/** What the owner may choose. */
export function settingsPage(view: PanelView, { note, form, wrong }: SettingsForm): Html {
  return page(
    view.install.storeName,
    html`${frame(view, '/settings')}
      <h2>Settings</h2>
      ${wrong === '' ? '' : html`<p class="card" role="alert">${wrong}</p>`}
      <form method="post" action="${panelPath(view.install)}/settings">
        <input type="hidden" name="form" value="${form}" />
        <p>
          <label for="note">Text above each order, on its page in the store admin</label><br />
          <input id="note" name="note" value="${note}" maxlength="${LONGEST_NOTE}" autocomplete="off" />
        </p>
        <p><button class="button">Save</button></p>
      </form>`,
    READY,
  )
}

export interface SettingsForm {
  readonly note: string
  /** Shows that the form is one of this session. */
  readonly form: string
  /** Why nothing was saved; empty for nothing. */
  readonly wrong: string
}

/** In UTF-16 units, as browsers count them. */
export const LONGEST_NOTE = 200

/** Where the panel of an install is. */
export function panelPath({ storeId, regionId }: Pick<Install, 'storeId' | 'regionId'>): string {
  return `/panel/${storeId}/${regionId ?? 'all'}`
}

function ordersOrReason(orders: PaidOrders): Html {
  if (typeof orders === 'string') return html`<p class="card">${orders}</p>`
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
function frame({ install, regionId, hints, hasPicker }: PanelView, here: '' | '/orders' | '/settings'): Html {
  const root = panelPath(install)
  const query = hasPicker && regionId !== null ? `?region=${regionId}` : ''
  const link = (path: string, text: string) =>
    html`<a href="${root}${path}${query}" ${path === here ? html`aria-current="page"` : ''}>${text}</a>`
  const picker = html`<nav aria-label="Region">
    ${install.regions.map(
      ({ id, code }) => html`<a href="?region=${id}" ${id === regionId ? html`aria-current="true"` : ''}>${code}</a>`,
    )}
  </nav>`
  return html`<nav aria-label="Pages">
      ${link('', 'Overview')}${link('/orders', 'Orders')}${link('/settings', 'Settings')}
    </nav>
    ${hasPicker ? picker : ''} ${hints.map((hint) => html`<p class="card" role="note">${hint}</p>`)}`
}
