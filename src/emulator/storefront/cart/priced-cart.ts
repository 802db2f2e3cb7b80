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
  /** Which variant it is, in words; empty for a product without. */
  readonly variant: string
}

/** What is no longer sold here, deleted meanwhile or not published. */
export interface GoneLine {
  readonly key: string
  readonly name: string
}

export interface PricedCart {
  readonly lines: readonly PricedLine[]
  readonly gone: readonly GoneLine[]
  readonly totals: OrderTotals
  /** Of what would be ordered at which price: a visitor who saw this digest agreed to exactly that. */
  readonly digest: string
}

/** The visitor's cart at the prices of this moment. */
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
