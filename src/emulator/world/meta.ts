import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'

/** One fact about this emulator; null when it was never written. */
export function readMeta(registry: DatabaseSync, key: string): string | null {
  const row = prepared(registry, 'SELECT value FROM meta WHERE key = ?').get(key)
  return row === undefined ? null : text(row, 'value')
}

export function writeMeta(registry: DatabaseSync, key: string, value: string): void {
  prepared(
    registry,
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(key, value)
}
