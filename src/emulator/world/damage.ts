import type { DatabaseSync } from 'node:sqlite'

import { AppError, hasCode } from '../../errors.ts'
import { isDamage, olderState, openDatabase, type Schema } from '../../storage/database.ts'
import { listSnapshots } from '../snapshots/snapshot-folder.ts'
import { lostRegistry, lostStores, unreadableFiles } from './state-files.ts'

// The registry and the stores are one state: a new registry beside old stores, or an empty store that the registry takes for a full one, answers with less than
// there was and says nothing. So no database of it is replaced alone.

/** Raises `storage.broken` where the registry is lost. */
export function refuseLostRegistry(dir: string): void {
  const lost = dir === ':memory:' ? null : lostRegistry(dir)
  if (lost !== null) throw damagedState(dir, lost)
}

/** Raises `storage.broken` where a store is lost. */
export function refuseLostStores(dir: string, registry: DatabaseSync): void {
  const [lost] = dir === ':memory:' ? [] : lostStores(dir, registry)
  if (lost !== undefined) throw damagedState(dir, lost)
}

/** Opens the registry or a store of the folder. Raises `storage.*`; for a damaged file with a remedy that is one for the whole state. */
export function openPart(dir: string, path: string, schema: Schema): DatabaseSync {
  return requirePart(dir, () => openDatabase({ path, ...schema }))
}

/** Runs `open` on one of the databases. Raises what it raises, with a remedy that is one for the whole state. */
export function requirePart<T>(dir: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (hasCode(error, 'storage.older')) throw olderState(dir)
    if (!hasCode(error, 'storage.broken')) throw error
    throw damagedState(dir, error.message, error.cause)
  }
}

/** Runs work on the open databases. Raises `storage.broken` where SQLite meets a damaged page, and else what the work raises. */
export function namingDamage<T>(dir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isDamage(error) ? damagedPage(dir, error) : error
  }
}

/** `storage.broken` for a page that SQLite could not read, with the file that holds it: SQLite does not say which. */
export function damagedPage(dir: string, cause: unknown): AppError {
  const [found = `A page of a database in ${dir} cannot be read.`] = unreadableFiles(dir)
  return damagedState(dir, found, cause)
}

function damagedState(dir: string, what: string, cause?: unknown): AppError {
  return new AppError('storage.broken', `The emulator's state is damaged: ${what}`, {
    cause,
    suggestions: damageRemedies(dir),
  })
}

/** What helps against a damaged state, most helpful first. */
export function damageRemedies(dir: string): string[] {
  return [
    ...newestSnapshot(dir).map((name) => `app emulator snapshot load ${name}`),
    `Rename the folder ${dir}. The next start creates a new emulator.`,
  ]
}

/** At most one. A snapshot whose facts are damaged helps nobody. */
function newestSnapshot(dir: string): string[] {
  try {
    return listSnapshots(dir)
      .slice(0, 1)
      .map(({ name }) => name)
  } catch {
    return []
  }
}
