import type { TokenExchangeAnswer } from '../catalog/oauth.ts'
import type { InstallationContext } from '../client/installation-context.ts'
import type { Store } from '../control/contract.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Journal } from '../journal/journal.ts'
import { appendInstall } from '../journal/journaled-installs.ts'
import {
  recordInstall,
  withInstalls,
  type AppIdentity,
  type Install,
  type InstallRegion,
  type TokenHolder,
} from '../project/installs.ts'
import type { StatePaths } from '../project/paths.ts'
import { defined } from '../text/defined.ts'

export interface ExchangedBy extends AppIdentity {
  readonly holder: TokenHolder
  /** Folder of the project whose app has the token. */
  readonly holderDir?: string
  readonly now: Date
}

/** Returns an install from the exchange response, which contains neither the store's code nor countries and languages of the regions. */
export function installOf(
  answer: TokenExchangeAnswer,
  { identity, appKey, holder, holderDir, now }: ExchangedBy,
): Install {
  return {
    identity,
    appKey,
    storeId: answer.store_id,
    storeCode: null,
    regionId: answer.region_id,
    installScope: answer.install_scope,
    scopes: answer.scopes,
    regions: answer.regions ?? [],
    storeName: answer.store_name,
    storeDomain: answer.store_domain,
    installedAt: now.toISOString(),
    holder,
    ...defined({ holderDir }),
  }
}

/**
 * Adds what only the context of the same store contains. The regions keep their domains, which only
 * the exchange contains (A45).
 */
export function withContext(install: Install, { store, scopes, regions }: InstallationContext): Install {
  return { ...install, storeCode: store.code, scopes, regions: regions.map((seen) => mergeRegion(install, seen)) }
}

/** Adds to the install the emulator's data on its store, if no context was read; unchanged if there is no such store. */
export function withStore(install: Install, stores: readonly Store[]): Install {
  const store = stores.find(({ id }) => id === install.storeId)
  if (store === undefined) return install
  const own = store.regions.filter(({ id }) => install.regionId === null || id === install.regionId)
  const regions = own.map(({ currencyCode: currency, id, code, countryCode, domain, isDefault }) => {
    return { id, code, currency, countryCode, domain, isDefault }
  })
  return { ...install, storeCode: store.code, regions }
}

/** Adds to the install what earlier records contain on the same store, if no context was read: an exchange for one region returns only its id. */
export function withEarlier(install: Install, earlier: readonly Install[]): Install {
  const own = earlier.filter(({ storeId }) => storeId === install.storeId)
  const known = own.flatMap(({ regions }) => regions)
  const named = install.regions.map(({ id }) => id)
  const ids = named.length === 0 && install.regionId !== null ? [install.regionId] : named
  const regions = ids.flatMap((id) => {
    const [current, before] = [
      install.regions.find((region) => region.id === id),
      known.findLast((one) => one.id === id),
    ]
    const region = current === undefined ? before : { ...before, ...current }
    return region === undefined ? [] : [region]
  })
  const storeCode = install.storeCode ?? own.findLast((one) => one.storeCode !== null)?.storeCode ?? null
  return { ...install, storeCode, regions }
}

export interface RecordTools {
  readonly paths: Pick<StatePaths, 'stateDb'>
  readonly credentials: Pick<Credentials, 'remove'>
}

/**
 * Records the install of an exchange; true if it replaced one. Installs of the other scope in the same store are removed with their
 * tokens: the platform never has both (INST-068), and calls would use the dead token. A token that cannot be removed stays.
 */
export async function recordExchanged(
  { paths, credentials }: RecordTools,
  install: Install,
  options: { readonly keepsCurrent?: boolean } = {},
): Promise<boolean> {
  const replaced = recordInstall(paths, install, options)
  const { storeId, storeCode, installScope } = install
  const isOver = (one: Install) => one.storeId === storeId && one.installScope !== installScope
  const others = withInstalls(paths, (installs) => installs.list(install)).filter(isOver)
  if (others.length === 0) return replaced
  for (const { identity, appKey, regionId } of others)
    await credentials.remove({ identity, appKey, kind: 'token', storeId, regionId }).catch(() => false)
  withInstalls(paths, (installs) => {
    for (const other of others) installs.remove(other)
    // A region of the other scope was not selected for this install: calls would keep using it silently.
    if (installs.current(install)?.storeId !== storeId) return
    installs.setCurrent(install, { storeId, storeCode, regionId: install.regionId })
  })
  return replaced
}

/** Records in the journal, for users, that the install was made and who exchanged its code. Raises what SQLite raises. */
export function journalInstall(journal: Journal, install: Install): void {
  const { storeId, regionId, installScope, scopes, installedAt, holder } = install
  appendInstall(journal, {
    at: new Date(installedAt),
    storeId: String(storeId),
    regionId: regionId === null ? null : String(regionId),
    installScope,
    scopes,
    exchangedBy: holder ?? null,
  })
}

type SeenRegion = InstallationContext['regions'][number]

function mergeRegion(install: Install, { id, code, countryCode, currencyCode, isDefault }: SeenRegion): InstallRegion {
  const domain = install.regions.find((region) => region.id === id)?.domain
  return { id, code, currency: currencyCode, countryCode, isDefault, ...defined({ domain }) }
}
