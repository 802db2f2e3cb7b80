import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../../storage/columns.ts'
import { readInteger } from '../../../storage/statements.ts'

/** What an imported snapshot lacks. */
export interface LeftBehind {
  /** Keys of the apps, whose secrets are new and known to nobody. */
  readonly apps: readonly string[]
  /** Codes of the stores whose managers have new passwords. */
  readonly stores: readonly string[]
  /** How many installs have no token. */
  readonly installs: number
  /** How many deliveries waited; they are dead letters now. */
  readonly deliveries: number
}

/** Read before any of it is settled. */
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
