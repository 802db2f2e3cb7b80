import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { hasCode } from '../../errors.ts'
import { isDamage, openDatabase } from '../../storage/database.ts'
import { copyPrivateFile, ensureFolder, writeFileAtomic } from '../../storage/files.ts'
import { registrySchema } from '../db/registry-schema.ts'
import { storeSchema } from '../db/store-schema.ts'
import { refuseLostRegistry, refuseLostStores } from '../world/damage.ts'
import { registryFile } from '../world/state-files.ts'
import { SAVING } from './save-snapshot.ts'
import { requireReadable } from './schema-versions.ts'
import { damagedSnapshot, existingSnapshot, readSnapshot } from './snapshot-folder.ts'

/** Begins the name of a folder from which a state is moved into place. */
const LOADING = '.loading-'

/** Marks that a new state is ready to replace the present one: once the mark is there, the load is completed, whatever happens. */
const MARKER = 'loading.json'

/**
 * Copies a snapshot to where it can be moved into place from, and looks whether it opens. The present state is as it was. Answers with the folder's
 * name. Raises `emulator.unknown-snapshot` and `storage.*`: `storage.newer` for one of a later release.
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

/** Opens each database of a state once. Raises `storage.*`, also for databases that are empty or missing. */
function lookInto(dir: string, stores: readonly string[]): void {
  refuseLostRegistry(dir)
  const registry = openDatabase({ path: registryFile(dir), ...registrySchema })
  try {
    refuseLostStores(dir, registry)
  } finally {
    registry.close()
  }
  for (const file of stores) openDatabase({ path: join(dir, 'stores', file), ...storeSchema }).close()
}

/** The moment from which on the staged state is the state. Before it `kill -9` leaves the old one, after it the new one. */
export function commitLoad(dir: string, staged: string): void {
  writeFileAtomic({ path: join(dir, MARKER), content: `${JSON.stringify({ staged })}\n` })
}

/**
 * Ends a load that was committed, by whichever process: before the databases are opened. Each step can be done again. Removes what was left by work that
 * was broken off.
 */
export function finishLoad(dir: string): void {
  if (dir === ':memory:') return
  const staged = readMarker(dir)
  if (staged !== null) for (const step of loadSteps(dir, staged)) step()
  removeLeft(dir, LOADING)
  removeLeft(join(dir, 'snapshots'), SAVING)
}

/** What moves a staged state into place, in this order. */
export function loadSteps(dir: string, staged: string): readonly (() => void)[] {
  const from = join(dir, staged)
  const remove = (name: string) => rmSync(join(dir, name), { recursive: true, force: true })
  return [
    () => existsSync(join(from, 'stores')) && remove('stores'),
    () => existsSync(join(from, 'stores')) && renameSync(join(from, 'stores'), join(dir, 'stores')),
    // A journal of the old database beside the new one would be read into it.
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
  // Written by commitLoad alone, and whole.
  const { staged } = JSON.parse(readFileSync(path, 'utf8')) as { staged: string }
  return staged
}

function removeLeft(folder: string, prefix: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((one) => one.startsWith(prefix))) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}
