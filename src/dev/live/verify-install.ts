import { context } from '../../catalog/resources/context.ts'
import { createClient } from '../../client/client.ts'
import { createLimiter } from '../../client/limiter.ts'
import { mergeRegions, requireContext } from '../../install/context-facts.ts'
import { recordInstall, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import type { Stage } from '../stage.ts'

export interface FreshInstall {
  readonly target: Target
  readonly token: string
  readonly install: Install
  /** Whether it is on record, where what is learnt belongs. */
  readonly isKept: boolean
}

/** Asks the platform with the new token whose it is, and tells what came of it. Raises nothing: the app has its token in any case. */
export async function verifyInstall(stage: Stage, fresh: FreshInstall): Promise<void> {
  const { tools, emit, signal } = stage
  const { install, isKept } = fresh
  try {
    const seen = await readContext(stage, fresh)
    const exchanged = install.regions.map((region) => ({ ...region, domain: region.domain ?? null }))
    const regions = mergeRegions(exchanged, seen.regions)
    if (isKept) recordInstall(tools.paths, { ...install, storeCode: seen.store.code, regions })
    const isSame = seen.store.id === install.storeId
    emit({
      event: 'verified',
      storeId: String(install.storeId),
      storeCode: seen.store.code,
      regions: regions.map(({ code }) => code),
      problem: isSame ? null : `the token opens store ${seen.store.id}, not ${install.storeId}`,
    })
  } catch (error) {
    if (signal.aborted) return
    const problem = error instanceof Error ? error.message : String(error)
    emit({ event: 'verified', storeId: String(install.storeId), storeCode: null, regions: [], problem })
  }
}

async function readContext({ tools, signal }: Stage, { target, token, install }: FreshInstall) {
  const { now, sleep, send, paths } = tools
  const limiter = createLimiter({ path: paths.limiterDb, now, sleep, signal })
  try {
    const client = createClient({
      send,
      baseUrl: target.baseUrl,
      token,
      install,
      requestedScopes: null,
      limiter,
      now,
      sleep,
      signal,
      random: () => 0,
    })
    return requireContext((await client.call(context.get)).body)
  } finally {
    limiter.close()
  }
}
