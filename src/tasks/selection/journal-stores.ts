import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import { type DeliveryFilter, storeIdsIn } from '../../journal/find-deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import { findStore } from '../../selection/store.ts'

type From = Pick<DeliveryRow, 'storeId' | 'regionId' | 'target'>

/**
 * Returns the region code of a delivery from this app's saved installs on the delivery's platform, because two platforms may have
 * the same store ids. Null if unknown. Deliveries of earlier versions have no platform, so their code must be unique.
 */
export function regionCodes(context: Pick<Context, 'paths'>, appKey: string): (delivery: From) => string | null {
  const own = ownInstalls(context, appKey)
  return ({ storeId, regionId, target }) => {
    const inStore = own.filter((one) => String(one.storeId) === storeId && isFrom(one, target))
    const codes = inStore.flatMap(({ regions }) => regions.filter(({ id }) => String(id) === regionId))
    // With several emulators, the last install is from the most recently used one.
    const code = codes.at(-1)?.code ?? null
    return target === null && codes.some((one) => one.code !== code) ? null : code
  }
}

/**
 * Filters the deliveries of the selected store: by id, on either platform, or by the code of a
 * saved install, on its platform only. Stores without an install have no code. Raises `store.*`.
 */
export function ofStore(
  context: Pick<Context, 'paths'>,
  journal: Journal,
  { named, target }: { readonly named: string | undefined; readonly target: DeliveryTarget | undefined },
): Pick<DeliveryFilter, 'storeId' | 'target'> {
  if (named === undefined) return { target }
  const own = ownInstalls(context, journal.appKey).filter((one) => isFrom(one, target ?? null))
  const stores = new Map(own.map((one) => [`${targetOf(one)} ${one.storeId}`, installedStore(one)]))
  const known = new Set(own.map(({ storeId }) => String(storeId)))
  const others = storeIdsIn(journal).filter((id) => !known.has(id))
  const all = [...stores.values(), ...others.map((id) => ({ id, code: null, target }))]
  const [byId] = all.filter(({ id }) => String(id) === named.trim())
  if (byId !== undefined) return { storeId: String(byId.id), target }
  const found = findStore({ stores: all, what: 'Stores in the journal', next: 'app webhook list' }, named)
  return { storeId: String(found.id), target: found.target }
}

function ownInstalls({ paths }: Pick<Context, 'paths'>, appKey: string): Install[] {
  return withInstalls(paths, (installs) => installs.listAll()).filter((install) => install.appKey === appKey)
}

function installedStore(install: Install) {
  return { id: install.storeId, code: install.storeCode, target: targetOf(install) }
}

function targetOf(install: Install): DeliveryTarget {
  return isEmulatorKey(install) ? 'emulator' : 'live'
}

/** A null target matches any platform. */
function isFrom(install: Install, target: DeliveryTarget | null): boolean {
  return target === null || targetOf(install) === target
}
