import { readFileSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'

import { schemaVersions } from '../snapshots/schema-versions.ts'

/** Of which state a history in files is, and whether all of it is there. */
interface Mark {
  readonly schema: typeof schemaVersions
  /** Of the start of the machine under which it was written. */
  readonly boot: Boot
  /** Whether the emulator has closed it. */
  readonly isClosed: boolean
  /** The emulator's id; null before its first end. */
  readonly emulator: string | null
}

interface Boot {
  /** Linux gives one at each start; null elsewhere. */
  readonly id: string | null
  /** Unix ms, as exact as the clock is steady. */
  readonly at: number
}

const FILE = 'mark.json'

/** A clock is set right now and then. */
const SLACK_MS = 60_000

/**
 * Whether the steps in a folder belong to the databases beside it: others are written by another version with another schema, or may be fewer than there were, after
 * a power cut while the emulator ran.
 */
export function isUsable(folder: string, now: Date): boolean {
  const mark = readMark(folder)
  if (mark === null) return false
  const { schema, isClosed, boot } = mark
  const isSameSchema = schema.registry === schemaVersions.registry && schema.store === schemaVersions.store
  return isSameSchema && (isClosed || isSameBoot(boot, bootAt(now)))
}

/** The emulator whose steps they are; null where it is not known. */
export function markedEmulator(folder: string): string | null {
  return readMark(folder)?.emulator ?? null
}

interface Closing extends Pick<Mark, 'emulator' | 'isClosed'> {
  readonly now: Date
}

/** Raises what the system raises. */
export function writeMark(folder: string, { now, ...facts }: Closing): void {
  const mark: Mark = { schema: schemaVersions, boot: bootAt(now), ...facts }
  writeFileSync(join(folder, FILE), `${JSON.stringify(mark)}\n`, { mode: 0o600 })
}

function readMark(folder: string): Mark | null {
  try {
    // Written by writeMark alone; half of one is no JSON.
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
