import { createHash } from 'node:crypto'

import { text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { orderLine, orderTotals, type OrderTotals } from '../../store/orders/order-lines.ts'
import type { NewLine } from '../../store/orders/order-rows.ts'
import { variantWords } from '../catalogue/variants.ts'
import type { StorefrontVisit } from '../visit.ts'
import type { CartLine } from './carts.ts'
import { lineKey } from './change-cart.ts'

export interface PricedLine extends NewLine {
  readonly key: string
  /** Description of the variant, empty for a product without variants. */
  readonly variant: string
}

/** A line that is no longer sold in this region because it was deleted or unpublished. */
export interface GoneLine {
  readonly key: string
  readonly name: string
}

export interface PricedCart {
  readonly lines: readonly PricedLine[]
  readonly gone: readonly GoneLine[]
  readonly totals: OrderTotals
  /** Digest of the items and prices. A visitor who saw it confirmed exactly this order. */
  readonly digest: string
}

/** Returns the visitor's cart at current prices. */
export function pricedCart({ db, region, cart }: StorefrontVisit): PricedCart {
  const lines: PricedLine[] = []
  const gone: GoneLine[] = []
  for (const wanted of cart) {
    const key = lineKey(wanted)
    const line = orderLine(db, region.id, wanted)
    if (line === null) gone.push({ key, name: nameOf(db, wanted) })
    else lines.push({ ...line, key, variant: variantWords(db, region.languageCode, wanted.variantId) })
  }
  const agreed = JSON.stringify(lines.map(({ key, quantity, unitPrice }) => [key, quantity, unitPrice]))
  return {
    lines,
    gone,
    totals: orderTotals(db, region.id, lines),
    digest: createHash('sha256').update(agreed).digest('hex').slice(0, 32),
  }
}

function nameOf(db: StorefrontVisit['db'], { productId }: CartLine): string {
  const row = prepared(db, 'SELECT name FROM products WHERE id = ?').get(productId)
  return row === undefined ? 'A product' : text(row, 'name')
}
