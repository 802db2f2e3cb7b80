import { readFileSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'

import { schemaVersions } from '../snapshots/schema-versions.ts'

/** The state to which a history in files belongs, and whether the history is complete. */
interface Mark {
  readonly schema: typeof schemaVersions
  /** The start of the machine during which it was written. */
  readonly boot: Boot
  /** Whether the emulator has closed the history. */
  readonly isClosed: boolean
  /** The emulator's id; null before it ends for the first time. */
  readonly emulator: string | null
}

interface Boot {
  /** Linux gives each start an id; null elsewhere. */
  readonly id: string | null
  /** In Unix ms, as exact as the clock is steady. */
  readonly at: number
}

const FILE = 'mark.json'

/** A clock is corrected now and then. */
const SLACK_MS = 60_000

/**
 * Whether the steps in a folder belong to the databases beside it. They do not when another version with another schema wrote them, or when some may be missing
 * after a power cut while the emulator ran.
 */
export function isUsable(folder: string, now: Date): boolean {
  const mark = readMark(folder)
  if (mark === null) return false
  const { schema, isClosed, boot } = mark
  const isSameSchema = schema.registry === schemaVersions.registry && schema.store === schemaVersions.store
  return isSameSchema && (isClosed || isSameBoot(boot, bootAt(now)))
}

/** The emulator to which the steps belong; null where unknown. */
export function markedEmulator(folder: string): string | null {
  return readMark(folder)?.emulator ?? null
}

interface Closing extends Pick<Mark, 'emulator' | 'isClosed'> {
  readonly now: Date
}

/** Raises the errors of the system. */
export function writeMark(folder: string, { now, ...facts }: Closing): void {
  const mark: Mark = { schema: schemaVersions, boot: bootAt(now), ...facts }
  writeFileSync(join(folder, FILE), `${JSON.stringify(mark)}\n`, { mode: 0o600 })
}

function readMark(folder: string): Mark | null {
  try {
    // Only writeMark writes this file; a half-written one is not JSON.
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
