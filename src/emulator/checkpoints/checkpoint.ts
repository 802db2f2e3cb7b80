import type { DatabaseSync } from 'node:sqlite'

import { isoOrNull } from '../../storage/columns.ts'
import { transaction } from '../../storage/database.ts'
import { insertRow, prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { watchRegistry, watchStore } from './watch.ts'

/** Sets the store's checkpoint to the current state and replaces an earlier one. Returns the time, ISO-8601. */
export function setCheckpoint(context: EmulatorContext, storeId: number): string {
  const at = context.now()
  each(context, storeId, (db) => {
    forget(db, storeId)
    insertRow(db, 'checkpoints', { store_id: storeId, at: at.getTime() })
  })
  return at.toISOString()
}

/** Removes the checkpoint. Changes then cost nothing extra. */
export function removeCheckpoint(context: EmulatorContext, storeId: number): void {
  each(context, storeId, (db) => forget(db, storeId))
}

/** Returns the time of the store's checkpoint, ISO-8601, or null without one. */
export function checkpointAt(context: EmulatorContext, storeId: number): string | null {
  const row = prepared(context.storeDb(storeId), 'SELECT at FROM checkpoints WHERE store_id = ?').get(storeId)
  return row === undefined ? null : isoOrNull(row, 'at')
}

function forget(db: DatabaseSync, storeId: number): void {
  prepared(db, 'DELETE FROM checkpoints WHERE store_id = ?').run(storeId)
  prepared(db, 'DELETE FROM checkpoint_rows WHERE store_id = ?').run(storeId)
}

/** Writes the store's own database last, because its checkpoint is the valid one. */
function each(context: EmulatorContext, storeId: number, work: (db: DatabaseSync) => void): void {
  const [{ registry }, own] = [context, context.storeDb(storeId)]
  transaction(registry, () => work(registry))
  watchRegistry(registry)
  transaction(own, () => work(own))
  watchStore(own, storeId)
}
