import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import { integer, integerOrNull, iso, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { factList } from '../../pages/facts.ts'
import { money } from '../../pages/money.ts'
import { instant, page, type Html } from '../../pages/page.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { detailSlots } from '../../panel/slots.ts'
import { readOrder } from '../../store/orders/order-event.ts'
import { statusBadge } from '../status-badge.ts'
import { noSuchRecord, visitFrame, type AdminVisit } from '../visit.ts'
import { addressLines } from './address-lines.ts'
import { combinationWords } from './combination-words.ts'
import { findOrder } from './find-order.ts'
import { orderActions } from './order-actions.ts'
import { orderCosts } from './order-costs.ts'
import { orderEvents } from './order-events.ts'

/** One order of the selected region, or of none; 404 for any other. */
export function orderRecord(visit: AdminVisit, idText: string): Promise<Response> {
  const found = findOrder(visit, idText)
  if ('missing' in found) return noSuchRecord(visit, found.missing)
  const { world, session } = visit
  const { order, orderId } = found
  const db = world.storeDb(session.store.id)
  const currency = text(order, 'currency')
  const frame = visitFrame(visit)
  const slots = detailSlots(world, session, { type: 'order', id: orderId })
  return page({
    title: text(order, 'order_number'),
    ...frame,
    ...slots.needs(frame.scripts),
    body: html`<p class="lead">
        ${statusBadge(text(order, 'status'))} ${payment(order)} Placed ${instant(iso(order, 'created_at'))}
      </p>
      ${orderActions(readOrder(world, { storeId: session.store.id, orderId }))} ${slots.body}
      <h2>Lines</h2>
      ${linesTable(db, orderId, currency)}
      <h2>Total</h2>
      <div class="card">${totals(order, currency)}</div>
      <h2>Customer</h2>
      <div class="card">${customer(order)}</div>
      <h2>Costs and profit</h2>
      ${orderCosts(db, order)}
      <h2>Events that went out</h2>
      ${orderEvents(world, db, orderId)}`,
  })
}

/** The payment status, where it says more than the status of the order. */
function payment(order: Row): Html | '' {
  const payment = text(order, 'payment_status')
  return payment === text(order, 'status') ? '' : html`<span class="badge">${payment}</span>`
}

function linesTable(db: DatabaseSync, orderId: number, currency: string): Html {
  const lines = prepared(
    db,
    `SELECT i.*, v.combination FROM order_items i LEFT JOIN variants v ON v.id = i.variant_id
     WHERE i.order_id = ? ORDER BY i.line`,
  ).all(orderId)
  const rows = lines.map((line) => [
    html`<a href="/admin/products/${integer(line, 'product_id')}">${text(line, 'product_name')}</a>${under(line)}`,
    textOrNull(line, 'sku') ?? '',
    text(line, 'quantity'),
    money(text(line, 'unit_price'), currency),
    money(text(line, 'total_price'), currency),
  ])
  return recordTable({ columns: lineColumns, rows, empty: 'The order has no lines.' }, 'Lines')
}

const lineColumns = ['Product', 'SKU', numbers('Quantity'), numbers('Price'), numbers('Sum')]

function under(line: Row): Html | '' {
  const combination = textOrNull(line, 'combination')
  return combination === null ? '' : html`<small class="under">${combinationWords(combination)}</small>`
}

function totals(order: Row, currency: string): Html {
  const of = (column: string) => money(text(order, column), currency)
  return factList([
    ['Goods', of('subtotal')],
    ['Tax', of('tax_total')],
    ['Shipping', of('shipping_total')],
    ['Total', html`<strong>${of('grand_total')}</strong>`],
    ['Payment', text(order, 'payment_status')],
  ])
}

function customer(order: Row): Html {
  const id = integerOrNull(order, 'customer_id')
  const name = textOrNull(order, 'customer_name') ?? textOrNull(order, 'external_customer_name')
  return factList([
    ['Name', id === null ? (name ?? 'unknown') : html`<a href="/admin/customers/${id}">${name}</a>`],
    ['Email', textOrNull(order, 'customer_email')],
    ['Billing address', addressLines(textOrNull(order, 'billing_address'))],
    ['Shipping address', addressLines(textOrNull(order, 'shipping_address'))],
    ['Shipping method', textOrNull(order, 'shipping_method')],
    ['Tracking number', textOrNull(order, 'tracking_number')],
    ['Source', textOrNull(order, 'order_source')],
    ['Imported by', textOrNull(order, 'imported_by')],
    ['Number there', textOrNull(order, 'external_order_id')],
  ])
}
