import type { DatabaseSync } from 'node:sqlite'

import type { reconciliation } from '../../../../catalog/resources/reconciliation.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared, updateRows } from '../../../../storage/statements.ts'
import { nextUpdateAt } from '../../../store/products/touch-product.ts'
import type { Call } from '../../handler.ts'
import { conflict, type Refusal } from '../../rejection.ts'
import { freeReference } from '../products/store.ts'
import type { ReconciledProduct } from './reconciled-product.ts'

type Adoption = Call<typeof reconciliation.adopt>

/**
 * Makes this app the manager of a product without one. The only proof is a GTIN that equals the product's own character
 * for character and is unique in the store (RECON-014, RECON-023). An identical repeat changes nothing (RECON-029).
 */
export function adoptProduct(call: Adoption, product: ReconciledProduct) {
  const { context, db, caller, body } = call
  const { externalRef, proof } = body
  const answer = { success: true, productId: product.id, externalRef, adopted: true }
  if (isReplay(call, product)) return { ...answer, idempotent: true }
  const refused = rejectOwned(call, product) ?? rejectReference(call) ?? rejectProof(db, product, proof.gtin)
  if (refused !== null) return refused
  transaction(db, () => {
    const { id } = product
    freeReference(db, caller.appKey, externalRef)
    updateRows(
      db,
      'products',
      { id },
      { owner_app_key: caller.appKey, external_ref: externalRef, updated_at: nextUpdateAt(context, db) },
    )
    prepared(
      db,
      'INSERT OR REPLACE INTO adoptions (product_id, app_key, external_ref, gtin, adopted_at) VALUES (?, ?, ?, ?, ?)',
    ).run(id, caller.appKey, externalRef, proof.gtin, context.now().getTime())
  })
  return { ...answer, idempotent: false }
}

/** Returns whether the app still manages the product with this reference and proof. */
function isReplay({ db, caller, body }: Adoption, { id, ownerAppKey, externalRef }: ReconciledProduct): boolean {
  if (ownerAppKey !== caller.appKey || externalRef !== body.externalRef) return false
  const known = prepared(db, 'SELECT 1 FROM adoptions WHERE product_id = ? AND app_key = ? AND gtin = ?')
  return known.get(id, caller.appKey, body.proof.gtin) !== undefined
}

function rejectOwned({ caller }: Adoption, { ownerAppKey }: ReconciledProduct): Refusal | null {
  if (ownerAppKey === null) return null
  return ownerAppKey === caller.appKey
    ? conflict('managed-already', 'This app already manages the product.')
    : conflict('other-app', 'The product is managed by another app.')
}

/** C22: a product that the store deleted frees its reference. */
function rejectReference({ db, caller, body }: Adoption): Refusal | null {
  const holder = prepared(db, "SELECT 1 FROM products WHERE owner_app_key = ? AND external_ref = ? AND status <> 'D'")
  if (holder.get(caller.appKey, body.externalRef) === undefined) return null
  return conflict('reference-taken', 'externalRef belongs to another product of this app.')
}

function rejectProof(db: DatabaseSync, product: ReconciledProduct, gtin: string): Refusal | null {
  if (product.gtin !== gtin) return conflict('gtin-differs', 'The product does not have this GTIN.')
  const other = prepared(db, "SELECT 1 FROM products WHERE gtin = ? AND id <> ? AND status <> 'D'")
  if (other.get(gtin, product.id) === undefined) return null
  return conflict('gtin-not-unique', 'More than one product in the store has this GTIN.')
}
