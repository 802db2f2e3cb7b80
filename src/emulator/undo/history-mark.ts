import { readFileSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'

import { schemaVersions } from '../snapshots/schema-versions.ts'

/** State to which the history files belong, and whether the history is complete. */
interface Mark {
  readonly schema: typeof schemaVersions
  /** Machine boot during which the history was written. */
  readonly boot: Boot
  /** True once the emulator has closed the history. */
  readonly isClosed: boolean
  /** Emulator id; null until the emulator stops for the first time. */
  readonly emulator: string | null
}

interface Boot {
  /** Boot id on Linux; null on other systems. */
  readonly id: string | null
  /** Boot time in Unix ms, as accurate as the clock is steady. */
  readonly at: number
}

const FILE = 'mark.json'

/** The system clock is corrected now and then. */
const SLACK_MS = 60_000

/**
 * Returns whether the history in a folder matches the databases next to it. It does not if a version
 * with another schema wrote it, or if a power cut while the emulator ran may have lost operations.
 */
export function isUsable(folder: string, now: Date): boolean {
  const mark = readMark(folder)
  if (mark === null) return false
  const { schema, isClosed, boot } = mark
  const isSameSchema = schema.registry === schemaVersions.registry && schema.store === schemaVersions.store
  return isSameSchema && (isClosed || isSameBoot(boot, bootAt(now)))
}

/** Returns the emulator to which the history belongs, or null if unknown. */
export function markedEmulator(folder: string): string | null {
  return readMark(folder)?.emulator ?? null
}

interface Closing extends Pick<Mark, 'emulator' | 'isClosed'> {
  readonly now: Date
}

/** Writes the history's mark. Raises system errors. */
export function writeMark(folder: string, { now, ...facts }: Closing): void {
  const mark: Mark = { schema: schemaVersions, boot: bootAt(now), ...facts }
  writeFileSync(join(folder, FILE), `${JSON.stringify(mark)}\n`, { mode: 0o600 })
}

function readMark(folder: string): Mark | null {
  try {
    // Only writeMark writes this file. A half-written file is not valid JSON.
    return JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Mark
  } catch {
    return null
  }
}

function bootAt(now: Date): Boot {
  return { id: bootId(), at: now.getTime() - uptime() * 1000 }
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

function isSameBoot(one: Boot, other: Boot): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id
  return Math.abs(one.at - other.at) < SLACK_MS
}
