import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { Snapshot } from '../../control/snapshot.ts'
import { AppError } from '../../errors.ts'
import { ensureFolder, ensurePrivateFile, writeFileAtomic } from '../../storage/files.ts'
import type { EmulatorContext } from '../context.ts'
import { machineTime } from '../context/clock.ts'
import { FACTS, snapshotFolder, snapshotsFolder } from '../files/snapshot-folder.ts'
import { listApps } from '../platform/apps.ts'
import { listStores } from '../platform/stores.ts'
import { schemaVersions } from './schema-versions.ts'

/** Name prefix of a folder in which a snapshot is being created. */
export const SAVING = '.saving-'

export interface SavedState {
  /** The emulator's folder. */
  readonly dir: string
  readonly context: EmulatorContext
  /** Version of this tool. */
  readonly version: string
}

/**
 * Writes the whole state into a new snapshot: into a separate folder, which is then renamed. All databases are copied without
 * a pause, so that no request or delivery falls between two copies. Raises `emulator.conflict` if the name is in use.
 */
export function saveSnapshot({ dir, context, version }: SavedState, name: unknown): Snapshot {
  const folder = snapshotFolder(dir, name)
  // An interrupted removal leaves such a folder.
  if (existsSync(folder) && !existsSync(join(folder, FACTS))) rmSync(folder, { recursive: true })
  if (existsSync(folder)) {
    throw new AppError('emulator.conflict', `The snapshot ${String(name)} already exists.`, {
      suggestions: [`app emulator snapshot delete ${String(name)}`],
    })
  }
  const temporary = join(snapshotsFolder(dir), `${SAVING}${context.randomBytes(6).toString('hex')}`)
  try {
    ensureFolder(snapshotsFolder(dir))
    ensureFolder(temporary)
    ensureFolder(join(temporary, 'stores'))
    const stores = listStores(context)
    const sizes = [
      copyDatabase(context.registry, join(temporary, 'registry.db')),
      ...stores.map(({ id, code }) => copyDatabase(context.storeDb(id), join(temporary, 'stores', `${code}.db`))),
    ]
    const facts = {
      savedAt: machineTime(context).toISOString(),
      apps: listApps(context).length,
      stores: stores.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      version,
      schema: schemaVersions,
    }
    writeFileAtomic({ path: join(temporary, FACTS), content: `${JSON.stringify(facts)}\n` })
    renameSync(temporary, folder)
    // snapshotFolder accepts only strings.
    return { name: String(name), ...facts }
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

/** Copies an open database in its current state and syncs the copy, because SQLite does not. Returns its size. */
function copyDatabase(db: DatabaseSync, path: string): number {
  // SQLite accepts an empty file. Creating it here gives it this tool's file mode.
  ensurePrivateFile(path)
  db.prepare('VACUUM INTO ?').run(path)
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return statSync(path).size
}
