import { transaction } from '../../storage/database.ts'
import { withState } from '../installs.ts'
import type { StatePaths } from '../paths.ts'

type StatePath = Pick<StatePaths, 'stateDb'>

/** Tables in state.db that are keyed by a target's identity, with their other columns. */
const tables: Readonly<Record<string, string>> = {
  installs:
    'app_key, store_id, region_id, store_code, store_name, store_domain, install_scope, scopes, regions, installed_at, holder, refused_at, holder_dir',
  current_stores: 'app_key, store_id, store_code, region_id',
  registrations: 'dir, app_key',
}

/** Copies everything stored for `from` to `to`, for a copy of an emulator, which has the same installs. */
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

/** Deletes everything stored for a target that no longer exists. */
export function forgetIdentity(paths: StatePath, identity: string): void {
  withState(paths, (db) =>
    transaction(db, () => {
      for (const table of Object.keys(tables)) db.prepare(`DELETE FROM ${table} WHERE identity = ?`).run(identity)
    }),
  )
}
