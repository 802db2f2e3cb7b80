import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Snapshot } from '../../control/snapshot.ts'
import { AppError } from '../../errors.ts'
import { refuseLink } from '../../storage/files.ts'
import { folderNames, isFolderName } from '../../text/file-name.ts'

/** Where the snapshots of an emulator's folder are, each its own folder. Raises `emulator.conflict` for an emulator in memory. */
export function snapshotsFolder(dir: string): string {
  if (dir !== ':memory:') return join(dir, 'snapshots')
  throw new AppError('emulator.conflict', 'An in-memory emulator has no snapshots.')
}

/** The folder of one snapshot, there or not. Raises `emulator.bad-request` for a name that can be none. */
export function snapshotFolder(dir: string, name: unknown): string {
  if (typeof name === 'string' && isFolderName(name)) return join(snapshotsFolder(dir), name)
  throw new AppError('emulator.bad-request', 'The snapshot name is invalid.', {
    suggestions: [folderNames],
  })
}

/** The folder of a snapshot that is there. Raises `emulator.unknown-snapshot` too. */
export function existingSnapshot(dir: string, name: string): string {
  const folder = snapshotFolder(dir, name)
  refuseLink(folder)
  if (existsSync(join(folder, FACTS))) return folder
  throw new AppError('emulator.unknown-snapshot', `Unknown snapshot ${name}.`, {
    suggestions: ['app emulator snapshot list'],
  })
}

/** What a snapshot's folder says of itself; written last, so that a folder without it is not a snapshot. */
export const FACTS = 'snapshot.json'

/** All snapshots, the newest first. */
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
    // Written by saveSnapshot alone, and whole.
    const facts = JSON.parse(readFileSync(join(folder, FACTS), 'utf8')) as Omit<Snapshot, 'name'>
    // The first releases did not say which they were.
    return { ...facts, version: facts.version ?? null, schema: facts.schema ?? null, name }
  } catch (cause) {
    throw damagedSnapshot(name, cause)
  }
}

/** `storage.broken` for a snapshot whose files are not as they were saved. */
export function damagedSnapshot(name: string, cause: unknown): AppError {
  return new AppError('storage.broken', `The snapshot ${name} is damaged.`, {
    cause,
    suggestions: [`app emulator snapshot delete ${name}`],
  })
}

/** Raises `emulator.unknown-snapshot`. */
export function removeSnapshot(dir: string, name: string): void {
  const folder = existingSnapshot(dir, name)
  // First what makes it one: a removal that is broken off leaves no half of a snapshot.
  rmSync(join(folder, FACTS))
  rmSync(folder, { recursive: true })
}
