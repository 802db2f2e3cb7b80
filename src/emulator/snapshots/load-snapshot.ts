import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { hasCode } from '../../errors.ts'
import { isDamage, openDatabase } from '../../storage/database.ts'
import { copyPrivateFile, ensureFolder, writeFileAtomic } from '../../storage/files.ts'
import { registrySchema } from '../db/registry-schema.ts'
import { storeSchema } from '../db/store-schema.ts'
import { rejectLostRegistry, rejectLostStores } from '../files/damage.ts'
import { damagedSnapshot, existingSnapshot, readSnapshot } from '../files/snapshot-folder.ts'
import { registryFile } from '../files/state-files.ts'
import { SAVING } from './save-snapshot.ts'
import { requireReadable } from './schema-versions.ts'

/** Name prefix of a folder from which a state is moved into place. */
const LOADING = '.loading-'

/** Marks that a new state is ready to replace the current one. Once the mark exists, the load is always completed. */
const MARKER = 'loading.json'

/**
 * Copies a snapshot to a folder from which it can be moved into place, and checks that it opens. The current state stays unchanged.
 * Returns the folder's name. Raises `emulator.unknown-snapshot` and `storage.*` (`storage.newer` for a snapshot of a later release).
 */
export function stageSnapshot(dir: string, name: string): string {
  const folder = existingSnapshot(dir, name)
  requireReadable(readSnapshot(folder, name))
  const staged = `${LOADING}${randomBytes(6).toString('hex')}`
  const target = join(dir, staged)
  try {
    ensureFolder(target)
    ensureFolder(join(target, 'stores'))
    copyPrivateFile(join(folder, 'registry.db'), join(target, 'registry.db'))
    const stores = readdirSync(join(folder, 'stores')).filter((one) => one.endsWith('.db'))
    for (const file of stores) {
      copyPrivateFile(join(folder, 'stores', file), join(target, 'stores', file))
    }
    lookInto(target, stores)
    return staged
  } catch (error) {
    rmSync(target, { recursive: true, force: true })
    throw isBroken(error) ? damagedSnapshot(name, error) : error
  }
}

function isBroken(error: unknown): boolean {
  return isDamage(error) || hasCode(error, 'storage.broken')
}

/** Opens each database of a state once. Raises `storage.*`, also for empty or missing databases. */
function lookInto(dir: string, stores: readonly string[]): void {
  rejectLostRegistry(dir)
  const registry = openDatabase({ path: registryFile(dir), ...registrySchema })
  try {
    rejectLostStores(dir, registry)
  } finally {
    registry.close()
  }
  for (const file of stores) openDatabase({ path: join(dir, 'stores', file), ...storeSchema }).close()
}

/** Commits the staged state. `kill -9` before this leaves the old state, after it the new one. */
export function commitLoad(dir: string, staged: string): void {
  writeFileAtomic({ path: join(dir, MARKER), content: `${JSON.stringify({ staged })}\n` })
}

/**
 * Completes a committed load of any process, before the databases are opened. Each step can be
 * repeated. Removes what interrupted work left behind.
 */
export function finishLoad(dir: string): void {
  if (dir === ':memory:') return
  const staged = readMarker(dir)
  if (staged !== null) for (const step of loadSteps(dir, staged)) step()
  removeLeft(dir, LOADING)
  removeLeft(join(dir, 'snapshots'), SAVING)
}

/** Returns the steps that move a staged state into place, in this order. */
export function loadSteps(dir: string, staged: string): readonly (() => void)[] {
  const from = join(dir, staged)
  const remove = (name: string) => rmSync(join(dir, name), { recursive: true, force: true })
  return [
    () => existsSync(join(from, 'stores')) && remove('stores'),
    () => existsSync(join(from, 'stores')) && renameSync(join(from, 'stores'), join(dir, 'stores')),
    // SQLite would read the old database's journal into the new database.
    () => existsSync(join(from, 'registry.db')) && remove('registry.db-wal'),
    () => existsSync(join(from, 'registry.db')) && remove('registry.db-shm'),
    () => existsSync(join(from, 'registry.db')) && renameSync(join(from, 'registry.db'), join(dir, 'registry.db')),
    () => remove(MARKER),
    () => remove(staged),
  ]
}

function readMarker(dir: string): string | null {
  const path = join(dir, MARKER)
  if (!existsSync(path)) return null
  // Only commitLoad writes this file, always as a whole.
  const { staged } = JSON.parse(readFileSync(path, 'utf8')) as { staged: string }
  return staged
}

function removeLeft(folder: string, prefix: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((one) => one.startsWith(prefix))) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}
