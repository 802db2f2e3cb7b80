import Big from 'big.js'

import type { orders } from '../../../../catalog/resources/orders.ts'
import type { Topic } from '../../../../catalog/topics.ts'
import { integer } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { EmulatorContext } from '../../../context.ts'
import { fanOutEvents, recordEvent } from '../../../deliveries/events.ts'
import { insertLines, insertOrder } from '../../../store/orders/order-rows.ts'
import { moveProductStock } from '../../../store/products/touch-product.ts'
import { defaultWarehouse, isStockByVariant } from '../../../store/stock/stock.ts'
import type { Call } from '../../handler.ts'
import { decimalText } from '../../money.ts'
import { invalid, Refusal } from '../../rejection.ts'
import { selectedRegion } from '../../selected-region.ts'
import { readImportLines, type ImportLine } from './import-lines.ts'

type Import = Call<typeof orders.import>

interface Answer {
  readonly success: true
  readonly orderId: number
  readonly idempotent: boolean
}

/**
 * Imports a past, paid order unchanged (ORD-053): price, currency, shipping and status are sent, and nothing
 * is recalculated (ORD-081). The same (app, store, externalOrderId) returns the existing order (B26).
 */
export function importOrder(call: Import): Answer | Refusal {
  const { context, db, caller, body } = call
  const region = selectedRegion(call)
  if (region instanceof Refusal) return region
  const currency = body.currency || region.currencyCode
  if (!/^[A-Z]{3}$/.test(currency)) return invalid('currency is not an ISO 4217 code.')
  const shippingTotal = decimalText(body.shippingCost ?? 0)
  if (shippingTotal === null) return invalid('shippingCost is invalid.')

  const result = transaction(db, () => {
    const known = prepared(db, 'SELECT id FROM orders WHERE imported_by = ? AND external_order_id = ?').get(
      caller.appKey,
      body.externalOrderId,
    )
    if (known !== undefined) return { orderId: integer(known, 'id'), idempotent: true }
    const lines = readImportLines(db, body.items, region.id)
    if (lines instanceof Refusal) return lines
    const snapshot = { lines, currency, shippingTotal, regionId: region.id, regionCurrency: region.currencyCode }
    const orderId = write(call, snapshot)
    if (currency !== region.currencyCode) logOtherCurrency(call, { ...snapshot, orderId })
    return { orderId, idempotent: false }
  })
  if (result instanceof Refusal) return result
  if (!result.idempotent && context.settings().importEmits) {
    fanOutEvents(context, caller.storeId)
    context.wakeQueue()
  }
  return { success: true, ...result }
}

interface Snapshot {
  readonly lines: readonly ImportLine[]
  readonly currency: string
  readonly shippingTotal: string
  readonly regionId: number
  readonly regionCurrency: string
}

function write(call: Import, snapshot: Snapshot): number {
  const { context, db, caller, body } = call
  const { lines, currency, shippingTotal, regionId, regionCurrency } = snapshot
  const subtotal = lines.reduce((sum, { totalPrice }) => sum.plus(totalPrice), new Big(0))
  // A44: shipping is in the region's currency and is never added to another currency.
  const shipping = currency === regionCurrency ? shippingTotal : '0'
  const status = body.externalStatus ?? 'paid'
  const orderId = insertOrder(db, {
    storeCode: caller.storeCode,
    regionId,
    status,
    paymentStatus: 'paid',
    currency,
    subtotal: subtotal.toFixed(),
    taxTotal: '0',
    shippingTotal,
    grandTotal: subtotal.plus(shipping).toFixed(),
    orderSource: sourceOf(body.provider),
    shippingAddress: body.shippingAddress ? JSON.stringify(body.shippingAddress) : null,
    shippingMethod: body.cargoProvider ?? null,
    trackingNumber: body.trackingNumber ?? null,
    importedBy: caller.appKey,
    externalOrderId: body.externalOrderId,
    // N20: stored but never shown.
    externalCustomerName: body.customerName ?? null,
    createdAt: context.now().getTime(),
  })
  insertLines(db, orderId, lines)
  if (body.deductStock === true) deduct(call, { orderId, lines })
  if (context.settings().importEmits) {
    const number = prepared(db, 'SELECT order_number FROM orders WHERE id = ?').get(orderId)
    const data = { orderId, orderNumber: String(number?.['order_number']), status, currency }
    for (const topic of importTopics(context, status))
      recordEvent(context, { storeId: caller.storeId, regionId, topic, data })
  }
  return orderId
}

/** ORD-057: a provider of only white space counts as absent (B25). */
function sourceOf(provider: string | null | undefined): string | null {
  return provider?.trim() ? `marketplace_${provider}` : null
}

/** C38: an import is always paid (ORD-071). A setting also sends the events of its status. */
function importTopics({ settings }: EmulatorContext, status: string): readonly Topic[] {
  if (settings().importTopics === 'created') return ['order.created']
  return ['order.created', 'order.paid', ...(status === 'shipped' ? (['order.shipped'] as const) : [])]
}

/** ORD-079, B51: deducts from the store's default warehouse, below zero if necessary. A line without a required variant deducts nothing and is logged. */
function deduct(
  { context, db, caller }: Import,
  { orderId, lines }: Pick<Snapshot, 'lines'> & { orderId: number },
): void {
  const warehouseId = defaultWarehouse(db)
  if (warehouseId === null) return
  for (const { productId, variantId, quantity } of lines) {
    if (variantId === null && isStockByVariant(db, productId)) {
      context.log({
        level: 'warn',
        code: 'import.stock-not-taken',
        message: `No stock was deducted for product ${productId}. Its stock is per variant, but an order line has no variantId.`,
        details: { appKey: caller.appKey, storeId: caller.storeId, orderId, productId },
      })
    } else moveProductStock(context, db, { productId, variantId, warehouseId, change: String(-quantity) })
  }
}

/** ORD-068: a line without a price used the list price as a number of the other currency, without conversion, so log a warning. */
function logOtherCurrency({ context, caller }: Import, order: Snapshot & { readonly orderId: number }): void {
  const { currency, regionCurrency, regionId, orderId } = order
  const tookListPrice = order.lines.some(({ isListPrice }) => isListPrice)
  context.log({
    level: tookListPrice ? 'warn' : 'info',
    code: 'import.other-currency',
    message: `An order in ${currency} was imported into a region that uses ${regionCurrency}.${
      tookListPrice ? ' Lines without unitPrice have the unconverted list price.' : ''
    }`,
    details: { appKey: caller.appKey, storeId: caller.storeId, regionId, orderId, currency, regionCurrency },
  })
}
