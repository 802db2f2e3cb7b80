import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import type { InputOf } from '../../../../catalog/endpoint.ts'
import type { orders } from '../../../../catalog/resources/orders.ts'
import { text } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { NewLine } from '../../../store/orders/order-rows.ts'
import { rowId } from '../../id.ts'
import { decimalText } from '../../money.ts'
import type { Refusal } from '../../rejection.ts'
import { invalid } from '../../rejection.ts'

type Item = InputOf<typeof orders.import>['body']['items'][number]

export interface ImportLine extends NewLine {
  /** True if no price was sent, so that the region's list price was used (ORD-064). */
  readonly isListPrice: boolean
}

/** Reads the lines of an import with their prices. Returns a 400 for an unknown product or variant (N29). */
export function readImportLines(
  db: DatabaseSync,
  items: readonly Item[],
  regionId: number,
): readonly ImportLine[] | Refusal {
  const lines: ImportLine[] = []
  for (const [at, item] of items.entries()) {
    const line = readLine(db, item, regionId)
    if (typeof line === 'string') return invalid(`items.${at}.${line}`)
    lines.push(line)
  }
  return lines
}

/** Returns the line, or its problem. */
function readLine(db: DatabaseSync, item: Item, regionId: number): ImportLine | string {
  const productId = rowId(item.productId)
  const product = prepared(db, "SELECT name, sku FROM products WHERE id = ? AND status <> 'D'").get(productId)
  if (productId === null || product === undefined) return 'productId is unknown.'
  const variantId = item.variantId == null ? null : rowId(item.variantId)
  const sku = item.variantId == null ? product['sku'] : variantSku(db, productId, variantId)
  if (sku === undefined) return 'variantId is unknown.'
  const isListPrice = item.unitPrice == null
  const unitPrice =
    item.unitPrice == null ? listPrice(db, [productId, variantId, regionId]) : decimalText(item.unitPrice)
  if (unitPrice === null) return 'unitPrice is invalid, or it is missing and the region has no list price.'
  return {
    productId,
    variantId,
    name: text(product, 'name'),
    sku: sku === null ? null : String(sku),
    quantity: item.quantity,
    unitPrice,
    totalPrice: new Big(unitPrice).times(item.quantity).toFixed(),
    isListPrice,
  }
}

/** Returns undefined if the product has no such variant. */
function variantSku(db: DatabaseSync, productId: number, variantId: number | null) {
  return prepared(db, 'SELECT sku FROM variants WHERE id = ? AND product_id = ?').get(variantId, productId)?.['sku']
}

/** Returns the variant's own price in the region, else the product's. */
function listPrice(
  db: DatabaseSync,
  [productId, variantId, regionId]: readonly [number, number | null, number],
): string | null {
  const row = prepared(
    db,
    `SELECT price FROM prices WHERE product_id = ? AND variant_id IN (?, 0) AND region_id = ? ORDER BY variant_id DESC LIMIT 1`,
  ).get(productId, variantId ?? 0, regionId)
  return row === undefined ? null : text(row, 'price')
}
