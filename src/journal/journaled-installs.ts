import { instant, text, textList, textOrNull } from '../storage/columns.ts'
import { insertRow, prepared } from '../storage/statements.ts'
import type { Journal } from './journal.ts'

/** A record that an install happened. Its token is only in the credential store. */
export interface JournaledInstall {
  readonly at: Date
  readonly storeId: string
  readonly regionId: string | null
  readonly installScope: string
  readonly scopes: readonly string[]
  /** `app` or `cli`; null if not recorded. */
  readonly exchangedBy?: string | null
}

/** Commits one install. Raises the errors of SQLite. */
export function appendInstall(journal: Journal, install: JournaledInstall): void {
  insertRow(journal.db, 'installs', {
    at: install.at.toISOString(),
    app_key: journal.appKey,
    store_id: install.storeId,
    region_id: install.regionId,
    install_scope: install.installScope,
    scopes: JSON.stringify(install.scopes),
    exchanged_by: install.exchangedBy ?? null,
  })
}

/** Lists installs, newest first. */
export function listJournaledInstalls(journal: Journal, { limit = 100 }: { limit?: number } = {}): JournaledInstall[] {
  return prepared(journal.db, 'SELECT * FROM installs WHERE app_key = ? ORDER BY id DESC LIMIT ?')
    .all(journal.appKey, limit)
    .map((row) => ({
      at: instant(row, 'at'),
      storeId: text(row, 'store_id'),
      regionId: textOrNull(row, 'region_id'),
      installScope: text(row, 'install_scope'),
      scopes: textList(row, 'scopes'),
      exchangedBy: textOrNull(row, 'exchanged_by'),
    }))
}
