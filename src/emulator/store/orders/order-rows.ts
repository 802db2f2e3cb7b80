import type { DatabaseSync } from 'node:sqlite'

import { prepared, readInteger } from '../../../storage/statements.ts'

/** Money as decimal text in `currency`, addresses as JSON text. */
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

/** Writes an order and returns its id; its number is the store's code and a running number. Inside a transaction. */
export function insertOrder(db: DatabaseSync, order: NewOrderRow): number {
  const id = readInteger(db, 'SELECT max(id) FROM orders') + 1
  prepared(
    db,
    `INSERT INTO orders (id, order_number, region_id, status, payment_status, currency, subtotal, tax_total, shipping_total, grand_total,
       order_source, customer_id, billing_address, shipping_address, shipping_method, tracking_number, imported_by, external_order_id,
       external_customer_name, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    `${order.storeCode.toUpperCase()}-${1000 + id}`,
    order.regionId,
    order.status,
    order.paymentStatus,
    order.currency,
    order.subtotal,
    order.taxTotal,
    order.shippingTotal,
    order.grandTotal,
    order.orderSource,
    order.customerId ?? null,
    order.billingAddress ?? null,
    order.shippingAddress,
    order.shippingMethod ?? null,
    order.trackingNumber ?? null,
    order.importedBy ?? null,
    order.externalOrderId ?? null,
    order.externalCustomerName ?? null,
    order.createdAt,
  )
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

/** Writes the lines of an order, numbered from 1. */
export function insertLines(db: DatabaseSync, orderId: number, lines: readonly NewLine[]): void {
  for (const [at, { productId, variantId, name, sku, quantity, unitPrice, totalPrice }] of lines.entries()) {
    prepared(
      db,
      `INSERT INTO order_items (order_id, line, product_id, variant_id, product_name, sku, quantity, unit_price, total_price)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(orderId, at + 1, productId, variantId, name, sku, quantity, unitPrice, totalPrice)
  }
}
