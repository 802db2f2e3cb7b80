import type { DatabaseSync } from 'node:sqlite'

import { bytes, integer } from '../../storage/columns.ts'
import { transaction } from '../../storage/database.ts'
import { prepared, upsertRow } from '../../storage/statements.ts'
import { readMeta, writeMeta } from '../context/meta.ts'
import { readChangeset } from './changeset.ts'
import { restoreRows } from './restore-rows.ts'

/** Fact in the registry: number of the last operation that changed several databases. */
const STEP = 'last_step'

export interface ChangedStore {
  readonly db: DatabaseSync
  readonly changeset: Uint8Array
}

/**
 * Adds the operation's number and changes to each store, and the number to the registry, as part of their open transactions. The registry
 * is committed last, so a store with a higher number than the registry belongs to an operation that `kill -9` or a power cut interrupted.
 */
export function writeLastStep(registry: DatabaseSync, stores: readonly ChangedStore[]): void {
  const step = lastStep(registry) + 1
  for (const { db, changeset } of stores) upsertRow(db, 'last_step', { id: 1 }, { step, changeset })
  writeMeta(registry, STEP, String(step))
}

/**
 * Reverts the store's part of an operation that the registry did not commit, and returns whether there was one. Call it before
 * any other operation. The caller must recreate temporary triggers. Raises SQLite errors.
 */
export function revertInterrupted(registry: DatabaseSync, db: DatabaseSync): boolean {
  const row = prepared(db, 'SELECT step, changeset FROM last_step').get()
  if (row === undefined || integer(row, 'step') <= lastStep(registry)) return false
  transaction(db, () => {
    restoreRows(db, readChangeset(bytes(row, 'changeset')))
    prepared(db, 'DELETE FROM last_step').run()
  })
  return true
}

function lastStep(registry: DatabaseSync): number {
  return Number(readMeta(registry, STEP) ?? 0)
}
