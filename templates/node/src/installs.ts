import type { KeyObject } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'

import type { Exchanged, Region } from './platform.ts'
import { openToken, sealToken } from './token-box.ts'

export interface Install {
  readonly storeId: number
  /** Null for a store-wide install. */
  readonly regionId: number | null
  readonly scopes: readonly string[]
  /** Of a store-wide install; empty for one region. */
  readonly regions: readonly Region[]
  readonly storeName: string
  readonly storeDomain: string
  /** Null when the app was removed, or when the token cannot be read with today's key. */
  readonly token: string | null
  readonly installedAt: string
  readonly removedAt: string | null
  /** When the platform first refused the token (401); null while it takes it. Only a new install mends that. */
  readonly brokenAt: string | null
}

export interface InstallTools {
  readonly db: DatabaseSync
  readonly keys: { readonly token: KeyObject }
}

/** Writes down what the exchange answered. A reinstall replaces the token: the old one was revoked. */
export function saveInstall({ db, keys }: InstallTools, answer: Exchanged, now: Date): void {
  const owner = ownerOf(answer.store_id, answer.region_id)
  db.prepare(
    `INSERT INTO installs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)
     ON CONFLICT (store_id, ifnull(region_id, 0)) DO UPDATE SET
       install_scope = excluded.install_scope, scopes = excluded.scopes, regions = excluded.regions,
       store_name = excluded.store_name, store_domain = excluded.store_domain, token = excluded.token,
       installed_at = excluded.installed_at, removed_at = NULL, broken_at = NULL`,
  ).run(
    answer.store_id,
    answer.region_id,
    answer.install_scope,
    JSON.stringify(answer.scopes),
    JSON.stringify(answer.regions ?? []),
    answer.store_name,
    answer.store_domain,
    sealToken({ key: keys.token, owner }, answer.access_token),
    now.toISOString(),
  )
}

/** Every install, the newest first; removed ones too. */
export function listInstalls({ db, keys }: InstallTools): Install[] {
  const rows = db.prepare('SELECT * FROM installs ORDER BY installed_at DESC').all()
  return rows.map((row) => installOf(row, keys.token))
}

/** The installs that are alive. */
export function livingInstalls(tools: InstallTools): Install[] {
  return listInstalls(tools).filter(({ removedAt }) => removedAt === null)
}

/** The install that an event of this store and region belongs to: that region's own, or the store-wide one. */
export function installOfEvent(
  tools: InstallTools,
  { storeId, regionId }: { readonly storeId: number; readonly regionId: number | null },
): Install | null {
  const ofStore = livingInstalls(tools).filter((install) => install.storeId === storeId)
  return (
    ofStore.find((install) => install.regionId === regionId) ??
    ofStore.find(({ regionId }) => regionId === null) ??
    null
  )
}

/** Marks an install as removed and forgets its token, which is dead. */
export function markRemoved(db: DatabaseSync, { storeId, regionId }: Install, now: Date): void {
  db.prepare('UPDATE installs SET removed_at = ?, token = NULL WHERE store_id = ? AND ifnull(region_id, 0) = ?').run(
    now.toISOString(),
    storeId,
    regionId ?? 0,
  )
}

/** Marks an install whose token the platform refuses; not one that was made again in the meantime. True when it was not marked before. */
export function markBroken(db: DatabaseSync, { storeId, regionId, installedAt }: Install, now: Date): boolean {
  const { changes } = db
    .prepare(
      `UPDATE installs SET broken_at = ? WHERE store_id = ? AND ifnull(region_id, 0) = ?
       AND installed_at = ? AND removed_at IS NULL AND broken_at IS NULL`,
    )
    .run(now.toISOString(), storeId, regionId ?? 0, installedAt)
  return Number(changes) > 0
}

/** Takes the mark away: the platform took the token after all. */
export function markWorking(db: DatabaseSync, { storeId, regionId, installedAt }: Install): void {
  db.prepare(
    'UPDATE installs SET broken_at = NULL WHERE store_id = ? AND ifnull(region_id, 0) = ? AND installed_at = ?',
  ).run(storeId, regionId ?? 0, installedAt)
}

function installOf(row: Record<string, SQLOutputValue>, key: KeyObject): Install {
  const storeId = Number(row['store_id'])
  const regionId = row['region_id'] === null ? null : Number(row['region_id'])
  const sealed = row['token']
  return {
    storeId,
    regionId,
    // Both were written by saveInstall.
    scopes: JSON.parse(String(row['scopes'])) as string[],
    regions: JSON.parse(String(row['regions'])) as Region[],
    storeName: String(row['store_name']),
    storeDomain: String(row['store_domain']),
    token: typeof sealed === 'string' ? openToken({ key, owner: ownerOf(storeId, regionId) }, sealed) : null,
    installedAt: String(row['installed_at']),
    removedAt: row['removed_at'] === null ? null : String(row['removed_at']),
    brokenAt: row['broken_at'] === null ? null : String(row['broken_at']),
  }
}

function ownerOf(storeId: number, regionId: number | null): string {
  return `${storeId}/${regionId ?? 'all'}`
}
