import type { ResponseOf } from '../../../../catalog/endpoint.ts'
import type { reconciliation } from '../../../../catalog/resources/reconciliation.ts'
import { integer, text, textOrNull } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { insertRow, prepared, updateRows } from '../../../../storage/statements.ts'
import { formulaSku } from '../../../store/products/sku-formula.ts'
import { touchProduct } from '../../../store/products/touch-product.ts'
import type { Call } from '../../handler.ts'
import { conflict, invalid, type Refusal } from '../../rejection.ts'
import { rejectUnmanaged, type ReconciledProduct } from './reconciled-product.ts'
import { isFresh } from './sku-evidence.ts'

type Regeneration = Call<(typeof reconciliation)['regenerate-sku']>
type Done = ResponseOf<(typeof reconciliation)['regenerate-sku']>

/**
 * Sets the SKU of this app's simple product from the store's formula (RECON-045), completely or not
 * at all. A repeated key returns its earlier result, even if the product has changed since (B55).
 */
export function regenerateSku(call: Regeneration, product: ReconciledProduct): Done | Refusal {
  const { db, context, caller, body } = call
  if (!body.userConfirmed) return invalid('userConfirmed must be true. A user must confirm the change.')
  const known = replayOf(call, product)
  if (known !== null) return known
  const refused = rejectUnmanaged(product, { appKey: caller.appKey, sentRef: body.externalRef })
  if (refused !== null) return refused
  if (product.productType !== 'simple') return conflict('not-simple', 'Only a simple product has a generated SKU.')
  const subject = { product, at: context.now().getTime() }
  if (!isFresh(db, body.evidenceDigest, subject)) {
    return conflict('evidence-stale', 'evidenceDigest does not match the current product. Read the product again.')
  }
  return transaction(db, () => write(call, product))
}

/** Returns the key's earlier result, 409 if it belongs to another regeneration, or null for a new key. */
function replayOf({ db, caller, body }: Regeneration, { id }: ReconciledProduct): Done | Refusal | null {
  const row = prepared(db, 'SELECT * FROM sku_regenerations WHERE app_key = ? AND idempotency_key = ?').get(
    caller.appKey,
    body.idempotencyKey,
  )
  if (row === undefined) return null
  if (integer(row, 'product_id') !== id || text(row, 'external_ref') !== body.externalRef) {
    return conflict('key-used', 'idempotencyKey was already used for another regeneration.')
  }
  const [previousSku, sku] = [textOrNull(row, 'previous_sku'), text(row, 'sku')]
  return {
    success: true,
    productId: id,
    externalRef: body.externalRef,
    previousSku,
    sku,
    changed: sku !== previousSku,
    fieldLockTransferred: integer(row, 'field_lock_transferred') === 1,
    auditId: integer(row, 'audit_id'),
    idempotent: true,
  }
}

/** Writes product, lock, audit and key in the caller's transaction. */
function write(call: Regeneration, product: ReconciledProduct): Done {
  const { context, db, caller, regionId, body } = call
  const { id: productId, name, sku: previousSku } = product
  const { externalRef, evidenceDigest, idempotencyKey } = body
  const sku = formulaSku(db, { productId, storeCode: caller.storeCode, name })
  const changed = sku !== previousSku
  if (changed) {
    updateRows(db, 'products', { id: productId }, { sku })
    touchProduct(context, db, productId)
  }
  const fieldLockTransferred = changed && transferLock(call, { productId, sku })
  const auditId = insertRow(db, 'audits', {
    kind: 'sku-regeneration',
    subject_id: productId,
    app_key: caller.appKey,
    region_id: regionId,
    evidence_digest: evidenceDigest,
    details: JSON.stringify({ externalRef, previousSku, sku, fieldLockTransferred }),
    at: context.now().getTime(),
  })
  insertRow(db, 'sku_regenerations', {
    app_key: caller.appKey,
    idempotency_key: idempotencyKey,
    product_id: productId,
    external_ref: externalRef,
    previous_sku: previousSku,
    sku,
    field_lock_transferred: fieldLockTransferred ? 1 : 0,
    audit_id: auditId,
  })
  return {
    success: true,
    productId,
    externalRef,
    previousSku,
    sku,
    changed,
    fieldLockTransferred,
    auditId,
    idempotent: false,
  }
}

/** Moves the owner's lock to the new SKU: the change was confirmed, and the lock must not revert it. */
function transferLock({ db }: Regeneration, { productId, sku }: { readonly productId: number; readonly sku: string }) {
  return updateRows(db, 'field_locks', { product_id: productId, field: 'sku' }, { value: sku }) > 0
}
