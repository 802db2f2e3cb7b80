import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import { regionWords } from '../../dev/installs/place.ts'
import { withInstalls, type InstallKey } from '../../project/installs.ts'
import type { IsCurrent } from '../selection/current-installs.ts'

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
  isCurrent: IsCurrent = () => true,
): string[] {
  const left = withInstalls(paths, (installs) => installs.list(app)).filter((one) => one.storeId === storeId)
  return left.filter(isCurrent).map(regionWords)
}
