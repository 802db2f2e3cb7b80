import { integer } from '../../../../storage/columns.ts'
import { insertRow, prepared, updateRows } from '../../../../storage/statements.ts'
import { formulaSku } from '../../../store/products/sku-formula.ts'
import { nextUpdateAt } from '../../../store/products/touch-product.ts'
import { defaultWarehouse, moveStock } from '../../../store/stock/stock.ts'
import { Refusal } from '../../rejection.ts'
import { categoryProblem, readAttributes, writeAttributes, writeValue, type AttributeAssignment } from './attributes.ts'
import { readProductFields, type ProductBody, type ProductFields } from './fields.ts'
import type { Note, Noted } from './notes.ts'
import { insertProduct, isHalfMeasured, isSkuShared, writePrice, writeTaxRule, type Writer } from './store.ts'
import { lowestPrice, readVariants, type NewVariants } from './variants.ts'

interface Plan {
  readonly fields: ProductFields
  readonly variants: NewVariants
  /** Attributes of the product itself. */
  readonly attributes: readonly AttributeAssignment[]
}

type NewBody = ProductBody & { readonly externalRef: string; readonly title: string }

/** Creates a product of the app in the writer's region, with variants, price, stock and attributes, or returns a 400 and writes nothing. */
export function createProduct(writer: Writer, body: NewBody): Noted | Refusal {
  const plan = readPlan(writer, body)
  if (plan instanceof Refusal) return plan
  const { fields, variants, attributes } = plan
  const at = writer.context.now().getTime()
  const updatedAt = nextUpdateAt(writer.context, writer.db)
  const { externalRef, title: name } = body
  const productId = insertProduct(writer, { columns: fields.columns, externalRef, axes: variants.axes, at, updatedAt })
  const { sku } = fields.columns
  if (sku === null) giveFormulaSku(writer, productId, name)
  const price = fields.price ?? lowestPrice(variants)
  writePrice(writer, { productId, variantId: 0, price: price ?? '0' })
  writeTaxRule(writer, productId, fields.taxRuleId)
  writeAttributes(writer.db, productId, attributes)
  const stockNotes = writeVariants(writer, productId, plan)
  const notes: readonly (readonly [Note, boolean])[] = [
    ['no-price', price === null],
    ['sku-shared', sku !== null && isSkuShared(writer, { id: productId, sku })],
    ['no-volume', isHalfMeasured(writer, productId)],
  ]
  return { productId, notes: [...stockNotes, ...notes.flatMap(([note, isSo]) => (isSo ? [note] : []))] }
}

/** Checks and returns everything to write. Only reads. */
function readPlan({ db, regionId }: Writer, body: NewBody): Plan | Refusal {
  const fields = readProductFields(db, body, regionId)
  if (fields instanceof Refusal) return fields
  const variants = readVariants(db, body.variants ?? [])
  if (variants instanceof Refusal) return variants
  const categoryId = fields.columns.category_id === null ? null : Number(fields.columns.category_id)
  const attributes = readAttributes(db, { categoryId, attributes: body.attributes ?? {} })
  if (attributes instanceof Refusal) return attributes
  const assigned = new Set(attributes.map(({ attributeId }) => attributeId))
  return categoryProblem(db, { categoryId, axes: variants.axes, assigned }) ?? { fields, variants, attributes }
}

/** PROD-043: the store's formula uses the id, so the row must exist first. */
function giveFormulaSku({ db, caller }: Writer, productId: number, name: string): void {
  const sku = formulaSku(db, { productId, storeCode: caller.storeCode, name })
  updateRows(db, 'products', { id: productId }, { sku })
}

/** Writes the variants with their own price, stock and values, or the stock of a simple product. */
function writeVariants(writer: Writer, productId: number, { fields, variants }: Plan): Note[] {
  if (variants.list.length === 0) return putStock(writer, [{ productId, variantId: null, quantity: fields.stock }])
  const stock = variants.list.map(({ combination, sku, price, stock: quantity, valueIds }) => {
    const variantId = insertRow(writer.db, 'variants', { product_id: productId, sku, combination })
    if (price !== null) writePrice(writer, { productId, variantId, price })
    for (const valueId of valueIds) writeValue(writer.db, { productId, variantId, valueId })
    return { productId, variantId, quantity }
  })
  const notes = putStock(writer, stock)
  return fields.stock === null ? notes : [...notes, 'stock-of-variants']
}

interface InitialStock {
  readonly productId: number
  readonly variantId: number | null
  readonly quantity: string | null
}

/** B51: adds stock to the app's first warehouse in the region, else to the store's default. Absent and 0 write nothing. */
function putStock(writer: Writer, stock: readonly InitialStock[]): Note[] {
  const filled = stock.flatMap(({ quantity, ...place }) =>
    quantity === null || Number(quantity) === 0 ? [] : [{ ...place, change: quantity }],
  )
  if (filled.length === 0) return []
  const warehouseId = ownWarehouse(writer) ?? defaultWarehouse(writer.db)
  if (warehouseId === null) return ['stock-nowhere']
  for (const move of filled) moveStock(writer.db, { ...move, warehouseId })
  return []
}

function ownWarehouse({ db, caller, regionId }: Writer): number | null {
  const row = prepared(
    db,
    'SELECT id FROM warehouses WHERE owner_app_key = ? AND region_id = ? ORDER BY id LIMIT 1',
  ).get(caller.appKey, regionId)
  return row === undefined ? null : integer(row, 'id')
}
