import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import { withInstalls, type Install, type InstallKey } from '../../project/installs.ts'
import { foreignText } from '../../text/foreign-text.ts'
import type { IsStanding } from '../meant/standing-installs.ts'

/** Takes an install off the record and removes its token; true when there was a token. Raises `credentials.*`, before the record is touched. */
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

/** Codes of the regions of the same store in which the app still is, of those that are on record here. */
export function regionsLeft(
  { paths }: Pick<Context, 'paths'>,
  { storeId, ...app }: InstallKey,
  isStanding: IsStanding = () => true,
): string[] {
  const left = withInstalls(paths, (installs) => installs.list(app)).filter((one) => one.storeId === storeId)
  return left.filter(isStanding).map(regionWords)
}

/** The region of an install as it is called with `--region`; of a store-wide one, in words. */
export function regionWords({ regionId, regions }: Pick<Install, 'regionId' | 'regions'>): string {
  if (regionId === null) return 'all regions'
  return foreignText(regions.find(({ id }) => id === regionId)?.code ?? String(regionId))
}
