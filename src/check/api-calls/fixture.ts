import { CannotJudge } from '../cannot-judge.ts'
import type { AppInstance } from '../harness/app-instance.ts'
import { traced, type TracedEvent } from '../harness/app-state/event-traces.ts'
import { whileFault, type ApiCall, type CallFault, type FaultAct } from '../harness/calls.ts'
import type { Harness } from '../harness/harness.ts'
import type { InstallPlace } from '../harness/install-place.ts'
import { onceFor } from '../harness/once-for.ts'
import type { Answer } from '../harness/raw-request.ts'
import { isWith, findToken } from '../harness/tokens.ts'
import { isAbout, patience, untilCall } from '../harness/work.ts'
import { isCausedBy, RESTLESS_MS } from './caused.ts'

/** An install of the app whose calls are watched. */
export interface WatchedInstall {
  readonly place: InstallPlace
  /** Token from the exchange response. It distinguishes this install's calls from all others. */
  readonly token: string
}

/** A separate app, with two installs that never get an event. */
export interface ApiFixture {
  readonly app: AppInstance
  readonly idle: readonly [WatchedInstall, WatchedInstall]
  /** Creates another install of this app, in a separate store. */
  readonly install: () => Promise<WatchedInstall>
}

export const apiFixture = onceFor(async (harness: Harness): Promise<ApiFixture> => {
  const app = await harness.ownApp()
  const install = async () => installOn(harness, app)
  // An app that confuses tokens uses the first or the last one.
  const first = await install()
  const last = await install()
  return { app, idle: [first, last], install }
})

async function installOn(harness: Harness, app: AppInstance): Promise<WatchedInstall> {
  const place = await harness.openPlace()
  const trip = await harness.install(app, place)
  if (!trip.ok) throw new CannotJudge('a second install does not complete')
  return watched(app, place)
}

/** Returns an install of the app that succeeded. Throws `CannotJudge` if its exchange was not seen. */
export function watched(app: AppInstance, place: InstallPlace): WatchedInstall {
  const token = findToken(app, place)
  if (token === null) throw new CannotJudge("the install's token exchange was not seen")
  return { place, token }
}

/** A paid order whose event the app received. */
export interface SentEvent {
  readonly answer: Answer
  /** Redelivers the same event, as the platform does. */
  readonly again: () => Promise<Answer>
  readonly orderId: number
  readonly eventId: string
  readonly traced: TracedEvent
}

/** Sends the app the event of a new order of this store and region, with the topic that makes the app work. */
export async function sendEvent(
  harness: Harness,
  app: AppInstance,
  place: InstallPlace,
  topic = harness.usualTopic,
): Promise<SentEvent> {
  const order = await harness.placeOrder(place)
  const event = await harness.event({ place, topic, order })
  const { eventId } = event.envelope
  const again = async () => {
    const repeat = await harness.event({ place, topic, order, eventId })
    return app.send(repeat.delivery)
  }
  return { answer: await app.send(event.delivery), again, orderId: order.id, eventId, traced: traced(event) }
}

/** Throws `CannotJudge` if the app makes no call when an order is paid. */
export async function whenItCalls(harness: Harness): Promise<void> {
  if ((await firstCalled(harness)) === null)
    throw new CannotJudge(`the ${harness.usualTopic} event triggers no call to the platform`)
}

/** Returns an install for which the app makes a call when an order is paid. Throws `CannotJudge` if it makes none. */
export async function callingInstall(harness: Harness): Promise<WatchedInstall> {
  await whenItCalls(harness)
  const { install } = await apiFixture(harness)
  return install()
}

/** Returns the event that made this app call with any token (another check judges which one). Null if the app makes no call. */
export const firstCalled = onceFor(async (harness: Harness): Promise<SentEvent | null> => {
  const fixture = await apiFixture(harness)
  const { app, idle, install } = fixture
  const own = await install()
  const tokens = [own, ...idle].map(({ token }) => isWith(token))
  const before = new Set(app.calls.list())
  const sent = await sendEvent(harness, app, own.place)
  const isNew = (call: ApiCall) => !before.has(call) && tokens.some((isOurs) => isOurs(call))
  const isCaused = (call: ApiCall) => isNew(call) && isCausedBy(fixture, sent)(call)
  const call = await untilCall(harness, app, isCaused)
  if (call === null || isAbout({ id: sent.orderId })(call)) return call === null ? null : sent
  // The call may have been a poll, which the app makes for its other installs too.
  await patience(harness, app, RESTLESS_MS)
  return app.calls.list().some(isCaused) ? sent : null
})

/** Returns true if a call was made with this install's token because of an event. */
export async function isWorkOf(
  harness: Harness,
  { token }: WatchedInstall,
  sent: Pick<SentEvent, 'orderId'>,
): Promise<(call: ApiCall) => boolean> {
  const isOurs = isWith(token)
  const isCaused = isCausedBy(await apiFixture(harness), sent)
  return (call) => isOurs(call) && isCaused(call)
}

/** Injects a fault into the calls of an install while `work` runs. */
export async function whileFaulty<T>(
  app: AppInstance,
  { token }: WatchedInstall,
  fault: { readonly act: FaultAct; readonly meets?: CallFault['meets'] },
  work: () => Promise<T>,
): Promise<T> {
  const isOurs = isWith(token)
  const meets = (call: ApiCall) => isOurs(call) && (fault.meets?.(call) ?? true)
  return whileFault(app, { act: fault.act, meets }, work)
}
