import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { orders } from '../../catalog/resources/orders.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell, escapeForeign } from '../../text/escape.ts'
import { counted, facts, money, noRows, orDash, sentence, shownMoney, shownTime } from '../cells.ts'
import { listView, type ListView, type View } from '../view.ts'

type OrderPage = ResponseOf<typeof orders.list>
type OrderRow = OrderPage['items'][number]
type OrderDetail = ResponseOf<typeof orders.get>

const rowColumns: readonly Column<OrderRow>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'NUMBER', rank: 8, cell: ({ orderNumber }) => orDash(orderNumber) },
  { header: 'STATUS', rank: 7, cell: ({ status }) => orDash(status) },
  { header: 'TOTAL', rank: 8, cell: ({ grandTotal, currency }) => money(grandTotal, currency), kind: 'money' },
  { header: 'ITEMS', rank: 4, cell: ({ itemCount }) => orDash(itemCount), kind: 'number' },
  { header: 'SOURCE', rank: 3, cell: ({ orderSource }) => orDash(orderSource) },
  // Null or empty without customers.read (GEN-025).
  { header: 'CUSTOMER', kind: 'prose', rank: 6, cell: ({ customer }) => orDash(customer?.name) },
]

/** Formats a page of orders and the total number of orders (ORD-006). */
export const orderTable: ListView<OrderPage, OrderRow> = listView(
  rowColumns,
  ({ items, totalCount, page, pageSize }, looks) => {
    if (items.length === 0) return noRows('orders')
    const rows = table(items, rowColumns, looks)
    if (looks.width === 0) return rows
    const summary =
      totalCount === undefined
        ? []
        : [escapeCell(`${items.length} of ${counted(totalCount, 'order')}, page ${page} (${pageSize} per page)`)]
    const notes = [...summary, ...(currenciesOf(items).size > 1 ? [severalCurrencies] : [])]
    return [rows, ...notes.map((note) => looks.style.dim(sentence(note, looks)))].join('\n')
  },
)

function currenciesOf(items: readonly OrderRow[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ currency }) => currency ?? []))
}

/** B50. Rows from several regions get a separate table with a region column. */
const severalCurrencies =
  "Several currencies: orders without a region appear in every region's list, in their own currency (assumed). Do not add up the totals."

const itemColumns: readonly Column<OrderDetail['items'][number] & { currency: string }>[] = [
  { header: 'PRODUCT', kind: 'prose', rank: 9, cell: ({ productName }) => orDash(productName) },
  { header: 'SKU', rank: 5, cell: ({ sku }) => orDash(sku) },
  { header: 'QTY', rank: 7, cell: ({ quantity }) => orDash(quantity), kind: 'number' },
  { header: 'UNIT', rank: 6, cell: ({ unitPrice, currency }) => money(unitPrice, currency), kind: 'money' },
  { header: 'TOTAL', rank: 8, cell: ({ totalPrice, currency }) => money(totalPrice, currency), kind: 'money' },
]

/** Formats one order with its lines. Addresses are raw JSON, because their fields are undocumented (N11). */
export const orderDetail: View<OrderDetail> = (order, looks) => {
  const { currency } = order
  const head = facts(
    [
      ['Order', `${orDash(order.orderNumber)} (id ${order.id})`],
      ['Status', orDash(order.status)],
      ['Created', shownTime(order.createdAt, looks)],
      [
        'Customer',
        [order.customer?.name, order.customer?.email].filter(Boolean).join(', ') ||
          'not visible without customers.read',
      ],
      ['Subtotal', shownMoney(order.subtotal, currency, looks)],
      ['Tax', shownMoney(order.taxTotal, currency, looks)],
      ['Total', shownMoney(order.grandTotal, currency, looks)],
      ['Ship to', address(order.shippingAddress)],
      ['Bill to', address(order.billingAddress)],
    ],
    looks,
  )
  const items = (order.items ?? []).map((item) => ({ ...item, currency }))
  return `${head}\n\n${table(items, itemColumns, looks)}`
}

type Imported = ResponseOf<typeof orders.import>

/** Formats the result of an import. */
export const importedOrder: View<Imported> = ({ orderId, idempotent }) =>
  escapeCell(idempotent ? `Order ${orderId} already existed. Nothing was written.` : `Order ${orderId} imported.`)

function address(value: Readonly<Record<string, unknown>> | null): string {
  return value === null || value === undefined ? '–' : escapeForeign(JSON.stringify(value))
}
