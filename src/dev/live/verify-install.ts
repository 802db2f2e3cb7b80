import { readContext } from '../../client/installation-context.ts'
import { messageOf } from '../../errors/thrown.ts'
import { withContext } from '../../install/record.ts'
import { updateInstall } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import type { KeptInstall } from '../installs/keep-install.ts'
import type { Stage } from '../stage.ts'
import { withTools } from './live-client.ts'

/** What is learnt belongs into the record, where there is one. */
export interface FreshInstall extends KeptInstall {
  readonly target: Target
}

/** Asks the platform with the new token which store it is for, and reports the answer. Raises nothing: the app has its token in any case. */
export async function verifyInstall(stage: Stage, fresh: FreshInstall): Promise<void> {
  const { tools, emit, signal } = stage
  const { install, isKept } = fresh
  try {
    const context = await contextOf(stage, fresh)
    const isSame = context.store.id === install.storeId
    const learnt = withContext(install, context)
    if (isKept && isSame) updateInstall(tools.paths, learnt)
    emit({
      event: 'verified',
      storeId: String(install.storeId),
      storeCode: context.store.code,
      regions: learnt.regions.map(({ code }) => code),
      problem: isSame ? null : `the token opens store ${context.store.id}, not ${install.storeId}`,
    })
  } catch (error) {
    if (signal.aborted) return
    const problem = messageOf(error)
    emit({ event: 'verified', storeId: String(install.storeId), storeCode: null, regions: [], problem })
  }
}

async function contextOf(stage: Stage, fresh: FreshInstall) {
  return withTools(stage, fresh, readContext)
}
