import type { Context } from '../../context.ts'
import { storeIdsIn } from '../../journal/find-deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { findStore } from '../../named/store.ts'
import { installedStores } from '../../project/installed-stores.ts'
import { withInstalls } from '../../project/installs.ts'

/** The code of a region by the installs of this app on record; null where none does. Store and region as deliveries have them. */
export function regionCodes(
  { paths }: Pick<Context, 'paths'>,
  appKey: string,
): (storeId: string, regionId: string | null) => string | null {
  const own = withInstalls(paths, (installs) => installs.listAll()).filter((install) => install.appKey === appKey)
  return (storeId, regionId) => {
    const inStore = own.filter((install) => String(install.storeId) === storeId)
    return inStore.flatMap(({ regions }) => regions).find(({ id }) => String(id) === regionId)?.code ?? null
  }
}

/**
 * The id of the store that is meant, as deliveries have it: one of an install on record, or one that deliveries came from, which have no code. Undefined where
 * none is named. Raises `store.*`.
 */
export function journaledStore({ paths }: Context, journal: Journal, named: string | undefined): string | undefined {
  if (named === undefined) return undefined
  const own = withInstalls(paths, (installs) => installs.listAll()).filter(({ appKey }) => appKey === journal.appKey)
  const installed = installedStores(own)
  const known = new Set(installed.stores.map(({ id }) => String(id)))
  const others = storeIdsIn(journal).filter((id) => !known.has(id))
  const stores = [...installed.stores, ...others.map((id) => ({ id, code: null }))]
  return String(findStore({ stores, what: 'Stores of the journal', next: 'app webhook list' }, named).id)
}
