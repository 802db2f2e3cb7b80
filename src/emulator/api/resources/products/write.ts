import { messages } from '../../../../catalog/errors.ts'
import { productBody, productChange } from '../../../../catalog/resources/product-body.ts'
import type { products } from '../../../../catalog/resources/products.ts'
import { transaction } from '../../../../storage/database.ts'
import { withRecord, type Call, type Located, type Onlooker } from '../../handler.ts'
import { idOf } from '../../id.ts'
import { Refusal } from '../../rejection.ts'
import { changeProduct } from './change.ts'
import { createProduct } from './create.ts'
import type { ProductBody } from './fields.ts'
import { missingProduct } from './missing-product.ts'
import { logNotes, type Note } from './notes.ts'
import { findByReference, findOwn, type Writer } from './store.ts'

interface WrittenProduct {
  readonly productId: number
  readonly created: boolean
  readonly notes: readonly Note[]
}

type NewBody = Call<typeof products.create>['body']

/** PROD-039, PROD-040, B22: a new externalRef creates a product. A known one updates it and adds it to the request's region. */
export function writeProduct(call: Call<typeof products.create>) {
  const writer = writerOf(call)
  if (writer instanceof Refusal) return writer
  const written = transaction(call.db, () => upsertProduct(writer, call.body))
  if (written instanceof Refusal) return written
  logNotes(call.context, call.caller, [written])
  return { success: true, id: written.productId, created: written.created }
}

/** A21, PROD-094 to PROD-097: a product of another app or region counts as missing. */
export const updateProduct = withRecord(ownProduct, (call: Call<typeof products.update>, { writer, known }) => {
  const changed = transaction(call.db, () => changeProduct(writer, known, call.body))
  if (changed instanceof Refusal) return changed
  // Computed last, because variants of any shape were already rejected.
  const notes = [...changed.notes, ...unknownFields(call.body, productChange)]
  logNotes(call.context, call.caller, [{ ...changed, notes }])
  return { success: true, id: changed.productId }
})

function ownProduct(call: Located<typeof products.update>) {
  const writer = writerOf(call)
  if (writer instanceof Refusal) return writer
  const id = idOf(call.params.id)
  const known = findOwn(writer, id)
  return known === null ? missingProduct(call.db, id, call.caller.appKey) : { writer, known }
}

/** Creates or updates a product in the caller's transaction. Everything is checked before the first write, so a rejection leaves no changes. */
export function upsertProduct(writer: Writer, body: NewBody): WrittenProduct | Refusal {
  const known = findByReference(writer, body.externalRef)
  const written = known === null ? createProduct(writer, body) : changeProduct(writer, known, body)
  if (written instanceof Refusal) return written
  return { ...written, created: known === null, notes: [...written.notes, ...unknownFields(body, productBody)] }
}

/** Returns the writer with its region. Without a region no price can be written, whatever the reading of A5. */
export function writerOf({ context, db, caller, regionId }: Onlooker): Writer | Refusal {
  if (regionId === null) return new Refusal(400, 'pin-missing', { message: messages.pinMissing })
  return { context, db, caller, regionId }
}

function unknownFields(body: ProductBody, shape: typeof productBody | typeof productChange): Note[] {
  const known = new Set([...Object.keys(shape.shape), 'variants'])
  const variantFields = new Set(['combination', 'sku', 'price', 'stock'])
  const hasUnknown =
    Object.keys(body).some((name) => !known.has(name)) ||
    (body.variants ?? []).some((variant) => Object.keys(variant).some((name) => !variantFields.has(name)))
  return hasUnknown ? ['unknown-field'] : []
}
