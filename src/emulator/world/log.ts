import type { DatabaseSync } from 'node:sqlite'

import type { LogEntry } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { iso, json, text } from '../../storage/columns.ts'
import { unwritableDatabase } from '../../storage/database.ts'
import { insertRow, prepared } from '../../storage/statements.ts'

/** Entries beyond this many are forgotten, oldest first. */
const KEPT = 10_000

type NewEntry = Omit<LogEntry, 'at'> & { readonly at: Date }

/**
 * Writes to the emulator's own log: what the platform would keep on its side and never show. No secret may be in it. What a full disk has no room for is left
 * out: what is being done says itself that it cannot be written.
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

/** The newest entries, newest first. */
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
