import { constants, type DatabaseSync } from 'node:sqlite'

import { dropTriggers } from '../db/triggers.ts'
import { integerOf, invertChanges, type TableChanges } from './changeset.ts'

/**
 * Restores rows to their state before these changes, within the caller's transaction. Overwrites
 * later changes to them. Raises an error if rows cannot be restored.
 */
export function restoreRows(db: DatabaseSync, changes: readonly TableChanges[]): void {
  // The changes include what triggers did. The caller must recreate its temporary triggers.
  const makeTriggers = dropTriggers(db)
  const isDone = db.applyChangeset(invertChanges(changes), { onConflict })
  if (!isDone) throw new Error('The rows of an operation cannot be restored.')
  makeTriggers()
  putSequencesBack(db, changes)
}

const {
  SQLITE_CHANGESET_DATA: DATA,
  SQLITE_CHANGESET_CONFLICT: CONFLICT,
  SQLITE_CHANGESET_NOTFOUND: NOTFOUND,
  SQLITE_CHANGESET_FOREIGN_KEY: FOREIGN_KEY,
  SQLITE_CHANGESET_OMIT: OMIT,
  SQLITE_CHANGESET_REPLACE: REPLACE,
  SQLITE_CHANGESET_ABORT: ABORT,
} = constants

/** A missing row needs no change. SQLite checks references to a removed row when the transaction ends. */
function onConflict(kind: number): number {
  if (kind === DATA || kind === CONFLICT) return REPLACE
  return kind === NOTFOUND || kind === FOREIGN_KEY ? OMIT : ABORT
}

/** SQLite keeps the AUTOINCREMENT counters in a table that sessions do not record. */
function putSequencesBack(db: DatabaseSync, changes: readonly TableChanges[]): void {
  for (const { table, rows } of changes) {
    if (
      db.prepare("SELECT 1 FROM main.sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'").get(table) ===
      undefined
    )
      continue
    const added = rows.filter(({ kind }) => kind === 'insert').map(({ values }) => integerOf(values[0]) ?? 0)
    if (added.length === 0) continue
    const before = Math.min(...added) - 1
    if (before === 0) db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table)
    else db.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').run(before, table)
  }
}
