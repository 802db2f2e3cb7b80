import type { Core } from '../core.ts'
import type { Job, Outcome } from '../database/queue.ts'
import { wasWritten } from '../database/tx.ts'
import { markLeaving, markRemoved, installOf } from '../install/installs.ts'
import { applyEffect } from './effect.ts'
import { HANDLER_MS } from './limits.ts'
import { workContext } from './work-context.ts'

/**
 * Accepts an uninstall only with a dead token: a late copy must not end a newer install. The hook's
 * effect is in the same transaction.
 */
export async function uninstalled(core: Core, job: Job, attempt: number): Promise<Outcome> {
  const install = await installOf(core, job)
  if (install === null) return 'done'
  if (install.token !== null && (await core.platform.regions(install.token)) !== null) {
    await core.database.batch([markLeaving(install, null)])
    return 'done'
  }
  const { uninstalled: hook } = core.declared.hooks
  const context = workContext(core, { install, job, attempt, signal: AbortSignal.timeout(HANDLER_MS) })
  const effect = await hook?.(context)
  const isRemoved = await wasWritten(
    core.database.transaction(async (tx) => {
      await tx.must(markRemoved(install, core.now()))
      await applyEffect(core, tx, { effect, trace: job.trace })
    }),
  )
  // Otherwise the app was installed again meanwhile, and its data stays.
  if (isRemoved) core.log('uninstalled', { storeId: install.storeId, regionId: install.regionId })
  return 'done'
}
