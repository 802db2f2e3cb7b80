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
 * that are not in the registry because they were being created or had just been deleted. Returns whether an operation
 * was reverted. The caller must recreate temporary triggers. Raises `storage.*`.
 */
export function recoverState(dir: string, { registry, stores }: State): boolean {
  removeKept(dir)
  const rows = prepared(registry, 'SELECT id, code FROM stores').all()
  const ids = new Map(rows.map((row) => [`${text(row, 'code')}.db`, integer(row, 'id')]))
  let isReverted = false
  for (const path of storeFiles(dir)) {
    const id = ids.get(basename(path))
    if (id === undefined) removeDatabase(path)
    else if (revertInterrupted(registry, stores.of(id))) isReverted = true
  }
  return isReverted
}
