import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ensureFolder, writeFileAtomic } from '../../storage/files.ts'
import { whileLocked } from '../../storage/while-locked.ts'
import type { StatePaths } from '../paths.ts'

/** The record of a platform. It contains no secrets. */
export interface PlatformRecord {
  /** Project folder that the platform belongs to, or null for a named platform. */
  readonly dir: string | null
  /** Creation time, ISO-8601. */
  readonly createdAt: string
}

type PlatformPaths = Pick<StatePaths, 'platformDir'>

/** Reads the record of the platform at these paths. Returns null if it is missing or invalid. */
export function readPlatformRecord(paths: PlatformPaths): PlatformRecord | null {
  try {
    const { dir, createdAt } = JSON.parse(readFileSync(fileOf(paths), 'utf8')) as Partial<PlatformRecord>
    const isWhole = (dir === null || typeof dir === 'string') && typeof createdAt === 'string'
    return isWhole ? { dir, createdAt } : null
  } catch {
    return null
  }
}

/**
 * Records a platform if it has no record yet, and returns the current record, so that one of two
 * concurrent callers wins and both see which. A record with a missing folder is ignored.
 */
export function claimPlatform(paths: PlatformPaths, record: PlatformRecord): PlatformRecord {
  ensureFolder(paths.platformDir)
  const known = readPlatformRecord(paths)
  if (known !== null && !isGone(known)) return known
  return whileLocked(join(paths.platformDir, 'platform.lock'), () => {
    const found = readPlatformRecord(paths)
    if (found !== null && !isGone(found)) return found
    writeFileAtomic({ path: fileOf(paths), content: `${JSON.stringify(record)}\n` })
    return record
  })
}

/** Returns whether the project's folder was removed or moved. */
export function isGone({ dir }: Pick<PlatformRecord, 'dir'>): boolean {
  return dir !== null && !existsSync(dir)
}

function fileOf({ platformDir }: PlatformPaths): string {
  return join(platformDir, 'platform.json')
}
