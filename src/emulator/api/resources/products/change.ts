import { nextUpdateAt } from '../../../store/products/touch-product.ts'
import { invalid, Refusal } from '../../rejection.ts'
import {
  attributesOf,
  categoryProblem,
  readAttributes,
  writeAttributes,
  type AttributeAssignment,
} from './attributes.ts'
import { readProductFields, type ProductBody, type ProductFields } from './fields.ts'
import type { Note, Noted } from './notes.ts'
import {
  isHalfMeasured,
  isSkuShared,
  updateColumns,
  writePrice,
  writeTaxRule,
  type ProductRow,
  type Writer,
} from './store.ts'

interface Plan {
  readonly fields: ProductFields
  /** Null if `attributes` was not sent, so the existing ones stay. */
  readonly attributes: readonly AttributeAssignment[] | null
}

/** Updates the sent fields of an existing product, or returns a 400 and writes nothing. A product of other regions is added to this region only (B22). */
export function changeProduct(writer: Writer, known: ProductRow, body: ProductBody): Noted | Refusal {
  const plan = readPlan(writer, known, body)
  if (plan instanceof Refusal) return plan
  const { fields, attributes } = plan
  const productId = known.id
  updateColumns(writer, productId, fields.columns, nextUpdateAt(writer.context, writer.db))
  const isNewHere = !known.isInRegion
  const price = fields.price ?? (isNewHere ? '0' : null)
  if (price !== null) writePrice(writer, { productId, variantId: 0, price })
  writeTaxRule(writer, productId, fields.taxRuleId)
  if (attributes !== null) writeAttributes(writer.db, productId, attributes)
  const { sku, length_cm, width_cm, height_cm } = fields.columns
  const isMeasureSent = [length_cm, width_cm, height_cm].some((value) => value !== null)
  const notes: readonly (readonly [Note, boolean])[] = [
    ['stock-ignored', fields.stock !== null],
    ['no-price', isNewHere && fields.price === null],
    ['sku-shared', sku !== null && isSkuShared(writer, { id: productId, sku })],
    ['no-volume', isMeasureSent && isHalfMeasured(writer, productId)],
  ]
  return { productId, notes: notes.flatMap(([note, isSo]) => (isSo ? [note] : [])) }
}

/** Checks and returns everything to write. Only reads. */
function readPlan({ db, regionId }: Writer, known: ProductRow, body: ProductBody): Plan | Refusal {
  // PROD-074, A23: on every path, not only where the documents mention it.
  if (body.variants != null) return invalid('variants are not accepted on an update.')
  if (body.externalRef != null && body.externalRef !== known.externalRef) {
    return invalid("externalRef is the product's stable key and cannot be changed.")
  }
  const fields = readProductFields(db, body, regionId)
  if (fields instanceof Refusal) return fields
  const sentCategory = fields.columns.category_id
  const categoryId = sentCategory === null ? known.categoryId : Number(sentCategory)
  const attributes = body.attributes == null ? null : readAttributes(db, { categoryId, attributes: body.attributes })
  if (attributes instanceof Refusal) return attributes
  // Unchanged data is not checked again, because the owner may have bound more to the category since.
  if (sentCategory === null && attributes === null) return { fields, attributes }
  const assigned = attributes === null ? attributesOf(db, known.id) : new Set(attributes.map((one) => one.attributeId))
  return categoryProblem(db, { categoryId, axes: known.axes, assigned }) ?? { fields, attributes }
}
