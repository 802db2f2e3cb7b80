import { isTopic, type Topic } from '../../catalog/topics.ts'
import type { Context } from '../../context.ts'
import { runningControl } from '../../control/running-control.ts'
import { AppError, hasCode } from '../../errors.ts'
import { isTrustedOrigin } from '../../project/origin-trust.ts'
import type { Target } from '../../project/targets.ts'
import { namesOrder } from '../../webhooks/event-body.ts'
import { orderByToken, realOrder, type EventOrder } from '../../webhooks/real-order.ts'
import { originOf, triggerInput, type TriggerFlags, type TriggerFacts } from '../../webhooks/trigger-input.ts'
import type { TriggerInput } from '../../webhooks/trigger.ts'
import { openClient } from '../call/open-client.ts'
import { requireRegion } from '../selection/none-installed.ts'

export interface TriggerSource extends TriggerFacts {
  readonly target: () => Promise<Target>
}

export interface PlannedTrigger {
  readonly input: TriggerInput
  /** Sentences about invented values. */
  readonly notes: readonly string[]
}

/** Returns the event for the flags, about the newest real order if there is one. Raises `usage.invalid` and `pin.*`. */
export async function planTrigger(
  context: Context,
  place: TriggerSource,
  flags: TriggerFlags,
): Promise<PlannedTrigger> {
  const { input, note } = await inputOf(context, place, flags)
  // A forged event tests the signature, whatever its topic.
  const isSent = flags['bad-signature'] || place.project.config.webhooks.topics.includes(flags.topic)
  const unsent = `app.toml does not subscribe to ${flags.topic}, so the platform would not send it.`
  const notes = [...(isSent ? [] : [unsent]), ...(note === null ? [] : [note])]
  if (!isTopic(flags.topic) || isSettled(flags.topic, flags)) return { input, notes }
  const order = await (isLive(place) ? liveOrder : emulatorOrder)(context, place, { ...input, topic: flags.topic })
  if (typeof order === 'string') return { input, notes: [...notes, `${madeUp} ${order}`] }
  const regionId = input.regionId ?? (order.regionId === null ? null : String(order.regionId))
  return { input: { ...input, regionId, order }, notes }
}

/** Does the same as `triggerInput`, but distinguishes a region without an install from one that does not exist. */
async function inputOf(
  context: Context,
  place: TriggerFacts,
  flags: TriggerFlags,
): Promise<ReturnType<typeof triggerInput>> {
  try {
    return triggerInput(place, flags)
  } catch (error) {
    const control = isLive(place) ? null : runningControl(context)
    const isUnknown = hasCode(error, 'pin.unknown') && flags.region !== undefined
    if (isUnknown && control !== null) await requireRegion(control, originOf(place, { store: flags.store }), flags)
    throw error
  }
}

type Wanted = Pick<TriggerInput, 'topic' | 'storeId' | 'regionId'>

/** Returns the newest order, or a text that explains why there is none. */
async function emulatorOrder(context: Context, _: TriggerSource, wanted: Wanted): Promise<EventOrder | string> {
  const control = runningControl(context)
  if (control === null) return 'no emulator is running.'
  const order = await realOrder(control, wanted.topic, wanted)
  return order ?? 'the store has no order. Create one with `app emulator order place`.'
}

/** Does the same with the install's stored token. */
async function liveOrder(
  context: Context,
  { project, target }: TriggerSource,
  { topic, storeId, regionId }: Wanted,
): Promise<EventOrder | string> {
  try {
    const live = await target()
    if (!isTrustedOrigin(context, live))
      return `sending a token to ${live.baseUrl.origin} has not been allowed yet (\`app context\` asks for permission).`
    const wanted = { project, target: live, store: storeId, region: regionId ?? undefined }
    const { client, install, close } = await openClient(context, wanted)
    const region = regionId === null ? install.regionId : Number(regionId)
    const order = await orderByToken(client, topic, { ...install, regionId: region }).finally(close)
    return order ?? 'the store and region have no order yet.'
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cli.interrupted') throw error
    return `the newest order could not be read (${error.code}).`
  }
}

/** Returns whether the platform is live. An emulator's identity is not a URL. */
function isLive({ identity }: TriggerFacts): boolean {
  return identity?.startsWith('http') === true
}

const madeUp = 'The event contains the made-up order 1001, because'

/** Returns whether the event needs no order of the store: its topic has none, or the flags specify it. */
function isSettled(topic: Topic, { body, set = [] }: TriggerFlags): boolean {
  return !namesOrder(topic) || body !== undefined || set.some((pair) => pair.startsWith('data.orderId='))
}
