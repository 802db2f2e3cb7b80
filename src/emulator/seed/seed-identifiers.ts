import { prepared } from '../../storage/statements.ts'
import type { SeededProduct } from './seed-catalogue.ts'
import type { Seeding } from './seed-store.ts'

/** Products that share the GTIN of the one before them, and those without any: neither can be adopted by it (RECON-023). */
const sharing = 4
const without = [7, 11]

/** The product whose SKU the owner has locked. */
const locked = 2

/**
 * Barcodes and part numbers for products that no app manages yet. The GTINs begin with 2, which is kept for use within one company: none can be a real
 * article's.
 */
export function seedIdentifiers({ db }: Seeding, products: readonly SeededProduct[]): void {
  const update = prepared(db, 'UPDATE products SET gtin = ?, mpn = ? WHERE id = ?')
  for (const [at, { id, sku }] of products.entries()) {
    if (without.includes(at)) continue
    update.run(gtin13(at === sharing ? at - 1 : at), `EX-${String(at + 1).padStart(4, '0')}`, id)
    if (at === locked) {
      prepared(db, "INSERT INTO field_locks (product_id, field, value) VALUES (?, 'sku', ?)").run(id, sku)
    }
  }
}

/** Thirteen digits, the last of them the check digit (GS1 General Specifications, section 7.9). */
function gtin13(number: number): string {
  const digits = `2${String(number + 1).padStart(11, '0')}`
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
