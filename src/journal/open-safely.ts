import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'

import { hasCode } from '../errors.ts'
import { isDamage } from '../storage/database.ts'
import { isEmptied } from '../storage/emptied.ts'
import { unwritable } from '../storage/files.ts'
import { QUICK_CHECK_UP_TO_BYTES, quickCheck } from '../storage/quick-check.ts'
import { openJournal, type Journal, type JournalOptions } from './journal.ts'

export interface OpenedJournal {
  readonly journal: Journal
  /** New path of the damaged file; null if it was intact. */
  readonly movedTo: string | null
}

/** A file that another process is creating is empty for a moment. */
const JUST_MADE_MS = 5000

/**
 * Opens the journal. Moves a damaged one aside, with the time in its name, and starts a new one (P12). No delivery is rejected, and the old file can
 * still be examined. Raises `storage.newer`, `storage.symlink`, `journal.sqlite-too-old`, and `storage.broken` if the new one cannot be created either.
 */
export function openJournalSafely(options: JournalOptions & { readonly now: Date }): OpenedJournal {
  const { path, now } = options
  if (path === ':memory:') return { journal: openJournal(options), movedTo: null }
  if (!isWhole(path, now)) return { movedTo: moveAside(path, now), journal: openJournal(options) }
  try {
    const journal = openJournal(options)
    if (isSound(journal, path)) return { journal, movedTo: null }
    journal.close()
  } catch (error) {
    if (!hasCode(error, 'storage.broken')) throw error
  }
  return { movedTo: moveAside(path, now), journal: openJournal(options) }
}

/** Checks what SQLite does not: SQLite would treat an empty file as a new database (R7). */
function isWhole(path: string, now: Date): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return true
  if (found.size === 0) return !isEmptied(path) && now.getTime() - found.mtimeMs < JUST_MADE_MS
  const head = Buffer.alloc(100)
  const file = openToRead(path)
  try {
    if (readSync(file, head, 0, 100, 0) < 100) return false
  } finally {
    closeSync(file)
  }
  return head.subarray(0, 16).toString('latin1') === 'SQLite format 3\0'
}

function openToRead(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw unwritable(path, error)
  }
}

function isSound({ db }: Journal, path: string): boolean {
  if (statSync(path).size > QUICK_CHECK_UP_TO_BYTES) return true
  try {
    return quickCheck(db) === 'ok'
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** Renames the file and its companion files to an unused name. */
function moveAside(path: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  const target = `${path}.broken-${stamp}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (statSync(path + suffix, { throwIfNoEntry: false }) === undefined) continue
    try {
      renameSync(path + suffix, target + suffix)
    } catch (error) {
      throw unwritable(path, error)
    }
  }
  return target
}
