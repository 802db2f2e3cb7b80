import { sql, writeOne, type Db, type Row, type Statement } from './db.ts'
import type { Keys } from './keys.ts'
import type { Exchanged, Region } from './platform-answers.ts'
import type { Access } from './platform.ts'
import { openToken, sealToken } from './token-box.ts'

export interface Install {
  readonly storeId: number
  /** Null for a store-wide install. */
  readonly regionId: number | null
  /** Of a store-wide install; empty for one region. */
  readonly regions: readonly Region[]
  readonly storeName: string
  /** Null when the token cannot be read with today's key. */
  readonly token: string | null
  readonly installedAt: string
  /** When the platform first refused the token (401); null while it accepts it. Only a new install repairs that. */
  readonly brokenAt: string | null
}

export interface InstallTools {
  readonly db: Db
  readonly keys: Pick<Keys, 'token'>
}

/** Writes down what the exchange answered. A reinstall replaces the token: the old one was revoked. */
export async function saveInstall({ db, keys }: InstallTools, answer: Exchanged, now: Date): Promise<void> {
  const { storeId, regionId, regions, scopes, storeName } = answer
  const token = await sealToken({ key: keys.token, owner: ownerOf(storeId, regionId) }, answer.accessToken)
  await writeOne(
    db,
    sql`INSERT INTO installs (store_id, region_id, scopes, regions, store_name, token, installed_at, broken_at)
        VALUES (${storeId}, ${regionId ?? 0}, ${scopes.join(' ')}, ${JSON.stringify(regions)}, ${storeName}, ${token}, ${now.toISOString()}, NULL)
        ON CONFLICT (store_id, region_id) DO UPDATE SET
          scopes = excluded.scopes, regions = excluded.regions, store_name = excluded.store_name,
          token = excluded.token, installed_at = excluded.installed_at, broken_at = NULL`,
  )
}

/** Every install of a store. */
export async function installsOf({ db, keys }: InstallTools, storeId: number): Promise<readonly Install[]> {
  const rows = await db.rows(sql`SELECT * FROM installs WHERE store_id = ${storeId}`)
  return Promise.all(rows.map((row) => installOf(row, keys)))
}

/** The install that an event of this store and region belongs to: that region's own, or the store-wide one. */
export async function installOfEvent(
  tools: InstallTools,
  { storeId, regionId }: { readonly storeId: number; readonly regionId: number | null },
): Promise<Install | null> {
  const installs = await installsOf(tools, storeId)
  return (
    installs.find((install) => install.regionId === regionId) ??
    installs.find((install) => install.regionId === null) ??
    null
  )
}

/** Forgets an install with its token, which is dead; not one that was made again in the meantime. */
export function forgetInstall({ storeId, regionId, installedAt }: Install): Statement {
  return sql`DELETE FROM installs WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt}`
}

/** Marks an install whose token the platform refuses. True when it was not marked before. */
export async function markBroken(db: Db, { storeId, regionId, installedAt }: Install, now: Date): Promise<boolean> {
  const changed = await writeOne(
    db,
    sql`UPDATE installs SET broken_at = ${now.toISOString()} WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0}
        AND installed_at = ${installedAt} AND broken_at IS NULL`,
  )
  return changed > 0
}

/** The regions that a store-wide install has today. */
export async function saveRegions(
  db: Db,
  { storeId, regionId, installedAt }: Install,
  regions: readonly Region[],
): Promise<void> {
  await writeOne(
    db,
    sql`UPDATE installs SET regions = ${JSON.stringify(regions)}
        WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt}`,
  )
}

/** Takes the mark away: the platform accepted the token after all. */
export async function markWorking(db: Db, { storeId, regionId, installedAt }: Install): Promise<void> {
  await writeOne(
    db,
    sql`UPDATE installs SET broken_at = NULL WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt}`,
  )
}

/** The token, and the pin that a store-wide one needs: the region that is meant, else the store's first. Null without a usable token. */
export function accessOf({ token, regionId, regions }: Install, wanted: number | null): Access | null {
  if (token === null) return null
  return { token, pin: regionId === null ? (wanted ?? regions[0]?.id ?? null) : null }
}

/** A store-wide install shows one region at a time; only its own regions can be chosen. */
export function chosenRegion({ regionId, regions }: Install, wanted: string | null): number | null {
  if (regionId !== null) return regionId
  const chosen = regions.find(({ id }) => String(id) === wanted) ?? regions[0]
  return chosen?.id ?? null
}

async function installOf(row: Row, keys: Pick<Keys, 'token'>): Promise<Install> {
  const storeId = Number(row['store_id'])
  const regionId = row['region_id'] === 0 ? null : Number(row['region_id'])
  return {
    storeId,
    regionId,
    // Written by saveInstall.
    regions: JSON.parse(String(row['regions'])) as Region[],
    storeName: String(row['store_name']),
    token: await openToken({ key: keys.token, owner: ownerOf(storeId, regionId) }, String(row['token'])),
    installedAt: String(row['installed_at']),
    brokenAt: row['broken_at'] === null ? null : String(row['broken_at']),
  }
}

function ownerOf(storeId: number, regionId: number | null): string {
  return `${storeId}/${regionId ?? 'all'}`
}
