import { html } from 'hono/html'

import { money } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import type { OrderTotals } from '../../store/orders/order-lines.ts'
import type { StorefrontVisit } from '../visit.ts'

/** What all of it costs. */
export function totalsTable({ region }: StorefrontVisit, { subtotal, taxTotal, grandTotal }: OrderTotals): Html {
  return html`<dl class="totals">
    <dt>Goods</dt>
    <dd>${money(subtotal, region)}</dd>
    <dt>Tax</dt>
    <dd>${money(taxTotal, region)}</dd>
    <dt>Total</dt>
    <dd class="name">${money(grandTotal, region)}</dd>
  </dl>`
}
