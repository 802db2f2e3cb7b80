import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { withInstalls, type AppIdentity, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'

/** Whether the platform still has an install that is on record here. */
export type IsStanding = (install: Install) => boolean

/**
 * What the emulator says of the installs on record: a store owner who removes one tells only the app, and a reset tells nobody. Undefined where nobody asks: on the
 * live platform, where there is no choice between several, and where the emulator does not answer.
 */
export async function standingInstalls(
  { send, paths }: Pick<Context, 'send' | 'paths'>,
  { control: tools, identity }: Pick<Target, 'control' | 'identity'>,
  appKey: AppIdentity['appKey'],
): Promise<IsStanding | undefined> {
  if (tools === null || withInstalls(paths, (installs) => installs.list({ identity, appKey })).length < 2)
    return undefined
  // Loaded only where there is something to ask.
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

/** Without those that the platform no longer has; all of them where it has none, so that it says so itself. */
export function standingAmong(installs: readonly Install[], isStanding: IsStanding | undefined): readonly Install[] {
  const standing = isStanding === undefined ? installs : installs.filter(isStanding)
  return standing.length === 0 ? installs : standing
}

function placeOf({ storeId, regionId }: Pick<Install, 'storeId' | 'regionId'>): string {
  return `${storeId} ${regionId ?? 'all'}`
}
