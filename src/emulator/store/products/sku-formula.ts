import type { DatabaseSync } from 'node:sqlite'

import { prepared } from '../../../storage/statements.ts'
import { availableName } from '../../../text/available-name.ts'

/** Product data that the formula uses. */
export interface SkuFacts {
  readonly productId: number
  readonly storeCode: string
  readonly name: string
}

/**
 * Returns the SKU of the store's formula (PROD-043, RECON-045): the store's code, the first letters of the name, the id. A store's real
 * formula is undocumented. This one is deterministic, so that regenerating an unchanged product changes nothing. A SKU in use gets a counter.
 */
export function formulaSku(db: DatabaseSync, { productId, storeCode, name }: SkuFacts): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 6)
    .toUpperCase()
  const base = `${storeCode.toUpperCase()}-${letters || 'ITEM'}-${productId}`
  const isTaken = (sku: string) =>
    prepared(db, 'SELECT 1 FROM products WHERE sku = ? AND id <> ?').get(sku, productId) !== undefined
  return availableName(base, isTaken)
}
