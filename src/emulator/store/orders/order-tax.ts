import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import { text, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

interface TaxedLine {
  readonly productId: number
  readonly totalPrice: string
}

/**
 * Returns the tax on an order's lines as decimal text with two decimal places. Each line uses its product's
 * rule in the region, or the region's default rule (PROD-064, PROD-065). 0 in a region without rules.
 */
export function computeTax(db: DatabaseSync, regionId: number, lines: readonly TaxedLine[]): string {
  const standard = readRate(prepared(db, defaultRate).get(regionId)) ?? '0'
  const tax = lines.reduce((sum, { productId, totalPrice }) => {
    const rate = readRate(prepared(db, ownRate).get(productId, regionId)) ?? standard
    return sum.plus(new Big(totalPrice).times(rate).div(100))
  }, new Big(0))
  return tax.toFixed(2)
}

const defaultRate = 'SELECT rate FROM tax_rules WHERE region_id = ? AND active = 1 ORDER BY is_default DESC, id LIMIT 1'

const ownRate = `SELECT t.rate FROM product_tax_rules p JOIN tax_rules t ON t.id = p.tax_rule_id
  WHERE p.product_id = ? AND p.region_id = ? AND t.active = 1`

function readRate(row: Row | undefined): string | null {
  return row === undefined ? null : text(row, 'rate')
}
