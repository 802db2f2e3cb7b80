import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../storage/columns.ts'
import { prepared, upsertRow } from '../../storage/statements.ts'

/** Returns a fact about this emulator, or null if it was never written. */
export function readMeta(registry: DatabaseSync, key: string): string | null {
  const row = prepared(registry, 'SELECT value FROM meta WHERE key = ?').get(key)
  return row === undefined ? null : text(row, 'value')
}

export function writeMeta(registry: DatabaseSync, key: string, value: string): void {
  upsertRow(registry, 'meta', { key }, { value })
}
