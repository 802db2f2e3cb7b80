import type { Context } from '../../context.ts'
import { askEmulator } from './ask-emulator.ts'

/** Codes of a store's regions. */
export interface InstalledRegions {
  readonly installedRegions: readonly string[]
  /** Those in which the app is not installed. */
  readonly otherRegions: readonly string[]
}

/**
 * The regions of a store of the emulator in which the app is installed, where these are others than the default one. Null where it is in none or in the default one too,
 * and where the emulator does not answer.
 */
export async function installedRegions(
  context: Pick<Context, 'paths' | 'send'>,
  appKey: string,
  storeCode: string,
): Promise<InstalledRegions | null> {
  return askEmulator(context, async (control) => {
    const [stores, rows] = await Promise.all([control.stores(), control.installs({ app: appKey })])
    const store = stores.find(({ code }) => code === storeCode)
    const live = rows.filter((row) => row.storeId === store?.id && row.removedAt === null && row.hasToken !== false)
    if (store === undefined || live.length === 0) return null
    const isIn = ({ id }: { readonly id: number }) => live.some(({ regionId }) => regionId === null || regionId === id)
    if (store.regions.some((one) => one.isDefault && isIn(one))) return null
    const codes = (isMeant: boolean) => store.regions.filter((one) => isIn(one) === isMeant).map(({ code }) => code)
    return { installedRegions: codes(true), otherRegions: codes(false) }
  })
}
