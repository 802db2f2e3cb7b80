import type { DatabaseSync } from 'node:sqlite'

import { integer, integerOrNull, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { defaultWarehouse, readStock, stockLocation } from '../../store/stock/stock.ts'
import type { AdminVisit } from '../visit.ts'
import { combinationWords } from './combination-words.ts'

/** Values of a product's form as text, by field name. */
export type ProductFields = Readonly<Record<string, string>>

/** Stock that the form has a field for: of the product or one of its variants, in the store's default warehouse. */
export interface CountedStock {
  readonly field: string
  readonly label: string
  readonly variantId: number | null
}

/** A product with more variants needs `app emulator product stock`. */
const MOST_COUNTED = 50

/** Returns the stock that the store may edit: none without its own warehouse, one entry for stock shared by all variants, else one for each variant. */
export function countedStock(db: DatabaseSync, product: Row): CountedStock[] {
  const warehouse = prepared(db, 'SELECT name FROM warehouses WHERE is_default = 1').get()
  if (warehouse === undefined) return []
  const label = `Stock in ${text(warehouse, 'name')}`
  const variants =
    product['stock_pool'] === 1
      ? []
      : prepared(db, 'SELECT id, combination FROM variants WHERE product_id = ? ORDER BY id LIMIT ?').all(
          integer(product, 'id'),
          MOST_COUNTED,
        )
  if (variants.length === 0) return [{ field: 'stock', label, variantId: null }]
  return variants.map((variant) => ({
    field: `stock_${integer(variant, 'id')}`,
    label: `${label}, ${combinationWords(text(variant, 'combination'))}`,
    variantId: integer(variant, 'id'),
  }))
}

/** Returns the current values of the fields. */
export function fieldsOf({ context, session }: AdminVisit, product: Row): ProductFields {
  const db = context.storeDb(session.store.id)
  return plain({
    name: text(product, 'name'),
    price: textOrNull(product, 'price') ?? '',
    category: String(integerOrNull(product, 'category_id') ?? ''),
    description: textOrNull(product, 'description') ?? '',
    ...Object.fromEntries(
      countedStock(db, product).map(({ field, variantId }) => [field, stockNow(db, integer(product, 'id'), variantId)]),
    ),
  })
}

/** Returns a form's fields with plain line feeds. Single-line fields are trimmed. */
export function plain(fields: ProductFields): ProductFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const lines = value.replaceAll(/\r\n?/g, '\n')
      return [name, name === 'description' ? lines : lines.trim()]
    }),
  )
}

function stockNow(db: DatabaseSync, productId: number, variantId: number | null): string {
  const warehouseId = defaultWarehouse(db)
  if (warehouseId === null) return ''
  return readStock(db, stockLocation(db, { productId, variantId, warehouseId })).toFixed()
}
