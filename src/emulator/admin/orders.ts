import type { SQLOutputValue } from 'node:sqlite'

import { html } from 'hono/html'

import { prepared } from '../../storage/statements.ts'
import { page } from '../pages.ts'
import type { Session } from '../registry/sessions.ts'
import type { World } from '../world.ts'
import { sessionBar } from './bar.ts'

const SHOWN = 100

/** The store's orders of the selected region and those without one, with payment status (A43) and each order's cost lines (COST-009). */
export function ordersPage(world: World, session: Session): Promise<Response> {
  const db = world.storeDb(session.store.id)
  const orders = prepared(
    db,
    'SELECT * FROM orders WHERE region_id = ? OR region_id IS NULL ORDER BY created_at DESC, id DESC LIMIT ?',
  ).all(session.region.id, SHOWN)
  const costs = prepared(db, 'SELECT * FROM cost_lines WHERE order_id = ? ORDER BY created_at')
  return page({
    title: 'Orders',
    bar: sessionBar(session),
    body: html`<table>
      <tr>
        <th>Order</th>
        <th>Status</th>
        <th>Payment</th>
        <th>Source</th>
        <th>Total</th>
        <th>Profit and loss</th>
      </tr>
      ${orders.map((order) => orderRow(order, costs.all(Number(order['id']))))}
    </table>`,
  })
}

function orderRow(order: Record<string, SQLOutputValue>, costs: readonly Record<string, SQLOutputValue>[]) {
  const lines = costs.map(
    (line) =>
      html`<div>
        ${text(line['cost_type'])} &minus;${text(line['amount'])} ${text(line['currency'])}
        <small>${text(line['description'])} (${text(line['app_key'])})</small>
      </div>`,
  )
  return html`<tr>
    <td>${text(order['order_number'])}<br /><small>${new Date(Number(order['created_at'])).toISOString()}</small></td>
    <td>${text(order['status'])}</td>
    <td>${text(order['payment_status'])}</td>
    <td>${text(order['order_source'])}</td>
    <td class="number">${text(order['grand_total'])} ${text(order['currency'])}</td>
    <td>${lines}</td>
  </tr>`
}

function text(value: SQLOutputValue | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
