import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import { withInstalls, type Install, type InstallKey } from '../../project/installs.ts'
import { foreignText } from '../../text/foreign-text.ts'
import type { IsStanding } from '../meant/standing-installs.ts'

/** Deletes an install's record and token. Returns whether there was a token. Raises `credentials.*` before the record changes. */
export async function forgetInstall(context: Context, install: InstallKey): Promise<boolean> {
  const { identity, appKey, storeId, regionId } = install
  const credentials = await context.credentials({ isEmulator: isEmulatorKey(install) })
  const hadToken = await credentials.remove({ identity, appKey, kind: 'token', storeId, regionId })
  return withInstalls(context.paths, (installs) => {
    installs.remove(install)
    const left = installs.list(install).some((one) => one.storeId === storeId)
    if (!left && installs.current(install)?.storeId === storeId) installs.setCurrent(install, null)
    return hadToken
  })
}

/** Returns the codes of the store's regions with other saved installs of the app. */
export function regionsLeft(
  { paths }: Pick<Context, 'paths'>,
  { storeId, ...app }: InstallKey,
  isStanding: IsStanding = () => true,
): string[] {
  const left = withInstalls(paths, (installs) => installs.list(app)).filter((one) => one.storeId === storeId)
  return left.filter(isStanding).map(regionWords)
}

/** Returns the region of an install as for `--region`, or a text for a store-wide one. */
export function regionWords({ regionId, regions }: Pick<Install, 'regionId' | 'regions'>): string {
  if (regionId === null) return 'all regions'
  return foreignText(regions.find(({ id }) => id === regionId)?.code ?? String(regionId))
}
