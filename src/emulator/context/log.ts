import type { DatabaseSync } from 'node:sqlite'

import type { LogEntry } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { iso, json, text } from '../../storage/columns.ts'
import { unwritableDatabase } from '../../storage/database.ts'
import { insertRow, prepared } from '../../storage/statements.ts'

/** Older entries beyond this number are deleted. */
const KEPT = 10_000

type NewEntry = Omit<LogEntry, 'at'> & { readonly at: Date }

/**
 * Writes to the emulator's own log: facts that the platform would keep internal. An entry must not contain
 * secrets. If the disk is full, the entry is dropped, because the operation itself reports the error.
 */
export function writeLog(registry: DatabaseSync, entry: NewEntry): void {
  try {
    insertEntry(registry, entry)
  } catch (error) {
    if (!(unwritableDatabase(registry.location() ?? '', error) instanceof AppError)) throw error
  }
}

function insertEntry(registry: DatabaseSync, { at, level, code, message, details }: NewEntry): void {
  const id = insertRow(registry, 'log', {
    at: at.getTime(),
    level,
    code,
    message,
    details: JSON.stringify(details),
  })
  if (id % 1000 === 0) prepared(registry, 'DELETE FROM log WHERE id <= ?').run(id - KEPT)
}

/** Returns the newest entries, newest first. */
export function readLog(registry: DatabaseSync, limit: number): LogEntry[] {
  const rows = prepared(registry, 'SELECT * FROM log ORDER BY id DESC LIMIT ?').all(limit)
  return rows.map((row) => ({
    at: iso(row, 'at'),
    level: row['level'] === 'warn' ? 'warn' : 'info',
    code: text(row, 'code'),
    message: text(row, 'message'),
    details: json<Record<string, unknown>>(row, 'details'),
  }))
}
