import { html } from 'hono/html'

import { integer, integerOrNull, iso, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { emailText, factList, totals } from '../../pages/facts.ts'
import { moment } from '../../pages/moment.ts'
import { money } from '../../pages/money.ts'
import { page, type Html } from '../../pages/page.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { columns, section } from '../../pages/section.ts'
import { detailSlots } from '../../panel/slots.ts'
import { readOrder } from '../../store/orders/order-event.ts'
import { statusBadge } from '../status-badge.ts'
import { noSuchRecord, visitFrame, type AdminVisit } from '../visit.ts'
import { addressLines } from './address-lines.ts'
import { combinationWords } from './combination-words.ts'
import { findOrder } from './find-order.ts'
import { orderActions, shipment } from './order-actions.ts'
import { orderCosts } from './order-costs.ts'
import { orderEvents } from './order-events.ts'

/** Shows an order of the selected region or without a region. Any other is a 404. */
export function orderRecord(visit: AdminVisit, idText: string): Promise<Response> {
  const found = findOrder(visit, idText)
  if ('missing' in found) return noSuchRecord(visit, found.missing)
  const { context, session } = visit
  const { order, orderId } = found
  const db = context.storeDb(session.store.id)
  const currency = text(order, 'currency')
  const frame = visitFrame(visit)
  const slots = detailSlots(context, session, { type: 'order', id: orderId })
  const state = readOrder(context, { storeId: session.store.id, orderId })
  return page({
    title: text(order, 'order_number'),
    ...frame,
    ...slots.needs(frame.scripts),
    actions: orderActions(state),
    body: html`<p class="lead">
        ${statusBadge(text(order, 'status'))} ${payment(order)}
        <span class="inline">Placed ${moment(context, iso(order, 'created_at'))}</span>
      </p>
      ${columns(
        html`${shipment(state)}
        ${section('Lines', html`${linesTable(visit, orderId, currency)} ${orderTotals(visit, order, currency)}`)}
        ${section('Costs and profit', orderCosts(db, order, session.region))}
        ${section('Timeline', orderEvents(context, db, orderId))}`,
        html`${section('Customer', html`${customer(order)} ${addresses(order)}`)}
        ${section('Shipping and source', source(order))} ${slots.body}`,
      )}`,
  })
}

/** Shows the payment status if it adds to the order status. */
function payment(order: Row): Html | '' {
  const payment = text(order, 'payment_status')
  return payment === text(order, 'status') ? '' : html`<span class="badge">${payment}</span>`
}

function linesTable({ context, session: { store, region } }: AdminVisit, orderId: number, currency: string): Html {
  const lines = prepared(
    context.storeDb(store.id),
    `SELECT i.*, v.combination FROM order_items i LEFT JOIN variants v ON v.id = i.variant_id
     WHERE i.order_id = ? ORDER BY i.line`,
  ).all(orderId)
  const rows = lines.map((line) => [
    html`<a href="/admin/products/${integer(line, 'product_id')}">${text(line, 'product_name')}</a>${under(line)}`,
    textOrNull(line, 'sku') ?? '',
    text(line, 'quantity'),
    money(text(line, 'unit_price'), region, currency),
    money(text(line, 'total_price'), region, currency),
  ])
  return recordTable({ columns: lineColumns, rows, empty: 'The order has no lines.' }, 'Lines')
}

const lineColumns = ['Product', 'SKU', numbers('Quantity'), numbers('Price'), numbers('Total')]

function under(line: Row): Html | '' {
  const combination = textOrNull(line, 'combination')
  return combination === null ? '' : html`<small class="under">${combinationWords(combination)}</small>`
}

function orderTotals({ session: { region } }: AdminVisit, order: Row, currency: string): Html {
  const of = (column: string) => money(text(order, column), region, currency)
  return totals([
    ['Goods', of('subtotal')],
    ['Tax', of('tax_total')],
    ['Shipping', of('shipping_total')],
    ['Total', of('grand_total')],
  ])
}

function customer(order: Row): Html {
  const id = integerOrNull(order, 'customer_id')
  const name = textOrNull(order, 'customer_name') ?? textOrNull(order, 'external_customer_name')
  const email = textOrNull(order, 'customer_email')
  return factList([
    ['Name', id === null ? (name ?? 'unknown') : html`<a href="/admin/customers/${id}">${name}</a>`],
    ['Email', email === null ? null : emailText(email)],
  ])
}

/** Shows an address once if it is used for both. */
function addresses(order: Row): Html {
  const [shipping, billing] = [textOrNull(order, 'shipping_address'), textOrNull(order, 'billing_address')]
  const [to, bill] = [addressLines(shipping), addressLines(billing)]
  const isSame = bill !== null && shipping === billing
  return html`${part('Shipping address', to)}
  ${part('Billing address', isSame ? html`<span class="quiet">Same as shipping address</span>` : bill)}`
}

function part(title: string, lines: Html | null): Html | '' {
  if (lines === null) return ''
  return html`<h3>${title}</h3>
    ${lines}`
}

function source(order: Row): Html {
  return factList([
    ['Shipping method', textOrNull(order, 'shipping_method')],
    ['Tracking number', textOrNull(order, 'tracking_number')],
    ['Source', textOrNull(order, 'order_source')],
    ['Imported by', textOrNull(order, 'imported_by')],
    ['External number', textOrNull(order, 'external_order_id')],
  ])
}
