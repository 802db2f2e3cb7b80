import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import { withInstalls, type InstallKey } from '../../project/installs.ts'

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
