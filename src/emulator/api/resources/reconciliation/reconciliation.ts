import type { reconciliation } from '../../../../catalog/resources/reconciliation.ts'
import { integer, integerOrNull, text, textOrNull, type Row } from '../../../../storage/columns.ts'
import { prepared, readInteger } from '../../../../storage/statements.ts'
import { withRecord, type HandlersFor } from '../../handler.ts'
import { offsetOf } from '../../page.ts'
import { adoptProduct } from './adopt-product.ts'
import { findProduct, inRegion, lockedFields, rejectUnmanaged } from './reconciled-product.ts'
import { regenerateSku } from './regenerate-sku.ts'
import { issueEvidence } from './sku-evidence.ts'

export const reconciliationHandlers = {
  /** N12: lists only products without a managing app, so that no app's key or reference is revealed (RECON-013). */
  list: ({ db, regionId, query: { page, pageSize } }) => {
    const from = `products p LEFT JOIN categories g ON g.id = p.category_id WHERE p.owner_app_key IS NULL AND ${inRegion}`
    const totalCount = readInteger(db, `SELECT count(*) FROM ${from}`, regionId)
    const rows = prepared(
      db,
      `SELECT p.*, g.name AS category_name FROM ${from} ORDER BY p.id DESC LIMIT ?2 OFFSET ?3`,
    ).all(regionId, pageSize, offsetOf(page, pageSize))
    return { success: true, items: rows.map(itemOf), totalCount, page, pageSize }
  },

  adopt: withRecord(findProduct, adoptProduct),

  'refresh-context': withRecord(findProduct, ({ context, db, caller, query }, product) => {
    const refused = rejectUnmanaged(product, { appKey: caller.appKey, sentRef: query.externalRef })
    if (refused !== null) return refused
    const { id: productId, productType, sku, gtin } = product
    return {
      success: true,
      productId,
      productType,
      current: { sku, gtin },
      fieldLocks: lockedFields(db, productId),
      evidenceDigest: issueEvidence(db, { product, at: context.now().getTime() }),
    }
  }),

  'regenerate-sku': withRecord(findProduct, regenerateSku),
} satisfies HandlersFor<typeof reconciliation>

function itemOf(row: Row) {
  const categoryId = integerOrNull(row, 'category_id')
  return {
    id: integer(row, 'id'),
    status: text(row, 'status'),
    name: text(row, 'name'),
    category: categoryId === null ? null : { id: categoryId, name: text(row, 'category_name') },
    sku: textOrNull(row, 'sku'),
    gtin: textOrNull(row, 'gtin'),
    mpn: textOrNull(row, 'mpn'),
    ownership: 'unmanaged',
  }
}
