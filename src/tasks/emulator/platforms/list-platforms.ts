import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { EmulatorUrls } from '../../../control/contract.ts'
import { readRunFile } from '../../../control/run-file.ts'
import type { StatePaths } from '../../../project/paths.ts'
import { onPlatform, platformName, platformNames } from '../../../project/platforms/choose-platform.ts'
import { isGone, readPlatformRecord } from '../../../project/platforms/platform-record.ts'

export interface PlatformRow {
  readonly name: string
  /** Folder of its state. */
  readonly folder: string
  /** Project folder that the platform belongs to, or null if it belongs to no project. */
  readonly project: string | null
  /** Whether that folder was deleted or moved. */
  readonly projectMissing: boolean
  /** Whether commands in the current folder use it. */
  readonly current: boolean
  /** The running emulator, or null. */
  readonly running: RunningPlatform | null
  /** Creation time, ISO-8601, or null if not recorded. */
  readonly createdAt: string | null
  /** Size of the emulator's databases and the journal on disk. */
  readonly bytes: number
}

interface RunningPlatform extends EmulatorUrls {
  readonly pid: number
  /** Start time, ISO-8601. */
  readonly since: string
}

/** Lists all platforms of this state folder: the default one, then the others by name. */
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

/** Counts a file that disappears in the meantime as 0. */
function bytesIn(path: string): number {
  try {
    const entry = lstatSync(path)
    if (!entry.isDirectory()) return entry.size
    return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
  } catch {
    return 0
  }
}
