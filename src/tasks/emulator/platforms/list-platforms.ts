import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { EmulatorUrls } from '../../../control/contract.ts'
import { readRunFile } from '../../../control/run-file.ts'
import type { StatePaths } from '../../../project/paths.ts'
import { onPlatform, platformName, platformNames } from '../../../project/platforms/choose-platform.ts'
import { isGone, readPlatformRecord } from '../../../project/platforms/platform-record.ts'

export interface PlatformRow {
  readonly name: string
  /** Where its state is. */
  readonly folder: string
  /** The project's folder that it belongs to; null for one that belongs to nobody. */
  readonly project: string | null
  /** That folder was removed or moved. */
  readonly projectMissing: boolean
  /** Whether a command here means it. */
  readonly current: boolean
  /** Of the emulator that runs; null while none does. */
  readonly running: RunningPlatform | null
  /** ISO-8601; null where nobody noted it. */
  readonly createdAt: string | null
  /** On disk: the emulator's databases and the journal. */
  readonly bytes: number
}

interface RunningPlatform extends EmulatorUrls {
  readonly pid: number
  /** ISO-8601. */
  readonly since: string
}

/** All platforms of this state folder: the default one, then the others by name. */
export function listPlatforms(paths: StatePaths): PlatformRow[] {
  return platformNames(paths).map((name) => platformRow(onPlatform(paths, name), platformName(paths)))
}

function platformRow(paths: StatePaths, current: string): PlatformRow {
  const { platformDir: folder, emulatorDir, journalDb } = paths
  const name = platformName(paths)
  const record = readPlatformRecord(paths)
  const run = readRunFile(paths)
  return {
    name,
    folder,
    project: record?.dir ?? null,
    projectMissing: record !== null && isGone(record),
    current: name === current,
    running: run && { pid: run.pid, since: run.startedAt, ...run.urls },
    createdAt: record?.createdAt ?? null,
    bytes: [emulatorDir, ...['', '-wal', '-shm'].map((end) => journalDb + end)].reduce(
      (sum, path) => sum + bytesIn(path),
      0,
    ),
  }
}

/** A file that disappears during the count counts as 0. */
function bytesIn(path: string): number {
  try {
    const entry = lstatSync(path)
    if (!entry.isDirectory()) return entry.size
    return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
  } catch {
    return 0
  }
}
