import { html } from 'hono/html'

import { prepared } from '../../../storage/statements.ts'
import { money } from '../../pages/money.ts'
import { readOrder } from '../../store/orders/order-event.ts'
import { homeOf, storefrontError, storefrontPage, type StorefrontVisit } from '../visit.ts'

/**
 * Shows the order's current state: its number and total, but no customer data, because anyone with
 * the URL can see the page. 404 for an order of another region's storefront.
 */
export function orderPage(visit: StorefrontVisit, orderId: number): Promise<Response> {
  const { context, db, store, region } = visit
  const isOurs = prepared(db, 'SELECT 1 FROM orders WHERE id = ? AND region_id = ? AND imported_by IS NULL').get(
    orderId,
    region.id,
  )
  if (isOurs === undefined) {
    return storefrontError(visit, { title: 'Not found', message: 'The store has no such order.', status: 404 })
  }
  const order = readOrder(context, { storeId: store.id, orderId })
  const [kind, words] = payments[order.paymentStatus] ?? ['', order.paymentStatus]
  return storefrontPage(visit, {
    title: 'Thank you',
    width: 'narrow',
    body: html`<p class="lead">Your order was placed.</p>
      <dl class="card facts">
        <dt>Order</dt>
        <dd class="name">${order.orderNumber}</dd>
        <dt>Total</dt>
        <dd>${money(order.grandTotal, region, order.currency)}</dd>
        <dt>Status</dt>
        <dd>${order.status}</dd>
        <dt>Payment</dt>
        <dd><span class="badge ${kind}">${words}</span></dd>
      </dl>
      <p><a href="${homeOf(visit)}">Continue shopping</a></p>`,
  })
}

/** Badge style and label. */
const payments: Readonly<Record<string, readonly [kind: string, words: string]>> = {
  paid: ['good', 'paid'],
  unpaid: ['wait', 'not paid yet'],
  refunded: ['bad', 'refunded'],
}
