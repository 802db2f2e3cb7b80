import type { DatabaseSync } from 'node:sqlite'

import type { Lost, SentDelivery } from '../../control/undo.ts'
import { unwritableDatabase } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import { readChangeset, type TableChanges } from './changeset.ts'
import { withoutAccepted } from './deliveries.ts'
import { removingOrphans } from './lost.ts'
import type { Recorder } from './recorder.ts'
import { restoreRows } from './restore-rows.ts'
import type { ChangedRows, CreatedStore, StepPart } from './step.ts'

export interface RowsTools {
  readonly dir: string
  readonly recorder: Recorder
  readonly registry: DatabaseSync
  readonly storeDb: (storeId: number) => DatabaseSync
  /** Closes and removes a store's database. */
  readonly removeStore: (store: CreatedStore) => void
}

export interface UndoneRows {
  readonly sent: readonly SentDelivery[]
  /** Ids of deliveries whose rows were removed. */
  readonly gone: readonly number[]
  readonly lost: readonly Lost[]
  /** Number of removed tokens. */
  readonly tokens: number
}

/**
 * Reverts the rows of an operation in all its databases. `onItsWay` lists the deliveries in flight.
 * A database that SQLite cannot change stays unchanged. Raises `storage.unwritable` for a full disk.
 */
export function undoRows(tools: RowsTools, step: ChangedRows, onItsWay: ReadonlySet<number>): UndoneRows {
  const { dir, recorder, registry, removeStore } = tools
  const removed: RemovedRows = { sent: [], gone: [], lost: [], tokens: 0 }
  try {
    recorder.begin(registry)
    const works = step.parts.flatMap((part) => {
      const db = databaseOf(tools, part)
      return db === null ? [] : [{ part, db, changes: readChangeset(part.changeset) }]
    })
    for (const { part, db, changes } of works) {
      if (part.storeId === null) putRegistryBack(db, changes, { onItsWay, removed })
      else restoreRows(db, changes)
    }
    recorder.commit(recorder.recorded())
  } catch (error) {
    recorder.abandon()
    throw unwritableDatabase(dir, error)
  }
  // Last, because a store in the registry whose file is missing counts as damage.
  for (const store of step.created) removeStore(store)
  return removed
}

/** Returns null for a store that the registry does not list: it was removed, or never committed. */
function databaseOf({ registry, storeDb }: RowsTools, { storeId }: StepPart): DatabaseSync | null {
  if (storeId === null) return registry
  const known = prepared(registry, 'SELECT 1 FROM stores WHERE id = ?').get(storeId)
  return known === undefined ? null : storeDb(storeId)
}

interface RemovedRows {
  readonly sent: SentDelivery[]
  readonly gone: number[]
  readonly lost: Lost[]
  tokens: number
}

interface RegistryWork {
  readonly onItsWay: ReadonlySet<number>
  readonly removed: RemovedRows
}

function putRegistryBack(
  db: DatabaseSync,
  changes: readonly TableChanges[],
  { onItsWay, removed }: RegistryWork,
): void {
  const { rest, sent, gone } = withoutAccepted(db, changes, onItsWay)
  removed.sent.push(...sent)
  removed.gone.push(...gone)
  const { lost, tokens } = removingOrphans(db, () => restoreRows(db, rest))
  removed.lost.push(...lost)
  removed.tokens += tokensIn(rest) + tokens
  // Signing in is not an operation, so sessions that point to missing rows are removed here.
  prepared(
    db,
    'DELETE FROM sessions WHERE manager_id NOT IN (SELECT id FROM managers) OR region_id NOT IN (SELECT id FROM regions)',
  ).run()
}

function tokensIn(changes: readonly TableChanges[]): number {
  const rows = changes.filter(({ table }) => table === 'tokens').flatMap((one) => one.rows)
  return rows.filter(({ kind }) => kind === 'insert').length
}
