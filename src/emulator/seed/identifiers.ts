import { insertRow, prepared } from '../../storage/statements.ts'
import type { SeededProduct } from './catalogue.ts'
import { gtin13 } from './gtin.ts'
import type { Seeding } from './seeding.ts'

/** Products that share the GTIN of the previous product, and products without a GTIN: neither can be adopted by GTIN (RECON-023). */
const sharing = 4
const without = [7, 11]

/** Index of the product whose SKU the owner has locked. */
const locked = 2

/**
 * Sets barcodes and part numbers of products that no app manages yet. The GTINs begin with 2, which
 * is reserved for use within one company, so none belongs to a real article.
 */
export function seedIdentifiers({ db }: Seeding, products: readonly SeededProduct[]): void {
  const update = prepared(db, 'UPDATE products SET gtin = ?, mpn = ? WHERE id = ?')
  for (const [at, { id, sku }] of products.entries()) {
    if (without.includes(at)) continue
    update.run(gtin13(at === sharing ? at - 1 : at), `EX-${String(at + 1).padStart(4, '0')}`, id)
    if (at === locked) {
      insertRow(db, 'field_locks', { product_id: id, field: 'sku', value: sku })
    }
  }
}
