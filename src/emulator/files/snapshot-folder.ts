import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Snapshot } from '../../control/snapshot.ts'
import { AppError } from '../../errors.ts'
import { rejectLink } from '../../storage/files.ts'
import { folderNames, isFolderName } from '../../text/file-name.ts'

/** Returns the folder with the snapshots of an emulator's folder, one subfolder each. Raises `emulator.conflict` for an emulator in memory. */
export function snapshotsFolder(dir: string): string {
  if (dir !== ':memory:') return join(dir, 'snapshots')
  throw new AppError('emulator.conflict', 'An in-memory emulator has no snapshots.')
}

/** Returns the folder of one snapshot, even if it does not exist. Raises `emulator.bad-request` for an invalid name. */
export function snapshotFolder(dir: string, name: unknown): string {
  if (typeof name === 'string' && isFolderName(name)) return join(snapshotsFolder(dir), name)
  throw new AppError('emulator.bad-request', 'The snapshot name is invalid.', {
    suggestions: [folderNames],
  })
}

/** Returns the folder of an existing snapshot. Also raises `emulator.unknown-snapshot`. */
export function existingSnapshot(dir: string, name: string): string {
  const folder = snapshotFolder(dir, name)
  rejectLink(folder)
  if (existsSync(join(folder, FACTS))) return folder
  throw new AppError('emulator.unknown-snapshot', `Unknown snapshot ${name}.`, {
    suggestions: ['app emulator snapshot list'],
  })
}

/** Facts of a snapshot. Written last, so that a folder without this file is not a snapshot. */
export const FACTS = 'snapshot.json'

/** Lists all snapshots, newest first. */
export function listSnapshots(dir: string): Snapshot[] {
  const folder = snapshotsFolder(dir)
  const names = existsSync(folder) ? readdirSync(folder).filter(isFolderName) : []
  return names
    .filter((name) => existsSync(join(folder, name, FACTS)))
    .map((name) => readSnapshot(join(folder, name), name))
    .toSorted((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
}

export function readSnapshot(folder: string, name: string): Snapshot {
  try {
    // Only saveSnapshot writes this file, always as a whole.
    const facts = JSON.parse(readFileSync(join(folder, FACTS), 'utf8')) as Omit<Snapshot, 'name'>
    // The first releases did not record their versions.
    return { ...facts, version: facts.version ?? null, schema: facts.schema ?? null, name }
  } catch (cause) {
    throw damagedSnapshot(name, cause)
  }
}

/** Creates `storage.broken` for a snapshot whose files were changed since it was saved. */
export function damagedSnapshot(name: string, cause: unknown): AppError {
  return new AppError('storage.broken', `The snapshot ${name} is damaged.`, {
    cause,
    suggestions: [`app emulator snapshot delete ${name}`],
  })
}

/** Removes a snapshot. Raises `emulator.unknown-snapshot`. */
export function removeSnapshot(dir: string, name: string): void {
  const folder = existingSnapshot(dir, name)
  // The facts go first, so that an interrupted removal leaves no half snapshot.
  rmSync(join(folder, FACTS))
  rmSync(folder, { recursive: true })
}
