import type { DatabaseSync } from 'node:sqlite'

import { insertRow, readInteger } from '../../../storage/statements.ts'

/** Money is decimal text in `currency`, addresses are JSON text. */
export interface NewOrderRow {
  readonly storeCode: string
  /** Null for an old order, which belongs to every region (B50). */
  readonly regionId: number | null
  readonly status: string
  readonly paymentStatus: string
  readonly currency: string
  readonly subtotal: string
  readonly taxTotal: string
  readonly shippingTotal: string
  readonly grandTotal: string
  readonly orderSource: string | null
  readonly customerId?: number | null
  readonly billingAddress?: string | null
  readonly shippingAddress: string | null
  readonly shippingMethod?: string | null
  readonly trackingNumber?: string | null
  readonly importedBy?: string
  readonly externalOrderId?: string
  readonly externalCustomerName?: string | null
  readonly createdAt: number
}

/** Inserts an order and returns its id. Its number is the store's code and a counter. The caller must open a transaction. */
export function insertOrder(db: DatabaseSync, order: NewOrderRow): number {
  const id = readInteger(db, 'SELECT max(id) FROM orders') + 1
  insertRow(db, 'orders', {
    id,
    order_number: `${order.storeCode.toUpperCase()}-${1000 + id}`,
    region_id: order.regionId,
    status: order.status,
    payment_status: order.paymentStatus,
    currency: order.currency,
    subtotal: order.subtotal,
    tax_total: order.taxTotal,
    shipping_total: order.shippingTotal,
    grand_total: order.grandTotal,
    order_source: order.orderSource,
    customer_id: order.customerId ?? null,
    billing_address: order.billingAddress ?? null,
    shipping_address: order.shippingAddress,
    shipping_method: order.shippingMethod ?? null,
    tracking_number: order.trackingNumber ?? null,
    imported_by: order.importedBy ?? null,
    external_order_id: order.externalOrderId ?? null,
    external_customer_name: order.externalCustomerName ?? null,
    created_at: order.createdAt,
  })
  return id
}

export interface NewLine {
  readonly productId: number
  readonly variantId: number | null
  readonly name: string
  readonly sku: string | null
  readonly quantity: number
  readonly unitPrice: string
  readonly totalPrice: string
}

/** Inserts the lines of an order, numbered from 1. */
export function insertLines(db: DatabaseSync, orderId: number, lines: readonly NewLine[]): void {
  for (const [at, { productId, variantId, name, sku, quantity, unitPrice, totalPrice }] of lines.entries()) {
    insertRow(db, 'order_items', {
      order_id: orderId,
      line: at + 1,
      product_id: productId,
      variant_id: variantId,
      product_name: name,
      sku,
      quantity,
      unit_price: unitPrice,
      total_price: totalPrice,
    })
  }
}
