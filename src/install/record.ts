import type { TokenExchangeAnswer } from '../catalog/oauth.ts'
import type { InstallationContext } from '../client/installation-context.ts'
import type { Store } from '../control/contract.ts'
import type { Journal } from '../journal/journal.ts'
import { appendInstall } from '../journal/journaled-installs.ts'
import type { AppIdentity, Install, InstallRegion, TokenHolder } from '../project/installs.ts'
import { defined } from '../text/defined.ts'

export interface ExchangedBy extends AppIdentity {
  readonly holder: TokenHolder
  /** The project's folder, where its app has the token. */
  readonly holderDir?: string
  readonly now: Date
}

/** An install as the exchange tells it: the code of the store is not in its answer, nor are countries and languages of the regions. */
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

/** The install with what only the context tells; the domains of regions stay, which only the exchange tells (A45). The context is of the same store. */
export function withContext(install: Install, { store, scopes, regions }: InstallationContext): Install {
  return { ...install, storeCode: store.code, scopes, regions: regions.map((seen) => mergeRegion(install, seen)) }
}

/** The install with what the emulator itself knows of its store, where no context was read; as it is where there is no such store. */
export function withStore(install: Install, stores: readonly Store[]): Install {
  const store = stores.find(({ id }) => id === install.storeId)
  if (store === undefined) return install
  const own = store.regions.filter(({ id }) => install.regionId === null || id === install.regionId)
  const regions = own.map(({ currencyCode: currency, id, code, countryCode, domain, isDefault }) => {
    return { id, code, currency, countryCode, domain, isDefault }
  })
  return { ...install, storeCode: store.code, regions }
}

/** Notes in the journal, which is a record for people, that the install was made, and by whom its code was exchanged. Raises what SQLite raises. */
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
