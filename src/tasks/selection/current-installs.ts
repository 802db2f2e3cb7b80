import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { withInstalls, type AppIdentity, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'

/** Returns whether the platform still has a saved install. */
export type IsCurrent = (install: Install) => boolean

/**
 * Asks the emulator which saved installs it still has: when a store owner uninstalls the app, only the app is notified, and a reset
 * notifies no one. Undefined on the live platform, if there is no choice between several, and if the emulator does not respond.
 */
export async function currentInstalls(
  { send, paths }: Pick<Context, 'send' | 'paths'>,
  { control: tools, identity }: Pick<Target, 'control' | 'identity'>,
  appKey: AppIdentity['appKey'],
): Promise<IsCurrent | undefined> {
  if (tools === null || withInstalls(paths, (installs) => installs.list({ identity, appKey })).length < 2)
    return undefined
  // Loaded only if a request is necessary.
  const { createControlClient } = await import('../../control/control-client.ts')
  try {
    const rows = await createControlClient({ send, ...tools }).installs({ app: appKey })
    const places = new Set(rows.filter(({ removedAt }) => removedAt === null).map(placeOf))
    return (install) => places.has(placeOf(install))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Returns the installs that the platform still has, or all if it has none, so that the platform itself reports the error. */
export function currentAmong(installs: readonly Install[], isCurrent: IsCurrent | undefined): readonly Install[] {
  const current = isCurrent === undefined ? installs : installs.filter(isCurrent)
  return current.length === 0 ? installs : current
}

function placeOf({ storeId, regionId }: Pick<Install, 'storeId' | 'regionId'>): string {
  return `${storeId} ${regionId ?? 'all'}`
}
