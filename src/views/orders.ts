import type { ResponseOf } from '../catalog/endpoint.ts'
import type { orders } from '../catalog/orders.ts'
import { table, type Column } from '../terminal/table.ts'
import { escapeCell, escapeForeign } from '../values/escape.ts'
import { facts, money, noRows, orDash } from './cells.ts'
import { listView, type ListView, type View } from './view.ts'

type OrderPage = ResponseOf<typeof orders.list>
type OrderRow = OrderPage['items'][number]
type OrderDetail = ResponseOf<typeof orders.get>

const rowColumns: readonly Column<OrderRow>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'NUMBER', cell: ({ orderNumber }) => orDash(orderNumber) },
  { header: 'STATUS', cell: ({ status }) => orDash(status) },
  { header: 'TOTAL', cell: ({ grandTotal, currency }) => money(grandTotal, currency), right: true },
  { header: 'ITEMS', cell: ({ itemCount }) => orDash(itemCount), right: true },
  { header: 'SOURCE', cell: ({ orderSource }) => orDash(orderSource) },
  // Null or empty without customers.read (GEN-025).
  { header: 'CUSTOMER', cell: ({ customer }) => orDash(customer?.name) },
]

/** A page of orders, and how many there are in all (ORD-006). */
export const orderTable: ListView<OrderPage, OrderRow> = listView(
  rowColumns,
  ({ items, totalCount, page, pageSize }, { width, style }) => {
    if (items.length === 0) return noRows('orders')
    const rows = table(items, rowColumns, { width, heading: style.dim })
    if (width === 0 || totalCount === undefined) return rows
    const summary = escapeCell(`${items.length} of ${totalCount} orders, page ${page} (${pageSize} a page)`)
    return `${rows}\n${style.dim(summary)}`
  },
)

const itemColumns: readonly Column<OrderDetail['items'][number] & { currency: string }>[] = [
  { header: 'PRODUCT', cell: ({ productName }) => orDash(productName) },
  { header: 'SKU', cell: ({ sku }) => orDash(sku) },
  { header: 'QTY', cell: ({ quantity }) => orDash(quantity), right: true },
  { header: 'UNIT', cell: ({ unitPrice, currency }) => money(unitPrice, currency), right: true },
  { header: 'TOTAL', cell: ({ totalPrice, currency }) => money(totalPrice, currency), right: true },
]

/** One order with its lines; addresses as the JSON that they are, because their fields are not shown (N11). */
export const orderDetail: View<OrderDetail> = (order, { width, style }) => {
  const { currency } = order
  const head = facts([
    ['Order', `${orDash(order.orderNumber)} (id ${order.id})`],
    ['Status', orDash(order.status)],
    ['Created', orDash(order.createdAt)],
    [
      'Customer',
      [order.customer?.name, order.customer?.email].filter(Boolean).join(', ') || 'not visible without customers.read',
    ],
    ['Subtotal', money(order.subtotal, currency)],
    ['Tax', money(order.taxTotal, currency)],
    ['Total', money(order.grandTotal, currency)],
    ['Ship to', address(order.shippingAddress)],
    ['Bill to', address(order.billingAddress)],
  ])
  const items = (order.items ?? []).map((item) => ({ ...item, currency }))
  return `${head}\n\n${table(items, itemColumns, { width, heading: style.dim })}`
}

type Imported = ResponseOf<typeof orders.import>

/** What an import did. */
export const importedOrder: View<Imported> = ({ orderId, idempotent }) =>
  escapeCell(idempotent ? `Order ${orderId} was there already; nothing was written.` : `Order ${orderId} imported.`)

function address(value: Readonly<Record<string, unknown>> | null): string {
  return value === null || value === undefined ? '–' : escapeForeign(JSON.stringify(value))
}
