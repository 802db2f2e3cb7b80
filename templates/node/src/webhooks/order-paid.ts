import { accessOf } from '../install/access.ts'
import { noteRefusedToken } from '../install/broken-install.ts'
import { installOfEvent, markWorking, type Install } from '../install/installs.ts'
import { PlatformError } from '../platform/platform-error.ts'
import { countPaidOrder } from '../state/totals.ts'
import type { OrderEvent } from './event.ts'
import { nothing, type Effect, type WorkTools } from './work-on.ts'

/**
 * Fetches the order and adds it to the total of its currency. The amount is never taken from the event: its payload is not documented. Without a token that
 * the platform takes, the job waits as a dead letter until the app is installed again.
 */
export async function orderPaid(tools: WorkTools, event: OrderEvent): Promise<Effect> {
  const { eventId, storeId, regionId, orderId } = event
  if (orderId === null) {
    tools.log('order.paid without an order, nothing counted', { eventId, storeId })
    return nothing
  }
  const install = await installOfEvent(tools, event)
  const access = install === null ? null : accessOf(install, regionId)
  if (install === null || access === null) {
    tools.log('no usable token: install the app here (again)', { eventId, storeId, regionId })
    return 'dead'
  }
  if (install.leavingAt !== null) throw new Error('An uninstall of this store is being looked into.')
  try {
    const order = await tools.platform.order(access, orderId)
    if (install.brokenAt !== null) await worksAgain(tools, install)
    return (sql) => countPaidOrder(sql, { storeId, regionId: regionId ?? access.pin ?? 0 }, order)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.isTemporary) throw error
    if (error.status === 401) {
      await noteRefusedToken(tools, install, access)
      return 'dead'
    }
    tools.log('the platform refuses the order, nothing counted', { eventId, storeId, status: error.status })
    return nothing
  }
}

/** The platform takes the token after all, so what was given up for it is done now. */
async function worksAgain({ db, queue, now }: WorkTools, install: Install): Promise<void> {
  await markWorking(db.sql, install, now())
  await queue.redrive(install.storeId)
}
