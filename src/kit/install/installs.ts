import type { Core } from '../core.ts'
import { sql, type Row, type Sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { Keys } from '../keys.ts'
import type { Install, Place, Region, StoredInstall } from './install.ts'
import type { Exchanged } from './platform.ts'
import { isCurrent, open, seal } from './token-box.ts'

type ReadTools = Pick<Core, 'keys'> & { readonly database: Pick<Tx, 'rows'> }

/** Stores the result of the exchange. A reinstall replaces the token, because the old one was revoked. */
export async function saveInstall(keys: Keys, answer: Exchanged, now: Date): Promise<Sql> {
  const { storeId, regionId, scopes, regions, storeName, storeDomain } = answer
  const token = await seal({ keys: keys.token, owner: ownerOf(storeId, regionId) }, answer.accessToken)
  const at = now.toISOString()
  return sql`INSERT INTO svcapp_installs
      (store_id, region_id, scopes, regions, store_name, store_domain, token, installed_at, works_since)
    VALUES (${storeId}, ${regionId ?? 0}, ${JSON.stringify(scopes)}, ${JSON.stringify(regions)}, ${storeName},
      ${storeDomain}, ${token}, ${at}, ${at})
    ON CONFLICT (store_id, region_id) DO UPDATE SET
      scopes = excluded.scopes, regions = excluded.regions, store_name = excluded.store_name,
      store_domain = excluded.store_domain, token = excluded.token, installed_at = excluded.installed_at,
      works_since = excluded.works_since, removed_at = NULL, broken_at = NULL, leaving_at = NULL`
}

/** Returns every install, newest first, including removed ones. */
export async function listInstalls(tools: ReadTools): Promise<readonly StoredInstall[]> {
  return readAll(tools, await tools.database.rows(sql`SELECT * FROM svcapp_installs ORDER BY installed_at DESC`))
}

/** Returns the installs of a store that were not removed, newest first. */
async function readInstalls(tools: ReadTools, storeId: number): Promise<readonly StoredInstall[]> {
  const rows = await tools.database.rows(sql`SELECT * FROM svcapp_installs
    WHERE store_id = ${storeId} AND removed_at IS NULL ORDER BY installed_at DESC`)
  return readAll(tools, rows)
}

/** Returns the installs of a store that are not known to have ended, newest first. */
export async function livingInstalls(tools: ReadTools, storeId: number): Promise<readonly StoredInstall[]> {
  return (await readInstalls(tools, storeId)).filter(({ state }) => state !== 'leaving')
}

/** Returns the install for an event of this store and region: the region's own, or the store-wide one. It may be leaving. */
export async function installOf(tools: ReadTools, { storeId, regionId }: Place): Promise<StoredInstall | null> {
  const all = await readInstalls(tools, storeId)
  return all.find((one) => one.regionId === regionId) ?? all.find((one) => one.regionId === null) ?? null
}

/** Returns stores in which an install has worked at or after this time. */
export async function storesWorkingSince(database: Pick<Tx, 'rows'>, since: Date): Promise<readonly number[]> {
  const rows =
    await database.rows(sql`SELECT DISTINCT store_id FROM svcapp_installs WHERE works_since >= ${since.toISOString()}
    AND removed_at IS NULL AND broken_at IS NULL AND leaving_at IS NULL`)
  return rows.map(({ store_id }) => Number(store_id))
}

type Which = Pick<Install, 'storeId' | 'regionId' | 'installedAt'>

/** Marks an install as removed and deletes its dead token. `installed_at` protects a newer install of the same store and region. */
export function markRemoved({ storeId, regionId, installedAt }: Which, now: Date): Sql {
  return sql`UPDATE svcapp_installs SET removed_at = ${now.toISOString()}, token = NULL
    WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt}`
}

/** Marks an install as leaving, or as staying with null. */
export function markLeaving({ storeId, regionId, installedAt }: Which, at: Date | null): Sql {
  return sql`UPDATE svcapp_installs SET leaving_at = ${at?.toISOString() ?? null}
    WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt}`
}

/** Marks an install whose token the platform rejects. Changes a row only if it was not marked before. */
export function markBroken({ storeId, regionId, installedAt }: Which, now: Date): Sql {
  return sql`UPDATE svcapp_installs SET broken_at = ${now.toISOString()}
    WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt}
      AND removed_at IS NULL AND broken_at IS NULL`
}

/** Removes the mark, because the platform accepted the token after all. */
export function markWorking({ storeId, regionId, installedAt }: Which, now: Date): Sql {
  return sql`UPDATE svcapp_installs SET broken_at = NULL, works_since = ${now.toISOString()}
    WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt} AND broken_at IS NOT NULL`
}

/** Stores the current regions of a store-wide install. */
export function saveRegions({ storeId, regionId, installedAt }: Which, regions: readonly Region[]): Sql {
  return sql`UPDATE svcapp_installs SET regions = ${JSON.stringify(regions)}
    WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND installed_at = ${installedAt}`
}

/** Seals every token of another key with the first key. Returns the number of tokens. */
export async function resealTokens({ database, keys }: Pick<Core, 'database' | 'keys'>): Promise<number> {
  const { token: ring } = await keys()
  const rows = await database.rows(sql`SELECT store_id, region_id, token FROM svcapp_installs WHERE token IS NOT NULL`)
  let resealed = 0
  for (const row of rows) {
    const { owner, sealed, storeId, regionId } = readPlace(row)
    const token = (await isCurrent({ keys: ring, owner }, sealed)) ? null : await open({ keys: ring, owner }, sealed)
    if (token === null) continue
    const fresh = await seal({ keys: ring, owner }, token)
    // Skips a token that a reinstall or another process has written meanwhile.
    const [changed = 0] = await database.batch([
      sql`UPDATE svcapp_installs SET token = ${fresh}
          WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} AND token = ${sealed}`,
    ])
    resealed += changed
  }
  return resealed
}

async function readAll({ keys }: Pick<Core, 'keys'>, rows: readonly Row[]): Promise<readonly StoredInstall[]> {
  if (rows.length === 0) return []
  const { token } = await keys()
  return Promise.all(rows.map((row) => readInstall(row, token)))
}

async function readInstall(row: Row, ring: Keys['token']): Promise<StoredInstall> {
  const { storeId, regionId, owner, sealed } = readPlace(row)
  const token = row['token'] === null ? null : await open({ keys: ring, owner }, sealed)
  const isRejected = row['broken_at'] !== null
  return {
    storeId,
    regionId,
    // saveInstall wrote both.
    scopes: JSON.parse(String(row['scopes'])) as string[],
    regions: JSON.parse(String(row['regions'])) as Region[],
    storeName: String(row['store_name']),
    storeDomain: String(row['store_domain']),
    installedAt: String(row['installed_at']),
    token,
    isRejected,
    state: installState(row, isRejected || token === null),
  }
}

function installState(row: Row, isBroken: boolean): Install['state'] {
  if (row['removed_at'] !== null) return 'removed'
  if (row['leaving_at'] !== null) return 'leaving'
  return isBroken ? 'broken' : 'works'
}

function readPlace(row: Row) {
  const storeId = Number(row['store_id'])
  const regionId = Number(row['region_id']) === 0 ? null : Number(row['region_id'])
  return { storeId, regionId, sealed: String(row['token']), owner: ownerOf(storeId, regionId) }
}

function ownerOf(storeId: number, regionId: number | null): string {
  return `${storeId}/${regionId ?? 'all'}`
}
