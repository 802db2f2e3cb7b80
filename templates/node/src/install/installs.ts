import type { Keys } from '../keys.ts'
import type { Exchanged, Region } from '../platform/answers.ts'
import type { Row, Sql } from '../state/database.ts'
import type { Tools } from '../tools.ts'
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
  /** When the platform first refused the token (401); null while it accepts it. Only a new install repairs that. */
  readonly brokenAt: string | null
  /** When the platform reported an uninstall, until it is known whether the token is dead; nothing is called with it meanwhile. */
  readonly leavingAt: string | null
}

export interface InstallTools {
  readonly db: Pick<Tools['db'], 'sql'>
  readonly keys: Pick<Tools['keys'], 'token'>
}

/** Writes down what the exchange answered. A reinstall replaces the token: the old one was revoked. */
export async function saveInstall(
  { db, keys }: InstallTools & Pick<Tools, 'db'>,
  answer: Exchanged,
  now: Date,
): Promise<void> {
  const owner = ownerOf(answer.store_id, answer.region_id)
  await db.transaction((sql) =>
    sql(
      `INSERT INTO installs (store_id, region_id, install_scope, scopes, regions, store_name, store_domain, token, installed_at, works_since)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       ON CONFLICT (store_id, coalesce(region_id, 0)) DO UPDATE SET
         install_scope = excluded.install_scope, scopes = excluded.scopes, regions = excluded.regions,
         store_name = excluded.store_name, store_domain = excluded.store_domain, token = excluded.token,
         installed_at = excluded.installed_at, works_since = excluded.works_since,
         removed_at = NULL, broken_at = NULL, leaving_at = NULL`,
      answer.store_id,
      answer.region_id,
      answer.install_scope,
      JSON.stringify(answer.scopes),
      JSON.stringify(answer.regions ?? []),
      answer.store_name,
      answer.store_domain,
      sealToken({ keys: keys.token, owner }, answer.access_token),
      now.toISOString(),
    ),
  )
}

/** Every install, the newest first; removed ones too. */
export async function listInstalls({ db, keys }: InstallTools): Promise<Install[]> {
  const { rows } = await db.sql('SELECT * FROM installs ORDER BY installed_at DESC')
  return rows.map((row) => installOf(row, keys.token))
}

/** The installs of a store that were not removed, the newest first. */
async function installsOf({ db, keys }: InstallTools, storeId: number): Promise<Install[]> {
  const { rows } = await db.sql(
    'SELECT * FROM installs WHERE store_id = $1 AND removed_at IS NULL ORDER BY installed_at DESC',
    storeId,
  )
  return rows.map((row) => installOf(row, keys.token))
}

/** The installs of a store that are alive, the newest first; for all that is known. */
export async function livingInstalls(tools: InstallTools, storeId: number): Promise<Install[]> {
  return (await installsOf(tools, storeId)).filter(({ leavingAt }) => leavingAt === null)
}

/** The install that an event of this store and region belongs to: that region's own, or the store-wide one; also one that is leaving. */
export async function installOfEvent(
  tools: InstallTools,
  { storeId, regionId }: { readonly storeId: number; readonly regionId: number | null },
): Promise<Install | null> {
  const ofStore = await installsOf(tools, storeId)
  return (
    ofStore.find((install) => install.regionId === regionId) ??
    ofStore.find(({ regionId }) => regionId === null) ??
    null
  )
}

/** Stores in which an install works since this moment or a later one. */
export async function storesWorkingSince(sql: Sql, since: Date): Promise<number[]> {
  const { rows } = await sql(
    `SELECT DISTINCT store_id FROM installs
     WHERE works_since >= $1 AND removed_at IS NULL AND broken_at IS NULL AND leaving_at IS NULL`,
    since.toISOString(),
  )
  return rows.map(({ store_id }) => Number(store_id))
}

/** Marks an install as removed and forgets its token, which is dead; not one that was made again in the meantime. */
export async function markRemoved(sql: Sql, { storeId, regionId, installedAt }: Install, now: Date): Promise<void> {
  await sql(
    `UPDATE installs SET removed_at = $1, token = NULL
     WHERE store_id = $2 AND coalesce(region_id, 0) = $3 AND installed_at = $4`,
    now.toISOString(),
    storeId,
    regionId ?? 0,
    installedAt,
  )
}

/** The regions that a store-wide install has today. */
export async function saveRegions(
  sql: Sql,
  { storeId, regionId, installedAt }: Install,
  regions: readonly Region[],
): Promise<void> {
  await sql(
    'UPDATE installs SET regions = $1 WHERE store_id = $2 AND coalesce(region_id, 0) = $3 AND installed_at = $4',
    JSON.stringify(regions),
    storeId,
    regionId ?? 0,
    installedAt,
  )
}

/** Marks an install as leaving, or, with null, as one that stays. */
export async function markLeaving(
  sql: Sql,
  { storeId, regionId, installedAt }: Install,
  at: Date | null,
): Promise<void> {
  await sql(
    'UPDATE installs SET leaving_at = $1 WHERE store_id = $2 AND coalesce(region_id, 0) = $3 AND installed_at = $4',
    at?.toISOString() ?? null,
    storeId,
    regionId ?? 0,
    installedAt,
  )
}

/** Marks an install whose token the platform refuses; not one that was made again in the meantime. True when it was not marked before. */
export async function markBroken(sql: Sql, { storeId, regionId, installedAt }: Install, now: Date): Promise<boolean> {
  const { changes } = await sql(
    `UPDATE installs SET broken_at = $1 WHERE store_id = $2 AND coalesce(region_id, 0) = $3
     AND installed_at = $4 AND removed_at IS NULL AND broken_at IS NULL`,
    now.toISOString(),
    storeId,
    regionId ?? 0,
    installedAt,
  )
  return changes > 0
}

/** Takes the mark away: the platform accepted the token after all. */
export async function markWorking(sql: Sql, { storeId, regionId, installedAt }: Install, now: Date): Promise<void> {
  await sql(
    `UPDATE installs SET broken_at = NULL, works_since = $1
     WHERE store_id = $2 AND coalesce(region_id, 0) = $3 AND installed_at = $4`,
    now.toISOString(),
    storeId,
    regionId ?? 0,
    installedAt,
  )
}

/** Seals again, with the first key, every token that was sealed with another one. Returns how many. */
export async function resealTokens({ db, keys }: InstallTools): Promise<number> {
  const [first] = keys.token
  const { rows } = await db.sql('SELECT store_id, region_id, token FROM installs WHERE token IS NOT NULL')
  let resealed = 0
  for (const row of rows) {
    const { storeId, regionId, sealed, owner } = placeOf(row)
    const token = openToken({ keys: keys.token, owner }, sealed)
    if (token === null || openToken({ keys: [first], owner }, sealed) !== null) continue
    // Not one that was written meanwhile, by a reinstall or another process.
    const { changes } = await db.sql(
      'UPDATE installs SET token = $1 WHERE store_id = $2 AND coalesce(region_id, 0) = $3 AND token = $4',
      sealToken({ keys: [first], owner }, token),
      storeId,
      regionId ?? 0,
      sealed,
    )
    resealed += changes
  }
  return resealed
}

function placeOf(row: Row) {
  const storeId = Number(row['store_id'])
  const regionId = row['region_id'] === null ? null : Number(row['region_id'])
  return { storeId, regionId, sealed: String(row['token']), owner: ownerOf(storeId, regionId) }
}

function installOf(row: Row, keys: Keys['token']): Install {
  const { storeId, regionId, sealed, owner } = placeOf(row)
  return {
    storeId,
    regionId,
    // Both were written by saveInstall.
    scopes: JSON.parse(String(row['scopes'])) as string[],
    regions: JSON.parse(String(row['regions'])) as Region[],
    storeName: String(row['store_name']),
    storeDomain: String(row['store_domain']),
    token: row['token'] === null ? null : openToken({ keys, owner }, sealed),
    installedAt: String(row['installed_at']),
    removedAt: row['removed_at'] === null ? null : String(row['removed_at']),
    brokenAt: row['broken_at'] === null ? null : String(row['broken_at']),
    leavingAt: row['leaving_at'] === null ? null : String(row['leaving_at']),
  }
}

function ownerOf(storeId: number, regionId: number | null): string {
  return `${storeId}/${regionId ?? 'all'}`
}
