import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import { AppError } from '../../errors.ts'
import { text } from '../../storage/columns.ts'
import { removeDatabase } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import { watchStore } from '../checkpoints/watch.ts'
import { storeSchema } from '../db/store-schema.ts'
import { openPart } from '../files/damage.ts'
import type { Recorder } from '../undo/recorder.ts'
import type { CreatedStore } from '../undo/step.ts'
import { keepRows, type KeptRows } from './kept-rows.ts'

export interface StoreDatabases {
  /** Returns the store's own database, which is opened on first use. Raises `emulator.unknown-store`. */
  readonly of: (storeId: number) => DatabaseSync
  /** Closes the database of one store and removes its files. */
  readonly remove: (store: CreatedStore) => void
  /** Closes the databases of all stores and removes their files. */
  readonly removeAll: () => void
  readonly closeAll: () => void
  /** Open databases by store id. */
  readonly open: ReadonlyMap<number, DatabaseSync>
  /** Saves the rows of the open databases. */
  readonly mark: () => void
  /** Restores the rows of the mark. Databases opened since are closed, which deletes those in memory. */
  readonly rewind: () => void
}

export interface StoreDatabasesTools {
  readonly dir: string
  readonly registry: DatabaseSync
  readonly recorder: Recorder
}

/** One database per store (APP-020): `stores/<code>.db` in the emulator's folder. */
export function openStoreDatabases({ dir, registry, recorder }: StoreDatabasesTools): StoreDatabases {
  const open = new Map<number, DatabaseSync>()
  const marked = new Map<number, KeptRows>()
  const folder = join(dir, 'stores')
  const pathOf = (file: string) => (dir === ':memory:' ? dir : join(folder, file))
  /** Returns null if the store does not exist. */
  const fileOf = (storeId: number) => {
    const row = prepared(registry, 'SELECT code FROM stores WHERE id = ?').get(storeId)
    return row === undefined ? null : `${text(row, 'code')}.db`
  }
  const closeAll = () => {
    for (const db of open.values()) db.close()
    open.clear()
    marked.clear()
  }
  return {
    of: (storeId) => {
      const known = open.get(storeId)
      if (known) {
        recorder.touch(storeId, known)
        return known
      }
      const file = fileOf(storeId)
      if (file === null) throw new AppError('emulator.unknown-store', `No store has the id ${storeId}.`)
      const path = pathOf(file)
      if (path === ':memory:' || !existsSync(path)) recorder.creating({ storeId, file })
      const db = openPart(dir, path, storeSchema)
      // Recursive triggers keep the counts right on REPLACE (db/store/counts.ts). A large store is read in any order, so cache 16 MiB of pages.
      db.exec('PRAGMA recursive_triggers = ON; PRAGMA cache_size = -16384')
      watchStore(db, storeId)
      open.set(storeId, db)
      recorder.touch(storeId, db)
      return db
    },
    remove: ({ storeId, file }) => {
      open.get(storeId)?.close()
      open.delete(storeId)
      if (dir !== ':memory:') removeDatabase(pathOf(file))
    },
    open,
    removeAll: () => {
      closeAll()
      if (dir !== ':memory:') rmSync(folder, { recursive: true, force: true })
    },
    closeAll,
    mark: () => {
      for (const kept of marked.values()) kept.forget()
      marked.clear()
      for (const [storeId, db] of open) marked.set(storeId, keepRows(db))
    },
    rewind: () => {
      for (const [storeId, db] of open) {
        const kept = marked.get(storeId)
        if (kept === undefined) {
          db.close()
          open.delete(storeId)
          continue
        }
        kept.restore()
        watchStore(db, storeId)
      }
    },
  }
}
