import type { Context } from '../../context.ts'
import type { InstallRow } from '../../control/contract.ts'
import { missingTopics } from '../../dev/installs/consent.ts'
import { keptHere } from '../install/unkept-installs.ts'
import { askEmulator } from './ask-emulator.ts'

/** Region codes of a store. */
export interface InstalledRegions {
  readonly installedRegions: readonly string[]
  /** Regions without an install. */
  readonly otherRegions: readonly string[]
}

export interface InstalledIn {
  /** Whether the app is installed anywhere in the store with a token stored on this machine. */
  readonly isAny: boolean
  /** Null if the app is in no region, or also in the default one. */
  readonly regions: InstalledRegions | null
  /** Required scopes that no install of the store has. */
  readonly missingScopes: readonly string[]
  /** Topics to which no install of the store is subscribed, and a new one would be. */
  readonly missingTopics: readonly string[]
}

/** Returns the regions of an emulator store with an install, or null if the emulator does not respond. */
export async function installedIn(
  context: Pick<Context, 'paths' | 'send'>,
  appKey: string,
  storeCode: string,
): Promise<InstalledIn | null> {
  return askEmulator(context, async (control) => {
    const [stores, rows, app] = await Promise.all([
      control.stores(),
      control.installs({ app: appKey }),
      control.app({ key: appKey }),
    ])
    const store = stores.find(({ code }) => code === storeCode)
    const isKept = keptHere(context.paths)
    const live = rows.filter((row) => row.storeId === store?.id && isLive(row) && isKept(row))
    const required = app.requested_scopes.filter((scope) => !app.optional_scopes.includes(scope))
    const missing = {
      missingScopes: required.filter((scope) => !live.some(({ scopes }) => scopes.includes(scope))),
      missingTopics: missingTopics({ topics: app.webhook_topics, required }, live),
    }
    if (store === undefined || live.length === 0)
      return { isAny: false, regions: null, missingScopes: [], missingTopics: [] }
    const isIn = ({ id }: { readonly id: number }) => live.some(({ regionId }) => regionId === null || regionId === id)
    if (store.regions.some((one) => one.isDefault && isIn(one))) return { isAny: true, regions: null, ...missing }
    const codes = (isMeant: boolean) => store.regions.filter((one) => isIn(one) === isMeant).map(({ code }) => code)
    return { isAny: true, regions: { installedRegions: codes(true), otherRegions: codes(false) }, ...missing }
  })
}

function isLive({ removedAt, hasToken }: InstallRow): boolean {
  return removedAt === null && hasToken
}
