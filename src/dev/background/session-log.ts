import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

import { hasCode } from '../../errors.ts'
import { messageOf } from '../../errors/thrown.ts'
import { sessionPlace } from '../../project/platforms/session-place.ts'
import { ensurePrivateFile } from '../../storage/files.ts'
import type { TimedEvent } from '../events/dev-event.ts'
import type { SessionFacts } from '../lock.ts'
import { logLine, readLogLine, type LogEntry } from './log-entry.ts'

/** Two log files are kept: the one that is written and the one before. */
const MOST_BYTES = 5_000_000

export interface SessionLog {
  readonly write: (event: TimedEvent) => void
  readonly close: () => void
}

/** Where the events of a project's `app dev` are kept, for this user only (0600). */
export function logFile(place: SessionFacts): string {
  return `${sessionPlace(place)}.log`
}

/**
 * Keeps the events of a project's `app dev`, of this run and of those before it: the newest 5 to 10 MB. What cannot be written, on a full disk for example, is
 * left out, and nothing ends for it.
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
        // Tried again with the next one.
      }
    },
    close: () => {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

/**
 * The same events, each kept in the log as it goes by, and at last why it ended, also where that is an error. The log is closed then. A start that is refused because
 * another one runs leaves nothing: the log is that one's.
 */
export async function* logged(events: AsyncIterable<TimedEvent>, log: SessionLog): AsyncGenerator<TimedEvent, void> {
  try {
    for await (const event of events) {
      log.write(event)
      yield event
    }
  } catch (error) {
    const isRefused = hasCode(error, 'dev.already-running')
    if (!isRefused) log.write({ event: 'stopped', reason: reasonOf(error) })
    throw error
  } finally {
    log.close()
  }
}

function reasonOf(error: unknown): string {
  if (hasCode(error, 'cli.interrupted')) return 'stop requested'
  return messageOf(error).replace(/\.$/, '')
}

/** Reads what is kept, the oldest first, and at each further call what came since; of a file that was put aside meanwhile the rest is read first. */
export function readSessionLog(place: SessionFacts): () => LogEntry[] {
  const path = logFile(place)
  let at = 0
  let known: number | null = null
  return () => {
    const inode = inodeOf(path)
    const before = inode === known ? Buffer.alloc(0) : textFrom(`${path}.1`, at)
    if (inode !== known) at = 0
    known = inode
    const fresh = textFrom(path, at)
    // A line is read when it is whole.
    const whole = fresh.subarray(0, fresh.lastIndexOf(10) + 1)
    at += whole.length
    return [...entriesOf(before), ...entriesOf(whole)]
  }
}

function entriesOf(text: Buffer): LogEntry[] {
  return text
    .toString('utf8')
    .split('\n')
    .flatMap((line) => readLogLine(line) ?? [])
}

function textFrom(path: string, at: number): Buffer {
  return existsSync(path) ? readFileSync(path).subarray(at) : Buffer.alloc(0)
}

function inodeOf(path: string): number | null {
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
