import type { SQLOutputValue } from 'node:sqlite'

import { html } from 'hono/html'

import { prepared } from '../../storage/statements.ts'
import { instant, page, type Html } from '../pages/page.ts'
import type { Session } from '../platform/sessions.ts'
import type { World } from '../world.ts'
import { adminFrame } from './bar.ts'

const SHOWN = 100

type Row = Record<string, SQLOutputValue>

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
    ...adminFrame(session, '/admin/orders'),
    body: html`<p class="lead">Region ${session.region.code}, and orders without a region; the newest ${SHOWN}.</p>
      ${
        orders.length === 0
          ? html`<p class="card empty">No order yet.</p>`
          : ordersTable(orders.map((order) => orderRow(order, costs.all(Number(order['id'])))))
      }`,
  })
}

function ordersTable(rows: readonly Html[]) {
  return html`<div class="scroll">
    <table>
      <tr>
        <th>Order</th>
        <th>Status</th>
        <th>Payment</th>
        <th>Source</th>
        <th class="number">Total</th>
        <th>Profit and loss</th>
      </tr>
      ${rows}
    </table>
  </div>`
}

function orderRow(order: Row, costs: readonly Row[]) {
  const lines = costs.map(
    (line) =>
      html`<div>
        ${text(line['cost_type'])} &minus;${text(line['amount'])} ${text(line['currency'])}
        <small class="under">${text(line['description'])} (${text(line['app_key'])})</small>
      </div>`,
  )
  const status = text(order['status'])
  return html`<tr>
    <td>
      <span class="name">${text(order['order_number'])}</span
      ><small>${instant(new Date(Number(order['created_at'])).toISOString())}</small>
    </td>
    <td><span class="badge ${tones[status] ?? ''}">${status}</span></td>
    <td>${text(order['payment_status'])}</td>
    <td>${text(order['order_source'])}</td>
    <td class="number">${text(order['grand_total'])} ${text(order['currency'])}</td>
    <td>${lines}</td>
  </tr>`
}

const tones: Readonly<Record<string, string>> = {
  pending: 'wait',
  paid: 'good',
  shipped: 'good',
  delivered: 'good',
  cancelled: 'bad',
  refunded: 'bad',
}

function text(value: SQLOutputValue | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
