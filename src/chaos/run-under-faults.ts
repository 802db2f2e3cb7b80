import type { Context } from '../context.ts'
import type { Delivery } from '../control/contract.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { Fault } from '../control/fault.ts'
import type { ObservedTraffic } from './breakage.ts'
import type { ChaosPlan, PlannedFault } from './chaos-plan.ts'

export interface ChaosTools extends Pick<Context, 'now' | 'sleep'> {
  readonly control: Pick<
    ControlClient,
    'clock' | 'faults' | 'setFaults' | 'endFaults' | 'deliveries' | 'retryDeliveries' | 'attempts' | 'requests'
  >
  /** Called with the faults that are set now; once they are removed, this process need not clean them up. */
  readonly onSet?: (faults: readonly Fault[]) => void
}

export interface ChaosInput {
  readonly plan: ChaosPlan
  readonly appKey: string
  /** The app's own URL, for deliveries that a gateway in front of it would reject itself; null without such a gateway. */
  readonly webhookUrl: string | null
  readonly signal: AbortSignal
}

/** A planned fault, and the number of requests or deliveries that it affected. */
export interface FaultDone extends PlannedFault {
  readonly hits: number
}

export interface UnderFaults<T> {
  readonly result: T
  readonly faults: readonly FaultDone[]
  readonly traffic: ObservedTraffic
}

/**
 * Does some work while the planned faults are active, and returns what was observed of the app until all deliveries
 * have ended. The faults are removed however the work ends, and expire automatically if this process is killed.
 */
export async function runUnderFaults<T>(
  tools: ChaosTools,
  input: ChaosInput,
  work: () => Promise<T>,
): Promise<UnderFaults<T>> {
  const { control } = tools
  const { plan, appKey } = input
  const { now: since } = await control.clock()
  const [newest] = await control.deliveries({ app: appKey, limit: 1 })
  const set = await control.setFaults({ faults: plan.faults.map((fault) => faultInput(fault, input)) })
  tools.onSet?.(set)
  const ids = set.map(({ id }) => id)
  const endFaults = () => control.endFaults({ ids })
  let result: T
  let faults: readonly FaultDone[]
  try {
    result = await work()
    const met = new Map((await control.faults()).map(({ id, hits }) => [id, hits]))
    faults = plan.faults.map((fault, at) => ({ ...fault, hits: met.get(ids[at] ?? 0) ?? 0 }))
  } catch (error) {
    // The caller must get the outcome of the work.
    await endFaults().catch(() => {})
    await control.retryDeliveries({ appKey }).catch(() => {})
    throw error
  }
  await endFaults()
  const own = () => deliveriesSince(control, appKey, newest?.id ?? 0)
  await settle(tools, input, own)
  const [attempts, requests] = await Promise.all([
    control.attempts({ app: appKey, since }),
    control.requests({ app: appKey, since }),
  ])
  return {
    result,
    faults,
    traffic: { deliveries: await own(), attempts: attempts.toReversed(), requests: requests.toReversed() },
  }
}

/** Faults whose deliveries a gateway would reject itself. */
const pastTheGateway = new Set(['signature-truncated', 'signature-wrong', 'truncated'])

function faultInput({ startMs, ...fault }: PlannedFault, { appKey, webhookUrl }: ChaosInput) {
  const to = webhookUrl !== null && pastTheGateway.has(fault.kind) ? { to: webhookUrl } : {}
  return { ...fault, ...to, afterMs: startMs, times: null, appKey }
}

/** Number of rounds in which failed deliveries are resent at the end, and the wait for an attempt. */
const ROUNDS = 4
const ROUND_MS = 15_000
const LOOK_MS = 100

/** Resends waiting deliveries, without the platform's long pauses, until everything is accepted or has failed repeatedly. */
async function settle(
  { control, now, sleep }: ChaosTools,
  { appKey, signal }: ChaosInput,
  own: () => Promise<readonly Delivery[]>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await control.retryDeliveries({ appKey })
    const until = now().getTime() + ROUND_MS
    for (;;) {
      await sleep(LOOK_MS, signal)
      const pending = (await own()).filter(({ state }) => state === 'pending')
      if (pending.length === 0) return
      const { now: at } = await control.clock()
      const isSent = pending.every(({ nextAttemptAt }) => nextAttemptAt === null || nextAttemptAt > at)
      if (isSent || now().getTime() > until) break
    }
  }
}

const PAGE = 1000

/** Returns the deliveries with a greater id, newest first. */
async function deliveriesSince(
  control: ChaosTools['control'],
  app: string,
  after: number,
): Promise<readonly Delivery[]> {
  const found: Delivery[] = []
  for (;;) {
    const last = found.at(-1)
    const page = await control.deliveries({ app, limit: PAGE, ...(last === undefined ? {} : { before: last.id }) })
    found.push(...page.filter(({ id }) => id > after))
    if (page.length < PAGE || (page.at(-1)?.id ?? 0) <= after) return found
  }
}
