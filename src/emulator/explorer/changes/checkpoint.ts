import type { DatabaseSync } from 'node:sqlite'

import { isoOrNull } from '../../../storage/columns.ts'
import { transaction } from '../../../storage/database.ts'
import { insertRow, prepared } from '../../../storage/statements.ts'
import type { World } from '../../world.ts'
import { watchRegistry, watchStore } from './watch.ts'

/** Remembers a store as it is now, in place of an earlier checkpoint. Returns the time, ISO-8601. */
export function setCheckpoint(world: World, storeId: number): string {
  const at = world.now()
  each(world, storeId, (db) => {
    forget(db, storeId)
    insertRow(db, 'checkpoints', { store_id: storeId, at: at.getTime() })
  })
  return at.toISOString()
}

/** Forgets the checkpoint: changes cost nothing again. */
export function removeCheckpoint(world: World, storeId: number): void {
  each(world, storeId, (db) => forget(db, storeId))
}

/** When a store was remembered, ISO-8601; null where it was not. */
export function checkpointAt(world: World, storeId: number): string | null {
  const row = prepared(world.storeDb(storeId), 'SELECT at FROM checkpoints WHERE store_id = ?').get(storeId)
  return row === undefined ? null : isoOrNull(row, 'at')
}

function forget(db: DatabaseSync, storeId: number): void {
  prepared(db, 'DELETE FROM checkpoints WHERE store_id = ?').run(storeId)
  prepared(db, 'DELETE FROM checkpoint_rows WHERE store_id = ?').run(storeId)
}

/** The store's own database is written last: its checkpoint is the one that counts. */
function each(world: World, storeId: number, work: (db: DatabaseSync) => void): void {
  const [{ registry }, own] = [world, world.storeDb(storeId)]
  transaction(registry, () => work(registry))
  watchRegistry(registry)
  transaction(own, () => work(own))
  watchStore(own, storeId)
}
