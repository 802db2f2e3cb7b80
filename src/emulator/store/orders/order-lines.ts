import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import { integerOrNull, text, textOrNull } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { NewLine } from './order-rows.ts'
import { computeTax } from './order-tax.ts'

/** A product or variant with the wanted quantity. */
export interface WantedItem {
  readonly productId: number
  readonly variantId?: number | null | undefined
  readonly quantity: number
}

export interface OrderTotals {
  /** Decimal text with two decimal places, in the region's currency. */
  readonly subtotal: string
  readonly taxTotal: string
  readonly grandTotal: string
}

const product = `SELECT p.name, p.sku, c.price FROM products p
  JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?2
  WHERE p.id = ?1 AND p.status = 'A'`

/** A variant without its own price has the product's price. */
const variant = `SELECT p.name, coalesce(v.sku, p.sku) AS sku, coalesce(own.price, c.price) AS price FROM products p
  JOIN variants v ON v.product_id = p.id AND v.id = ?3
  JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?2
  LEFT JOIN prices own ON own.product_id = p.id AND own.variant_id = v.id AND own.region_id = ?2
  WHERE p.id = ?1 AND p.status = 'A'`

/**
 * Builds an order line at the region's current price. Returns null for a product that is unknown, draft, deleted
 * or without a price in the region. A product with variants is sold as one of them, by default the first.
 */
export function orderLine(db: DatabaseSync, regionId: number, wanted: WantedItem): NewLine | null {
  const { productId, quantity } = wanted
  const variantId = wanted.variantId ?? firstVariant(db, productId)
  const row =
    variantId === null
      ? prepared(db, product).get(productId, regionId)
      : prepared(db, variant).get(productId, regionId, variantId)
  if (row === undefined) return null
  const unitPrice = text(row, 'price')
  const totalPrice = new Big(unitPrice).times(quantity).toFixed(2)
  return { productId, variantId, name: text(row, 'name'), sku: textOrNull(row, 'sku'), quantity, unitPrice, totalPrice }
}

function firstVariant(db: DatabaseSync, productId: number): number | null {
  const row = prepared(db, 'SELECT min(id) AS id FROM variants WHERE product_id = ?').get(productId)
  return row === undefined ? null : integerOrNull(row, 'id')
}

/** Returns the lines' total in a region, with its tax. */
export function orderTotals(db: DatabaseSync, regionId: number, lines: readonly NewLine[]): OrderTotals {
  const subtotal = lines.reduce((sum, { totalPrice }) => sum.plus(totalPrice), new Big(0))
  const taxTotal = computeTax(db, regionId, lines)
  return { subtotal: subtotal.toFixed(2), taxTotal, grandTotal: subtotal.plus(taxTotal).toFixed(2) }
}
