import { accessOf } from '../install/access.ts'
import { noteRefusedToken } from '../install/broken-install.ts'
import type { Install } from '../install/installs.ts'
import type { Order } from '../platform/answers.ts'
import { PlatformError } from '../platform/platform-error.ts'
import type { Tools } from '../tools.ts'

/** A store-wide install shows one region at a time; only its own regions can be chosen. */
export function chosenRegion(install: Install, wanted: string | undefined): number | null {
  if (install.regionId !== null) return install.regionId
  const chosen = install.regions.find(({ id }) => String(id) === wanted) ?? install.regions[0]
  return chosen?.id ?? null
}

/** The newest paid orders of the region, or the sentence that says why there are none to show. */
export async function paidOrders(
  tools: Tools,
  install: Install,
  regionId: number | null,
): Promise<readonly Order[] | string> {
  const access = accessOf(install, regionId)
  if (access === null) return 'The token of this store cannot be read any more. Install the app again.'
  try {
    return await tools.platform.orders(access, 'paid')
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (error.status !== 401) return error.message
    await noteRefusedToken(tools, install, access)
    return 'The platform refuses the token of this store. Install the app again.'
  }
}
