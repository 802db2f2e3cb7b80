import { transaction } from '../../storage/database.ts'
import { prepared, updateRows } from '../../storage/statements.ts'
import { fanOutEvents, recordEvent } from '../deliveries/events.ts'
import { livingInstalls, type LivingInstall } from '../platform/installs.ts'
import { releaseWaiting } from '../platform/release-waiting.ts'
import { revokeTokens } from '../platform/tokens.ts'
import type { World } from '../world.ts'

export interface Uninstall {
  readonly appKey: string
  readonly storeId: number
  /** Region of the install to remove. Null removes every install of the app in the store (a store-wide install is one). */
  readonly regionId: number | null
}

/**
 * Removes installs and revokes their tokens (INST-065, INST-067). The rows stay for audit.
 * `app.uninstalled` is sent for each (N4, B40). Returns the number of removed installs.
 */
export function uninstall(world: World, { appKey, storeId, regionId }: Uninstall): number {
  const leaving = livingInstalls(world, storeId, appKey).filter(
    (install) => regionId === null || install.regionId === regionId,
  )
  for (const install of leaving) {
    announce(world, storeId, install)
    transaction(world.registry, () => remove(world, storeId, install))
    note(world, storeId, install)
  }
  // Deliveries that wait for a payment would now wait forever.
  releaseWaiting(world, { appKey, storeId })
  if (leaving.length > 0) world.wakeQueue()
  return leaving.length
}

/** The event is fanned out while the subscription is active, because it goes to the app that is uninstalled. */
function announce(world: World, storeId: number, { appKey, regionId }: LivingInstall): void {
  transaction(world.storeDb(storeId), () =>
    recordEvent(world, { storeId, regionId, topic: 'app.uninstalled', data: { appKey } }),
  )
  fanOutEvents(world, storeId)
}

/** The platform notifies only the app. `app dev` reads it here. */
function note(world: World, storeId: number, { appKey, regionId }: LivingInstall): void {
  world.log({
    level: 'info',
    code: 'install.removed',
    message: `${appKey} was uninstalled, and its token was revoked.`,
    details: { appKey, storeId, regionId },
  })
}

function remove(world: World, storeId: number, install: LivingInstall): void {
  const { registry } = world
  const at = world.now().getTime()
  updateRows(registry, 'installs', { id: install.id }, { removed_at: at })
  prepared(registry, 'UPDATE subscriptions SET removed_at = ? WHERE install_id = ? AND removed_at IS NULL').run(
    at,
    install.id,
  )
  revokeTokens(world, { appKey: install.appKey, storeId, regionId: install.regionId }, { at, because: 'uninstalled' })
}
