import type { DatabaseSync } from 'node:sqlite'

import type { Lost } from '../../control/undo.ts'
import { integer, textOrNull, type Row } from '../../storage/columns.ts'
import { prepared, readInteger } from '../../storage/statements.ts'

const living = `SELECT i.id, i.app_key, s.code FROM installs i LEFT JOIN stores s ON s.id = i.store_id WHERE i.removed_at IS NULL`

const orphaned = `(app_key NOT IN (SELECT app_key FROM apps) OR store_id NOT IN (SELECT id FROM stores))`

export interface Orphans {
  readonly lost: readonly Lost[]
  /** Number of removed tokens that were still valid. */
  readonly tokens: number
}

/**
 * Does the work, then removes installs and tokens whose app or store it removed. Setting up a
 * project is not an operation, so an install may be newer than the last operation.
 */
export function removingOrphans(db: DatabaseSync, work: () => void): Orphans {
  const before = new Map(
    prepared(db, living)
      .all()
      .map((row) => [integer(row, 'id'), describeLost(row)]),
  )
  work()
  const ids = prepared(db, `SELECT id FROM installs WHERE ${orphaned}`).all()
  prepared(db, `DELETE FROM subscriptions WHERE install_id IN (SELECT id FROM installs WHERE ${orphaned})`).run()
  prepared(db, `DELETE FROM installs WHERE ${orphaned}`).run()
  const tokens = readInteger(db, `SELECT count(*) FROM tokens WHERE revoked_at IS NULL AND ${orphaned}`)
  prepared(db, `DELETE FROM tokens WHERE ${orphaned}`).run()
  return { lost: ids.flatMap((row) => before.get(integer(row, 'id')) ?? []), tokens }
}

/** Returns apps, stores and active installs. */
export function remaining(db: DatabaseSync): readonly Lost[] {
  const all = `SELECT app_key, NULL AS code FROM apps UNION ALL SELECT NULL, code FROM stores UNION ALL SELECT app_key, code FROM (${living})`
  return prepared(db, all).all().map(describeLost)
}

/** Returns the entries of `before` that are missing in `now`. */
export function lostBetween(before: readonly Lost[], now: readonly Lost[]): readonly Lost[] {
  const left = new Set(now.map(nameOf))
  return before.filter((one) => !left.has(nameOf(one)))
}

function describeLost(row: Row): Lost {
  return { appKey: textOrNull(row, 'app_key'), store: textOrNull(row, 'code') }
}

function nameOf({ appKey, store }: Lost): string {
  return JSON.stringify([appKey, store])
}
