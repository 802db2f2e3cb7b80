import type { DatabaseSync } from 'node:sqlite'

import { AppError, hasCode } from '../../errors.ts'
import { isDamage, olderState, openDatabase, type Schema } from '../../storage/database.ts'
import { listSnapshots } from './snapshot-folder.ts'
import { lostRegistry, lostStores, unreadableFiles } from './state-files.ts'

// The registry and the stores are one state. A new registry next to old stores, or an empty store that
// the registry takes for a full one, would silently return less data. So no database is replaced alone.

/** Raises `storage.broken` if the registry is lost. */
export function rejectLostRegistry(dir: string): void {
  const lost = dir === ':memory:' ? null : lostRegistry(dir)
  if (lost !== null) throw damagedState(dir, lost)
}

/** Raises `storage.broken` if a store is lost. */
export function rejectLostStores(dir: string, registry: DatabaseSync): void {
  const [lost] = dir === ':memory:' ? [] : lostStores(dir, registry)
  if (lost !== undefined) throw damagedState(dir, lost)
}

/** Opens the registry or a store of the folder. Raises `storage.*`. For a damaged file, the suggested fix covers the whole state. */
export function openPart(dir: string, path: string, schema: Schema): DatabaseSync {
  return requirePart(dir, () => openDatabase({ path, ...schema }))
}

/** Runs `open` on one of the databases. Raises its errors, with a fix that covers the whole state. */
export function requirePart<T>(dir: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (hasCode(error, 'storage.older')) throw olderState(dir)
    if (!hasCode(error, 'storage.broken')) throw error
    throw damagedState(dir, error.message, error.cause)
  }
}

/** Runs work on the open databases. Raises `storage.broken` if SQLite finds a damaged page, and errors of the work. */
export function namingDamage<T>(dir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isDamage(error) ? damagedPage(dir, error) : error
  }
}

/** Creates `storage.broken` for a page that SQLite could not read, and finds its file, because SQLite does not report it. */
export function damagedPage(dir: string, cause: unknown): AppError {
  const [found = `A database page in ${dir} cannot be read.`] = unreadableFiles(dir)
  return damagedState(dir, found, cause)
}

function damagedState(dir: string, what: string, cause?: unknown): AppError {
  return new AppError('storage.broken', `The emulator's state is damaged: ${what}`, {
    cause,
    suggestions: damageRemedies(dir),
  })
}

/** Lists fixes for a damaged state, most helpful first. */
export function damageRemedies(dir: string): string[] {
  return [
    ...newestSnapshot(dir).map((name) => `app emulator snapshot load ${name}`),
    `Rename the folder ${dir}. The next emulator start creates a new folder.`,
  ]
}

/** Returns at most one snapshot. A snapshot with damaged facts is no help. */
function newestSnapshot(dir: string): string[] {
  try {
    return listSnapshots(dir)
      .slice(0, 1)
      .map(({ name }) => name)
  } catch {
    return []
  }
}
