import { integer, text, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { noSuchRecord, recordId, type AdminVisit } from '../visit.ts'

export interface FoundProduct {
  /** Includes `price`, the price in the selected region. */
  readonly product: Row
  readonly productId: number
}

/** Finds the product of a URL in any region, or returns a page that reports it as missing or deleted. */
export function findProduct(visit: AdminVisit, idText: string): FoundProduct | Promise<Response> {
  const { context, session } = visit
  const db = context.storeDb(session.store.id)
  const product = prepared(db, oneProduct).get(session.region.id, recordId(idText))
  if (product === undefined) return noSuchRecord(visit, 'The store has no such product.')
  if (product['status'] === 'D') return noSuchRecord(visit, `${text(product, 'name')} was deleted.`, 'Deleted')
  return { product, productId: integer(product, 'id') }
}

const oneProduct = `SELECT p.*, c.price FROM products p
  LEFT JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ? WHERE p.id = ?`
