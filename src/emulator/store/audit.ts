import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

import { insertRow } from '../../storage/statements.ts'

/** A change that the store owner confirmed. */
export interface ConfirmedChange {
  readonly kind: 'category-move' | 'category-content'
  readonly subjectId: number
  readonly appKey: string
  readonly regionId: number
  /** Text that the owner approved. Only its digest is stored. */
  readonly evidence: string
  /** Values before and after the change. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  /** Unix ms. */
  readonly at: number
}

/** Records who changed what and who confirmed it. Returns the entry's id and the SHA-256 of the evidence (UTF-8) in hex. */
export function writeAudit(db: DatabaseSync, change: ConfirmedChange): { id: number; evidenceDigest: string } {
  const { kind, subjectId, appKey, regionId, evidence, details, at } = change
  const evidenceDigest = createHash('sha256').update(evidence).digest('hex')
  const id = insertRow(db, 'audits', {
    kind,
    subject_id: subjectId,
    app_key: appKey,
    region_id: regionId,
    evidence_digest: evidenceDigest,
    details: JSON.stringify(details),
    at,
  })
  return { id, evidenceDigest }
}
