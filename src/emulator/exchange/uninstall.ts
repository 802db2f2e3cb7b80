import { transaction } from '../../storage/database.ts'
import { prepared, updateRows } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { fanOutEvents, recordEvent } from '../deliveries/events.ts'
import { livingInstalls, type LivingInstall } from '../platform/installs.ts'
import { releaseWaiting } from '../platform/release-waiting.ts'
import { revokeTokens } from '../platform/tokens.ts'

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
export function uninstall(context: EmulatorContext, { appKey, storeId, regionId }: Uninstall): number {
  const leaving = livingInstalls(context, storeId, appKey).filter(
    (install) => regionId === null || install.regionId === regionId,
  )
  for (const install of leaving) {
    announce(context, storeId, install)
    transaction(context.registry, () => remove(context, storeId, install))
    note(context, storeId, install)
  }
  // Deliveries that wait for a payment would now wait forever.
  releaseWaiting(context, { appKey, storeId })
  if (leaving.length > 0) context.wakeQueue()
  return leaving.length
}

/** The event is fanned out while the subscription is active, because it goes to the app that is uninstalled. */
function announce(context: EmulatorContext, storeId: number, { appKey, regionId }: LivingInstall): void {
  transaction(context.storeDb(storeId), () =>
    recordEvent(context, { storeId, regionId, topic: 'app.uninstalled', data: { appKey } }),
  )
  fanOutEvents(context, storeId)
}

/** The platform notifies only the app. `app dev` reads it here. */
function note(context: EmulatorContext, storeId: number, { appKey, regionId }: LivingInstall): void {
  context.log({
    level: 'info',
    code: 'install.removed',
    message: `${appKey} was uninstalled, and its token was revoked.`,
    details: { appKey, storeId, regionId },
  })
}

function remove(context: EmulatorContext, storeId: number, install: LivingInstall): void {
  const { registry } = context
  const at = context.now().getTime()
  updateRows(registry, 'installs', { id: install.id }, { removed_at: at })
  prepared(registry, 'UPDATE subscriptions SET removed_at = ? WHERE install_id = ? AND removed_at IS NULL').run(
    at,
    install.id,
  )
  revokeTokens(context, { appKey: install.appKey, storeId, regionId: install.regionId }, { at, because: 'uninstalled' })
}
