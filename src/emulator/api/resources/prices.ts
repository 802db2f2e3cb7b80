import type { InputOf } from '../../../catalog/endpoint.ts'
import type { prices } from '../../../catalog/resources/prices.ts'
import { integer } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { prepared } from '../../../storage/statements.ts'
import { touchProduct } from '../../store/products/touch-product.ts'
import type { HandlersFor } from '../handler.ts'
import { rowId } from '../id.ts'
import { decimalText } from '../money.ts'
import { invalid, notFound, Refusal } from '../rejection.ts'
import { missingProduct } from './products/missing-product.ts'
import { findOwn, writePrice, type Writer } from './products/store.ts'
import { writerOf } from './products/write.ts'

type SentPrice = InputOf<typeof prices.set>['body']

interface NewPrice {
  readonly productId: number
  /** 0 for the product itself. */
  readonly variantId: number
  readonly price: string
}

export const pricesHandlers = {
  set: (call) => write(writerOf(call), [call.body]),
  /** A8: all or nothing, because the response has no member for failed rows. */
  bulk: (call) => write(writerOf(call), call.body.items),
} satisfies HandlersFor<typeof prices>

function write(writer: Writer | Refusal, sent: readonly SentPrice[]): { success: true } | Refusal {
  if (writer instanceof Refusal) return writer
  const { context, db } = writer
  const refusal = transaction(db, () => {
    const found = readPrices(writer, sent)
    if (found instanceof Refusal) return found
    for (const price of found) {
      writePrice(writer, price)
      touchProduct(context, db, price.productId)
    }
    return null
  })
  return refusal ?? { success: true }
}

/** Returns all prices as stored, or the first rejection: 400 for a number with too many digits, then 404 for a missing product or variant. Only reads. */
function readPrices(writer: Writer, sent: readonly SentPrice[]): NewPrice[] | Refusal {
  const texts = sent.map(({ price }) => decimalText(price))
  if (texts.includes(null)) return invalid('price is invalid.')
  const found: NewPrice[] = []
  for (const [at, { productId, variantId }] of sent.entries()) {
    const id = rowId(productId)
    const product = findOwn(writer, id)
    // PROD-122: an update of zero rows is not a write.
    if (product === null) return missingProduct(writer.db, id, writer.caller.appKey)
    const ownVariant = variantId == null ? 0 : findVariant(writer, product.id, rowId(variantId))
    if (ownVariant === null) return notFound('variant-not-found')
    found.push({ productId: product.id, variantId: ownVariant, price: texts[at] ?? '0' })
  }
  return found
}

function findVariant({ db }: Writer, productId: number, variantId: number | null): number | null {
  const row = prepared(db, 'SELECT id FROM variants WHERE id = ? AND product_id = ?').get(variantId, productId)
  return row === undefined ? null : integer(row, 'id')
}
