import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

import { hasCode } from '../../errors.ts'
import { messageOf } from '../../errors/thrown.ts'
import { sessionPlace } from '../../project/platforms/session-place.ts'
import { ensurePrivateFile } from '../../storage/files.ts'
import type { TimedEvent } from '../events/dev-event.ts'
import type { SessionFacts } from '../lock.ts'
import { logLine, readLogLine, type LogEntry } from './log-entry.ts'

/** Two log files exist: the current one and the previous one. */
const MOST_BYTES = 5_000_000

export interface SessionLog {
  readonly write: (event: TimedEvent) => void
  readonly close: () => void
}

/** Returns the event log file of a project's `app dev`, readable only by this user (0600). */
export function logFile(place: SessionFacts): string {
  return `${sessionPlace(place)}.log`
}

/**
 * Opens the event log of a project's `app dev`, which covers this run and earlier ones: the newest 5 to 10
 * MB. Skips what cannot be written, for example on a full disk, because the session must continue.
 */
export function openSessionLog(place: SessionFacts, now: () => Date, mostBytes = MOST_BYTES): SessionLog {
  const path = logFile(place)
  let file: number | null = null
  let size = 0
  const open = (): number => {
    if (file !== null && size < mostBytes) return file
    if (file !== null) {
      closeSync(file)
      file = null
      renameSync(path, `${path}.1`)
    }
    ensurePrivateFile(path)
    file = openSync(path, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0))
    size = fstatSync(file).size
    return file
  }
  return {
    write: (event) => {
      try {
        const line = logLine(event, event.at ?? now().toISOString())
        const written = writeSync(open(), line)
        size += written
      } catch {
        // The next append retries.
      }
    },
    close: () => {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

/**
 * Passes the events through and logs each one, then the reason of the end, also if it is an error. Closes the
 * log. Logs nothing if another run rejects the start, because the log belongs to that run.
 */
export async function* logged(events: AsyncIterable<TimedEvent>, log: SessionLog): AsyncGenerator<TimedEvent, void> {
  try {
    for await (const event of events) {
      log.write(event)
      yield event
    }
  } catch (error) {
    const isRefused = hasCode(error, 'dev.already-running')
    if (!isRefused) log.write({ event: 'stopped', reason: readReason(error) })
    throw error
  } finally {
    log.close()
  }
}

function readReason(error: unknown): string {
  if (hasCode(error, 'cli.interrupted')) return 'stop requested'
  return messageOf(error).replace(/\.$/, '')
}

/** Returns a function that reads the log, oldest entry first, and on each further call the new entries. Reads the rest of a rotated file first. */
export function readSessionLog(place: SessionFacts): () => LogEntry[] {
  const path = logFile(place)
  let at = 0
  let known: number | null = null
  return () => {
    const inode = readInode(path)
    const before = inode === known ? Buffer.alloc(0) : textFrom(`${path}.1`, at)
    if (inode !== known) at = 0
    known = inode
    const fresh = textFrom(path, at)
    // Reads complete lines only.
    const whole = fresh.subarray(0, fresh.lastIndexOf(10) + 1)
    at += whole.length
    return [...parseEntries(before), ...parseEntries(whole)]
  }
}

function parseEntries(text: Buffer): LogEntry[] {
  return text
    .toString('utf8')
    .split('\n')
    .flatMap((line) => readLogLine(line) ?? [])
}

function textFrom(path: string, at: number): Buffer {
  return existsSync(path) ? readFileSync(path).subarray(at) : Buffer.alloc(0)
}

function readInode(path: string): number | null {
  try {
    const file = openSync(path, 'r')
    try {
      return fstatSync(file).ino
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
