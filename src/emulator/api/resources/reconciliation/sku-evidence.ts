import type { DatabaseSync } from 'node:sqlite'

import { integer } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared } from '../../../../storage/statements.ts'
import { stateDigest } from '../../../store/state-digest.ts'
import { lockedFields, type ReconciledProduct } from './reconciled-product.ts'

/** Validity of a refresh-context digest (B32, assumed). */
const LIFETIME_MS = 10 * 60_000

interface Subject {
  readonly product: ReconciledProduct
  /** Current Unix ms on the emulator's clock. */
  readonly at: number
}

/** Creates a digest of the product's current state, its app and the time. It is valid for ten minutes, or until the product changes. */
export function issueEvidence(db: DatabaseSync, subject: Subject): string {
  const { at } = subject
  const digest = digestOf(db, subject)
  transaction(db, () => {
    prepared(db, 'DELETE FROM evidence WHERE issued_at <= ?').run(at - LIFETIME_MS)
    prepared(db, 'INSERT OR REPLACE INTO evidence (digest, issued_at) VALUES (?, ?)').run(digest, at)
  })
  return digest
}

/** Returns whether the digest was issued to this app for this product less than ten minutes ago, and the product is unchanged (RECON-049). */
export function isFresh(db: DatabaseSync, digest: string, subject: Subject): boolean {
  const row = prepared(db, 'SELECT issued_at FROM evidence WHERE digest = ?').get(digest)
  if (row === undefined) return false
  const issuedAt = integer(row, 'issued_at')
  return subject.at - issuedAt < LIFETIME_MS && digestOf(db, { ...subject, at: issuedAt }) === digest
}

function digestOf(db: DatabaseSync, { product, at }: Subject): string {
  return stateDigest({ ...product, fieldLocks: lockedFields(db, product.id), issuedAt: at })
}
