import type { DatabaseSync } from 'node:sqlite'

import { hasCode } from '../errors.ts'
import { integer, integerOrNull, json, type Row, text, textList, textOrNull } from '../storage/columns.ts'
import { openDatabase, transaction, unwritableDatabase } from '../storage/database.ts'
import { prepared, upsertRow } from '../storage/statements.ts'
import type { InstallScope } from './app-config.ts'
import type { StatePaths } from './paths.ts'
import { stateSchema } from './state-schema.ts'

export interface InstallRegion {
  readonly id: number
  readonly code: string
  readonly currency: string
  readonly countryCode?: string
  readonly domain?: string | null
  readonly isDefault?: boolean
}

/** App key on one target. */
export interface AppIdentity {
  readonly identity: string
  readonly appKey: string
}

/**
 * Holder of an install's token: `app` if the app exchanged the code or has used the token since. `cli` if
 * svcapp exchanged the code and the app never received the token. svcapp stores a copy in both cases.
 */
export type TokenHolder = 'app' | 'cli'

/** Status of an install's token. */
export interface TokenStatus {
  /** Token holder. Undefined in a record of an older version, or for a token in the environment. */
  readonly holder?: TokenHolder | undefined
  /** Project folder of the app with the token. Undefined if unknown or if the app does not have it. */
  readonly holderDir?: string | undefined
  /** Time (ISO-8601 UTC) of the app's last call if it failed with 401, else undefined. */
  readonly refusedAt?: string | undefined
}

/** An install as returned by the exchange, without its token, which is stored in the credentials. */
export interface Install extends AppIdentity, TokenStatus {
  readonly storeId: number
  /** Region id, or null for a store-wide install. */
  readonly regionId: number | null
  /** Null if unknown: GET context returns it, the exchange does not. */
  readonly storeCode: string | null
  readonly storeName: string
  readonly storeDomain: string
  readonly installScope: InstallScope
  readonly scopes: readonly string[]
  readonly regions: readonly InstallRegion[]
  /** Time of the install, ISO-8601 UTC. */
  readonly installedAt: string
}

export interface InstallKey extends AppIdentity {
  readonly storeId: number
  readonly regionId: number | null
}

/** The default store of commands. `regionId` is the region selected last, or null. */
export interface CurrentStore {
  readonly storeId: number
  readonly storeCode: string | null
  readonly regionId: number | null
}

export interface Installs {
  /** Installs of an app, oldest first. */
  readonly list: (app: AppIdentity) => Install[]
  /** Installs of every app on every target. */
  readonly listAll: () => Install[]
  readonly find: (key: InstallKey) => Install | null
  /** Saves an install. Returns whether it replaced one for the same store and region. */
  readonly put: (install: Install) => boolean
  /** Changes the token status of a recorded install. */
  readonly setTokenStatus: (key: InstallKey, status: TokenStatus) => void
  /** Deletes an install. Returns whether it existed. */
  readonly remove: (key: InstallKey) => boolean
  readonly current: (app: AppIdentity) => CurrentStore | null
  /** Sets the default store. Null deletes it. */
  readonly setCurrent: (app: AppIdentity, store: CurrentStore | null) => void
  readonly close: () => void
}

/** Opens svcapp's installs in state.db. Several processes may write concurrently. Raises `storage.*`. */
export function openInstalls(paths: Pick<StatePaths, 'stateDb'>): Installs {
  return installsIn(openState(paths))
}

function installsIn(db: DatabaseSync): Installs {
  return {
    list: ({ identity, appKey }) =>
      prepared(db, 'SELECT * FROM installs WHERE identity = ? AND app_key = ? ORDER BY installed_at, rowid')
        .all(identity, appKey)
        .map(installOf),
    listAll: () => prepared(db, 'SELECT * FROM installs ORDER BY installed_at, rowid').all().map(installOf),
    find: (key) => findInstall(db, key),
    put: (install) => transaction(db, () => putInstall(db, install)),
    setTokenStatus: (key, status) => changeTokenStatus(db, key, status),
    remove: (key) => removeInstall(db, key),
    current: ({ identity, appKey }) => {
      const row = prepared(db, 'SELECT * FROM current_stores WHERE identity = ? AND app_key = ?').get(identity, appKey)
      if (row === undefined) return null
      return {
        storeId: integer(row, 'store_id'),
        storeCode: textOrNull(row, 'store_code'),
        regionId: integerOrNull(row, 'region_id'),
      }
    },
    setCurrent: (app, store) => setCurrent(db, app, store),
    close: () => db.close(),
  }
}

/** Runs `work` with the installs and closes them. Raises `storage.unwritable` if they cannot be written. */
export function withInstalls<T>(paths: Pick<StatePaths, 'stateDb'>, work: (installs: Installs) => T): T {
  return withState(paths, (db) => work(installsIn(db)))
}

/**
 * Saves an install and makes its store the current one, unless one exists and `keepsCurrent` is
 * set. Returns true if it replaced an install for the same store and region.
 */
export function recordInstall(
  paths: Pick<StatePaths, 'stateDb'>,
  install: Install,
  { keepsCurrent = false }: { readonly keepsCurrent?: boolean } = {},
): boolean {
  return withInstalls(paths, (installs) => {
    const replaced = installs.put(install)
    const { storeId, storeCode, regionId } = install
    if (keepsCurrent && installs.current(install) !== null) return replaced
    // Keep the region that was selected before.
    if (installs.current(install)?.storeId !== storeId) installs.setCurrent(install, { storeId, storeCode, regionId })
    return replaced
  })
}

/** Updates a saved install and does not change the current store. If the record cannot be written, it is skipped, because the data just read matters more. */
export function updateInstall(paths: Pick<StatePaths, 'stateDb'>, install: Install): void {
  try {
    withInstalls(paths, (installs) => {
      if (installs.find(install) !== null) installs.put(install)
    })
  } catch (error) {
    if (!hasCode(error, 'storage.unwritable')) throw error
  }
}

/** Runs `work` with the database, for other project data of svcapp, and closes it. Raises `storage.*`. */
export function withState<T>(paths: Pick<StatePaths, 'stateDb'>, work: (db: DatabaseSync) => T): T {
  const db = openState(paths)
  try {
    return work(db)
  } catch (error) {
    throw unwritableDatabase(paths.stateDb, error)
  } finally {
    db.close()
  }
}

function openState(paths: Pick<StatePaths, 'stateDb'>): DatabaseSync {
  return openDatabase({ path: paths.stateDb, ...stateSchema, isBrief: true })
}

const ONE_INSTALL = 'identity = ? AND app_key = ? AND store_id = ? AND ifnull(region_id, 0) = ifnull(?, 0)'

function findInstall(db: DatabaseSync, { identity, appKey, storeId, regionId }: InstallKey): Install | null {
  const row = prepared(db, `SELECT * FROM installs WHERE ${ONE_INSTALL}`).get(identity, appKey, storeId, regionId)
  return row === undefined ? null : installOf(row)
}

function removeInstall(db: DatabaseSync, { identity, appKey, storeId, regionId }: InstallKey): boolean {
  return prepared(db, `DELETE FROM installs WHERE ${ONE_INSTALL}`).run(identity, appKey, storeId, regionId).changes > 0
}

function changeTokenStatus(db: DatabaseSync, key: InstallKey, { holder, holderDir, refusedAt }: TokenStatus): void {
  prepared(db, `UPDATE installs SET holder = ?, refused_at = ?, holder_dir = ? WHERE ${ONE_INSTALL}`).run(
    holder ?? null,
    refusedAt ?? null,
    holderDir ?? null,
    key.identity,
    key.appKey,
    key.storeId,
    key.regionId,
  )
}

function putInstall(db: DatabaseSync, install: Install): boolean {
  const replaced = removeInstall(db, install)
  prepared(db, 'INSERT INTO installs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    install.identity,
    install.appKey,
    install.storeId,
    install.regionId,
    install.storeCode,
    install.storeName,
    install.storeDomain,
    install.installScope,
    JSON.stringify(install.scopes),
    JSON.stringify(install.regions),
    install.installedAt,
    install.holder ?? null,
    install.refusedAt ?? null,
    install.holderDir ?? null,
  )
  return replaced
}

function setCurrent(db: DatabaseSync, { identity, appKey }: AppIdentity, store: CurrentStore | null): void {
  if (store === null) {
    prepared(db, 'DELETE FROM current_stores WHERE identity = ? AND app_key = ?').run(identity, appKey)
    return
  }
  const { storeId: store_id, storeCode: store_code, regionId: region_id } = store
  upsertRow(db, 'current_stores', { identity, app_key: appKey }, { store_id, store_code, region_id })
}

function installOf(row: Row): Install {
  return {
    identity: text(row, 'identity'),
    appKey: text(row, 'app_key'),
    storeId: integer(row, 'store_id'),
    regionId: integerOrNull(row, 'region_id'),
    storeCode: textOrNull(row, 'store_code'),
    storeName: text(row, 'store_name'),
    storeDomain: text(row, 'store_domain'),
    installScope: row['install_scope'] === 'store' ? 'store' : 'region',
    scopes: textList(row, 'scopes'),
    regions: json<InstallRegion[]>(row, 'regions'),
    installedAt: text(row, 'installed_at'),
    ...tokenStatus(row),
  }
}

function tokenStatus(row: Row): TokenStatus {
  const holder = textOrNull(row, 'holder')
  const refusedAt = textOrNull(row, 'refused_at')
  const holderDir = textOrNull(row, 'holder_dir')
  return {
    ...((holder === 'app' || holder === 'cli') && { holder }),
    ...(refusedAt !== null && { refusedAt }),
    ...(holderDir !== null && { holderDir }),
  }
}
