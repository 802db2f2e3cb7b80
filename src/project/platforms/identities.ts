import { transaction } from '../../storage/database.ts'
import { withState } from '../installs.ts'
import type { StatePaths } from '../paths.ts'

type StatePath = Pick<StatePaths, 'stateDb'>

/** What state.db keeps by the identity of a target, and the columns beside it. */
const tables: Readonly<Record<string, string>> = {
  installs:
    'app_key, store_id, region_id, store_code, store_name, store_domain, install_scope, scopes, regions, installed_at, holder, refused_at, holder_dir',
  current_stores: 'app_key, store_id, store_code, region_id',
  registrations: 'dir, app_key',
}

/** Remembers of `to` all that is remembered of `from`: for a copy of an emulator, which has the same installs. */
export function copyIdentity(paths: StatePath, { from, to }: { readonly from: string; readonly to: string }): void {
  withState(paths, (db) =>
    transaction(db, () => {
      for (const [table, columns] of Object.entries(tables)) {
        db.prepare(
          `INSERT OR REPLACE INTO ${table} (identity, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE identity = ?`,
        ).run(to, from)
      }
    }),
  )
}

/** Forgets everything about a target that is no more. */
export function forgetIdentity(paths: StatePath, identity: string): void {
  withState(paths, (db) =>
    transaction(db, () => {
      for (const table of Object.keys(tables)) db.prepare(`DELETE FROM ${table} WHERE identity = ?`).run(identity)
    }),
  )
}
