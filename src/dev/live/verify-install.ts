import { readContext } from '../../client/installation-context.ts'
import type { SecretSource } from '../../credentials/credentials.ts'
import { hasCode } from '../../errors.ts'
import { PAY_PLAN } from '../../errors/advice.ts'
import { messageOf } from '../../errors/thrown.ts'
import { withContext } from '../../install/record.ts'
import { updateInstall } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import { originText } from '../../text/origins/secret-source.ts'
import type { DevContext } from '../context.ts'
import type { KeptInstall } from '../installs/keep-install.ts'
import { withTools } from './live-client.ts'

/** A new install. The results of its verification are saved if it has a record. */
export interface FreshInstall extends KeptInstall {
  readonly target: Target
  /** Source of the token. Undefined if it was just exchanged. */
  readonly source?: SecretSource | undefined
}

/** Maximum delay of the install report while its store and region names load. */
const NAMES_MS = 5000

/**
 * Asks the platform which store the new token is for, and reports the result. `onNamed` reports the
 * install as soon as its names are known. Never throws, because the app has its token in any case.
 */
export async function verifyInstall(dev: DevContext, fresh: FreshInstall, onNamed = () => {}): Promise<void> {
  const context = contextOf(dev, fresh)
  const over = new AbortController()
  const asleep = dev.tools.sleep(NAMES_MS, AbortSignal.any([dev.signal, over.signal]))
  await Promise.race([context, asleep]).catch(() => {})
  over.abort()
  onNamed()
  await report(dev, fresh, context)
}

async function report(
  dev: DevContext,
  { install, isKept, source, target }: FreshInstall,
  asked: ReturnType<typeof contextOf>,
) {
  const { tools, emit, signal } = dev
  try {
    const context = await asked
    const isSame = context.store.id === install.storeId
    const learnt = withContext(install, context)
    if (isKept && isSame) updateInstall(tools.paths, learnt)
    emit({
      event: 'verified',
      storeId: String(install.storeId),
      storeCode: context.store.code,
      regions: learnt.regions.map(({ code }) => code),
      problem: isSame ? null : `the token belongs to store ${context.store.id}, not ${install.storeId}`,
    })
  } catch (error) {
    if (signal.aborted) return
    const storeId = String(install.storeId)
    if (hasCode(error, 'api.payment-pending')) {
      const problem = `The payment is pending (402), so no event is delivered and calls are rejected. ${PAY_PLAN.live.replace('.', `, ${target.adminUrl.href}`)}`
      return emit({
        event: 'verified',
        storeId,
        storeCode: install.storeCode,
        regions: [],
        problem,
        paymentPending: true,
      })
    }
    const problem = messageOf(error) + (source === undefined ? '' : ` The token came from ${originText(source)}.`)
    emit({ event: 'verified', storeId, storeCode: null, regions: [], problem })
  }
}

async function contextOf(dev: DevContext, fresh: FreshInstall) {
  const context = await withTools(dev, fresh, readContext)
  const { id, code } = context.store
  if (id === fresh.install.storeId) dev.names.learn({ id, code, regions: context.regions })
  return context
}
