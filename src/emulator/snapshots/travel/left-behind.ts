import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../../storage/columns.ts'
import { readInteger } from '../../../storage/statements.ts'

/** Data that an imported snapshot lacks. */
export interface LeftBehind {
  /** Keys of the apps, which have new random secrets. */
  readonly apps: readonly string[]
  /** Codes of the stores whose managers have new passwords. */
  readonly stores: readonly string[]
  /** Number of installs without a token. */
  readonly installs: number
  /** Number of pending deliveries that became dead letters. */
  readonly deliveries: number
}

/** Call it before any of this data is replaced. */
export function leftBehind(registry: DatabaseSync): LeftBehind {
  const texts = (sql: string) =>
    registry
      .prepare(sql)
      .all()
      .map((row) => text(row, 'name'))
  return {
    apps: texts('SELECT app_key AS name FROM apps ORDER BY app_key'),
    stores: texts('SELECT code AS name FROM stores ORDER BY id'),
    installs: readInteger(registry, 'SELECT count(*) FROM installs WHERE removed_at IS NULL'),
    deliveries: readInteger(registry, "SELECT count(*) FROM deliveries WHERE state = 'pending'"),
  }
}
