import type { AppInstance } from '../bench/app-instance.ts'
import type { Bench } from '../bench/bench.ts'
import type { ApiCall, CallFault, FaultAct } from '../bench/calls.ts'
import { onceARun } from '../bench/once-a-run.ts'
import type { Place } from '../bench/place.ts'
import type { Reply } from '../bench/raw-request.ts'
import { CannotJudge } from '../check.ts'

/** An install of the app at which its calls are watched. */
export interface WatchedInstall {
  readonly place: Place
  /** As the exchange answered it: it tells this install's calls from all others. */
  readonly token: string
}

/** An app of its own, between two installs for which nothing ever happens. */
export interface ApiStage {
  readonly app: AppInstance
  readonly idle: readonly WatchedInstall[]
  /** A further install of this app, in a store of its own. */
  readonly install: () => Promise<WatchedInstall>
}

export const apiStage = onceARun(async (bench): Promise<ApiStage> => {
  const app = await bench.ownApp()
  const install = async () => installOn(bench, app)
  // What takes "the" token takes the first or the last.
  const first = await install()
  const last = await install()
  return { app, idle: [first, last], install }
})

async function installOn(bench: Bench, app: AppInstance): Promise<WatchedInstall> {
  const place = await bench.openPlace()
  const trip = await bench.install(app, place)
  if (!trip.ok) throw new CannotJudge('the app was not installed a second time')
  return { place, token: tokenOf(app, place) }
}

/** The token that an install got; of a region's own install where there are several in a store. */
export function tokenOf(app: AppInstance, { store, installRegionId }: Place): string {
  const answers = app.calls.list().flatMap(({ path, answer }) => (isExchange(path) ? [readExchange(answer)] : []))
  const found = answers.findLast((one) => one?.store_id === store.id && one.region_id === installRegionId)
  if (found?.access_token === undefined) throw new CannotJudge('the exchange of the install was not seen')
  return found.access_token
}

interface Exchange {
  readonly access_token?: string
  readonly store_id?: number
  readonly region_id?: number | null
}

function readExchange(answer: Buffer): Exchange | null {
  try {
    // What lacks a member is found by no comparison.
    return JSON.parse(answer.toString('utf8')) as Exchange | null
  } catch {
    return null
  }
}

function isExchange(path: string): boolean {
  return path.startsWith('/api/apps/oauth/token')
}

/** Whether a call was made with this token. */
export function isWith(token: string): (call: ApiCall) => boolean {
  return ({ headers, path }) => headers.authorization === `Bearer ${token}` || path.includes(token)
}

/** The calls made with a token, in their order. */
export function callsWith({ calls }: AppInstance, token: string): readonly ApiCall[] {
  return calls.list().filter(isWith(token))
}

/** An order is paid, and the app is told. */
export interface Told {
  readonly reply: Reply
  /** The same event once more, as the platform sends it again. */
  readonly again: () => Promise<Reply>
  readonly orderId: number
}

/** Tells the app of a new order of the place, with the topic that it does something about. */
export async function tell(bench: Bench, app: AppInstance, place: Place, topic = bench.usualTopic): Promise<Told> {
  const order = await bench.placeOrder(place)
  const { delivery, envelope } = await bench.event({ place, topic, order })
  const again = async () => {
    const repeat = await bench.event({ place, topic, order, eventId: envelope.eventId })
    return app.send(repeat.delivery)
  }
  return { reply: await app.send(delivery), again, orderId: order.id }
}

/** How long work that is done after the answer is waited for, in ms. */
export const WORK_MS = 5000

/** An install for which the app makes a call when an order is paid. Throws `CannotJudge` for an app that calls nothing then. */
export async function callingInstall(bench: Bench): Promise<WatchedInstall> {
  if (!(await makesCalls(bench))) throw new CannotJudge(`the app calls nothing when it is told of ${bench.usualTopic}`)
  const { install } = await apiStage(bench)
  return install()
}

/** With whichever token: whose it has to be is another question. */
const makesCalls = onceARun(async (bench): Promise<boolean> => {
  const { app, idle, install } = await apiStage(bench)
  const own = await install()
  const watched = [own, ...idle].map(({ token }) => ({ isOurs: isWith(token), before: callsWith(app, token).length }))
  await tell(bench, app, own.place)
  const isNew = (call: ApiCall) =>
    watched.some(({ isOurs, before }) => isOurs(call) && app.calls.list().filter(isOurs).indexOf(call) >= before)
  return (await app.calls.wait(isNew, WORK_MS)) !== null
})

/** While `work` runs, this happens to the calls of an install. */
export async function whileFaulty<T>(
  app: AppInstance,
  { token }: WatchedInstall,
  fault: { readonly act: FaultAct; readonly meets?: CallFault['meets'] },
  work: () => Promise<T>,
): Promise<T> {
  const isOurs = isWith(token)
  const end = app.calls.fault({ act: fault.act, meets: (call) => isOurs(call) && (fault.meets?.(call) ?? true) })
  try {
    return await work()
  } finally {
    end()
  }
}
