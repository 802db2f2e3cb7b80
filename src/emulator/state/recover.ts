import { basename } from 'node:path'

import { integer, text } from '../../storage/columns.ts'
import { removeDatabase } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import { storeFiles } from '../files/state-files.ts'
import { removeKept } from '../undo/kept-files.ts'
import { revertInterrupted } from '../undo/last-step.ts'
import type { State } from './state.ts'

/**
 * Reverts an operation that `kill -9` interrupted, and removes the files that it left: saved states, and stores
 * that are not in the registry because they were being created or had just been deleted. Raises `storage.*`.
 */
export function recoverState(dir: string, { registry, stores }: State): void {
  removeKept(dir)
  const rows = prepared(registry, 'SELECT id, code FROM stores').all()
  const ids = new Map(rows.map((row) => [`${text(row, 'code')}.db`, integer(row, 'id')]))
  for (const path of storeFiles(dir)) {
    const id = ids.get(basename(path))
    if (id === undefined) removeDatabase(path)
    else revertInterrupted(registry, stores.of(id))
  }
}
