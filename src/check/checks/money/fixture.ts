import type { PlacedOrder } from '../../../control/contract.ts'
import { apiFixture, firstCalled, watched } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import { lastAnswer } from '../../deliver.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { onceFor } from '../../harness/once-for.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { callsWith, isWith } from '../../harness/tokens.ts'
import { isAbout, lookUntil, patience, untilCall } from '../../harness/work.ts'
import { readPanelText } from '../../panel/panel-text.ts'
import { amountsIn, isFloatError, sumAmounts } from './amounts.ts'
import { chooseTotals, type ChosenTotals } from './chosen.ts'

/** Paid orders of one region, with totals that reveal floats. */
export interface PaidRegion {
  readonly place: InstallPlace
  readonly currency: string
  /** True if the app accepted all of them. */
  readonly isTaken: boolean
  /** Decimal texts, as the platform returns them. */
  readonly totals: readonly string[]
  /** Exact sums of the lists of orders that the app has read. */
  readonly listed: readonly string[]
  /** Writes that the app made about them. */
  readonly writes: readonly ApiCall[]
  /** Text of the panel before and afterwards, without scripts and styles; empty without a panel. */
  readonly before: string
  readonly panel: string
}

/** As floats, 1.1 + 2.2 is not 3.3, and the third amount has more digits than some apps keep. */
const HOME = ['1.10', '2.20', '1234567.83']
const OTHER = ['7654321.12']

/**
 * Prepares two regions of one store with different currencies, each with paid orders whose events
 * the app received. The second is null if there is only one.
 */
export const paidRegions = onceFor(async (harness: Harness): Promise<readonly [PaidRegion, PaidRegion | null]> => {
  const topic = 'order.paid'
  if (!harness.config.webhooks.topics.includes(topic))
    throw new CannotJudge('app.toml does not subscribe to order.paid')
  const { app, install } = await apiFixture(harness)
  const { place } = await install()
  const other = harness.otherRegion(place)
  if (other !== null && other.installRegionId !== null) await harness.install(app, other)
  const chosenIn = (at: InstallPlace, totals: readonly string[]) =>
    chooseTotals(app, { token: watched(app, at).token, totals })
  const chosen = chosenIn(place, HOME)
  // A store-wide install has one token for both regions.
  const chosenOther = other === null || other.installRegionId === null ? chosen : chosenIn(other, OTHER)
  const pays = [
    { place, totals: HOME, chosen },
    ...(other === null ? [] : [{ place: other, totals: OTHER, chosen: chosenOther }]),
  ]
  const regions = await paid(harness, app, pays)
  for (const { end } of [chosen, chosenOther]) end()
  const [home, away] = regions
  if (home === undefined) throw new Error('The home region is missing.')
  return [home, away ?? null]
})

type Paid = Pay & Pick<PaidRegion, 'isTaken' | 'before'>

/** Pays the orders of the regions one after the other, and reads the panels before and after all of them. */
async function paid(harness: Harness, app: AppInstance, pays: readonly Pay[]): Promise<PaidRegion[]> {
  // An app may read earlier orders after an install.
  for (const { place } of pays) await settled(harness, app, watched(app, place).token)
  const before = await Promise.all(pays.map(async ({ place }) => panelText(harness, app, place)))
  const done: Paid[] = []
  for (const [at, pay] of pays.entries())
    done.push({ ...pay, isTaken: await payIn(harness, app, pay), before: before[at] ?? '' })
  const regions: PaidRegion[] = []
  for (const one of done) regions.push(await lookAt(harness, app, one))
  return regions
}

/** Throws `CannotJudge` if the app did not accept all of the orders. */
export async function takenRegions(harness: Harness): Promise<readonly [PaidRegion, PaidRegion | null]> {
  const regions = await paidRegions(harness)
  if (regions.every((region) => region?.isTaken !== false)) return regions
  throw new CannotJudge('the app does not accept the event of a paid order')
}

interface Pay {
  readonly place: InstallPlace
  readonly totals: readonly string[]
  readonly chosen: ChosenTotals
}

/** Places paid orders with the given totals and sends the app their events in sequence. Returns false if the app rejects one. */
async function payIn(harness: Harness, app: AppInstance, { place, totals, chosen }: Pay): Promise<boolean> {
  const { token } = watched(app, place)
  let isAsking = (await firstCalled(harness)) !== null
  for (const total of totals) {
    const order = await harness.placeOrder(place)
    chosen.choose(order.id, total)
    const { delivery } = await harness.event({ place, topic: 'order.paid', order })
    const answer = await lastAnswer(harness, app, delivery)
    if (isTaken(answer) && isAsking) isAsking = await isAskedFor(harness, app, { token, order })
    if (!isTaken(answer)) return false
    await settled(harness, app, token)
  }
  return true
}

/** Time in ms on an idle machine until work after the response makes its call. */
const SETTLE_MS = 150

interface Settling {
  readonly token: string
  readonly order: PlacedOrder
}

/** Waits until the app requests the order. Returns false if it does not with this token. */
async function isAskedFor(harness: Harness, app: AppInstance, { token, order }: Settling): Promise<boolean> {
  const isMeant = (call: ApiCall) => isWith(token)(call) && isAbout(order)(call) && call.status !== null
  return (await untilCall(harness, app, isMeant)) !== null
}

/** Waits until no more calls arrive. */
async function settled(harness: Harness, app: AppInstance, token: string): Promise<void> {
  for (let before = -1, now = callsWith(app, token).length; before !== now; now = callsWith(app, token).length) {
    before = now
    await patience(harness, app, SETTLE_MS)
  }
}

async function lookAt(harness: Harness, app: AppInstance, { chosen, ...paidFor }: Paid): Promise<PaidRegion> {
  const { place, totals } = paidFor
  const currency = place.region.currencyCode
  const hasSum = (text: string) => {
    const sums = [sumAmounts(totals).toFixed(2), ...chosen.listed(currency)]
    return amountsIn(text).some((amount) => isFloatError(amount) || sums.some((sum) => amount.value.eq(sum)))
  }
  // The work of an app that responds first may not be in its panel yet.
  const look = () => panelText(harness, app, place)
  const panel = await lookUntil(harness, app, { look, isDone: hasSum, ms: SHOWN_MS })
  const writes = callsWith(app, watched(app, place).token).filter(({ method }) => method !== 'GET')
  return { ...paidFor, currency, listed: chosen.listed(currency), writes, panel }
}

/** Time in ms on an idle machine until the panel shows what the app has done. */
export const SHOWN_MS = 600

/** Returns the panel's text; for a store-wide install also that of the region and of all regions, as its picker selects them. */
export async function panelText(harness: Harness, app: AppInstance, place: InstallPlace): Promise<string> {
  if (harness.config.manifest === null) return ''
  const queries = place.installRegionId === null ? [{}, { region: String(place.region.id) }, { region: 'all' }] : [{}]
  return readPanelText(harness, { app, place, queries })
}
