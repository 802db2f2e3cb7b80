import type { orders } from '../../../../catalog/resources/orders.ts'
import { decimal, flag, integer, integerOrNull, iso, type Row, text, textOrNull } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import { parseJson } from '../../../../text/json.ts'
import type { HandlersFor } from '../../handler.ts'
import { idOf } from '../../id.ts'
import type { Caller } from '../../identify.ts'
import { readPage, type CountedList } from '../../list-page.ts'
import { importOrder } from './import.ts'
import { missingOrder } from './missing-order.ts'

/** B50: an order without a region, such as an old one, belongs to every region. */
const oneOrder = `
  SELECT o.id, o.order_number, o.status, o.subtotal, o.tax_total, o.grand_total, o.currency, o.created_at, o.billing_address,
    iif(o.shipping_address IS o.billing_address, NULL, o.shipping_address) AS shipping_address,
    o.shipping_address IS o.billing_address AS is_one_address, c.name, c.email
  FROM orders o LEFT JOIN customers c ON c.id = o.customer_id
  WHERE o.id = ?2 AND (?1 IS NULL OR o.region_id = ?1 OR o.region_id IS NULL)`

const linesOfOrder = `
  SELECT product_id, variant_id, product_name, sku, quantity, unit_price, total_price
  FROM order_items WHERE order_id = ? ORDER BY line`

export const ordersHandlers = {
  list: ({ db, caller, regionId, query: { page, pageSize, status = null } }) => {
    const { rows, totalCount } = readPage(db, orderList(regionId, status), { page, pageSize })
    return {
      success: true,
      items: rows.map((row) => ({
        id: integer(row, 'id'),
        orderNumber: text(row, 'order_number'),
        status: text(row, 'status'),
        grandTotal: decimal(row, 'grand_total'),
        currency: text(row, 'currency'),
        itemCount: integer(row, 'item_count'),
        orderSource: textOrNull(row, 'order_source'),
        customer: readCustomer(caller, row),
      })),
      totalCount,
      page,
      pageSize,
    }
  },

  get: ({ db, caller, regionId, params }) => {
    const id = idOf(params.id)
    const row = prepared(db, oneOrder).get(regionId, id)
    if (row === undefined) return missingOrder(db, id)
    const lines = prepared(db, linesOfOrder).all(integer(row, 'id'))
    const billingAddress = readAddress(caller, row, 'billing_address')
    return {
      success: true,
      id: integer(row, 'id'),
      orderNumber: text(row, 'order_number'),
      status: text(row, 'status'),
      subtotal: decimal(row, 'subtotal'),
      taxTotal: decimal(row, 'tax_total'),
      grandTotal: decimal(row, 'grand_total'),
      currency: text(row, 'currency'),
      createdAt: iso(row, 'created_at'),
      customer: readCustomer(caller, row),
      billingAddress,
      // Both addresses are usually the same text, and reading it twice costs as much as the rest of the order.
      shippingAddress: flag(row, 'is_one_address') ? billingAddress : readAddress(caller, row, 'shipping_address'),
      items: lines.map((line) => ({
        productId: integer(line, 'product_id'),
        variantId: integerOrNull(line, 'variant_id'),
        productName: text(line, 'product_name'),
        sku: textOrNull(line, 'sku'),
        quantity: integer(line, 'quantity'),
        unitPrice: decimal(line, 'unit_price'),
        totalPrice: decimal(line, 'total_price'),
      })),
    }
  },

  import: importOrder,
} satisfies HandlersFor<typeof orders>

/** Builds the list of a region's orders and those without a region, or of all orders, with one status or any. */
function orderList(regionId: number | null, status: string | null): CountedList {
  const ofStatus = status === null ? '' : ' AND status = :status'
  const places = regionId === null ? ['TRUE'] : ['region_id = :region', 'region_id IS NULL']
  return {
    counts: 'order_counts',
    where: `${regionId === null ? 'TRUE' : 'region_id IN (:region, 0)'}${ofStatus}`,
    parts: places.map((place) => `SELECT id FROM orders WHERE ${place}${ofStatus}`),
    idColumn: 'id',
    values: { ...(regionId === null ? {} : { region: regionId }), ...(status === null ? {} : { status }) },
    select: `SELECT o.id, o.order_number, o.status, o.grand_total, o.currency, o.order_source, c.name, c.email,
         (SELECT count(*) FROM order_items i WHERE i.order_id = o.id) AS item_count
       FROM page CROSS JOIN orders o ON o.id = page.id LEFT JOIN customers c ON c.id = o.customer_id`,
  }
}

/** B20, GEN-024: only callers with customers.read see the buyer. */
function readCustomer({ scopes }: Caller, row: Row) {
  if (!scopes.has('customers.read')) return { name: null, email: null }
  return { name: textOrNull(row, 'name'), email: textOrNull(row, 'email') }
}

function readAddress({ scopes }: Caller, row: Row, column: string): Record<string, unknown> | null {
  const stored = textOrNull(row, column)
  if (stored === null || !scopes.has('customers.read')) return null
  const parsed = parseJson(stored)
  // Only objects are ever stored there.
  return parsed.ok ? (parsed.value as Record<string, unknown>) : null
}
