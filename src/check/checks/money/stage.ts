import type { PlacedOrder } from '../../../control/contract.ts'
import { apiStage, firstCalled, watched } from '../../api-calls/stage.ts'
import type { AppInstance } from '../../bench/app-instance.ts'
import type { Bench } from '../../bench/bench.ts'
import type { ApiCall } from '../../bench/calls.ts'
import type { InstallPlace } from '../../bench/install-place.ts'
import { onceFor } from '../../bench/once-for.ts'
import { isTaken } from '../../bench/raw-request.ts'
import { isAbout, workMs } from '../../bench/work.ts'
import { CannotJudge } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { panelTextOf } from '../../panel/panel-text.ts'
import { callsWith, isWith } from '../../stores/tokens.ts'

/** Paid orders of one region, with totals that reveal floats. */
export interface PaidRegion {
  readonly place: InstallPlace
  readonly currency: string
  /** Whether the app has accepted all of them. */
  readonly isTaken: boolean
  /** Decimal texts, as the platform returns them. */
  readonly totals: readonly string[]
  /** The writes that the app made about them. */
  readonly writes: readonly ApiCall[]
  /** The text of the panel afterwards, without scripts and styles; empty without a panel. */
  readonly panel: string
}

/** As floats, 1.1 + 2.2 is not 3.3, and the third amount has more digits than some apps keep. */
const HOME = ['1.10', '2.20', '1234567.83']
const OTHER = ['7654321.12']

/** Two regions of one store with different currencies, each with paid orders whose events the app got; the second is null where there is only one. */
export const paidRegions = onceFor(async (bench: Bench): Promise<readonly [PaidRegion, PaidRegion | null]> => {
  const topic = 'order.paid'
  if (!bench.config.webhooks.topics.includes(topic)) throw new CannotJudge('app.toml does not subscribe to order.paid')
  const { app, install } = await apiStage(bench)
  const { place } = await install()
  const other = bench.otherRegion(place)
  if (other !== null && other.installRegionId !== null) await bench.install(app, other)
  const isHomeTaken = await payIn(bench, app, { place, totals: HOME })
  const isOtherTaken = other === null || (await payIn(bench, app, { place: other, totals: OTHER }))
  const home = await lookAt(bench, app, { place, totals: HOME, isTaken: isHomeTaken })
  return [
    home,
    other === null ? null : await lookAt(bench, app, { place: other, totals: OTHER, isTaken: isOtherTaken }),
  ]
})

/** Throws `CannotJudge` where the app has not accepted all of the orders. */
export async function takenRegions(bench: Bench): Promise<readonly [PaidRegion, PaidRegion | null]> {
  const regions = await paidRegions(bench)
  if (regions.every((region) => region?.isTaken !== false)) return regions
  throw new CannotJudge('the app does not accept the event of a paid order')
}

interface Pay {
  readonly place: InstallPlace
  readonly totals: readonly string[]
}

/** Places paid orders with the given totals and sends the app their events one after the other; false when it does not accept one. */
async function payIn(bench: Bench, app: AppInstance, { place, totals }: Pay): Promise<boolean> {
  const { token } = watched(app, place)
  let isAsking = (await firstCalled(bench)) !== null
  for (const total of totals) {
    const order = await bench.placeOrder(place)
    const end = app.calls.fault({
      meets: ({ path, headers }) =>
        headers.authorization === `Bearer ${token}` && new RegExp(`/orders/${order.id}(?:\\?|$)`).test(path),
      act: { kind: 'change', change: (text) => text.replaceAll(/("grandTotal"\s*:\s*)-?[\d.]+/g, `$1${total}`) },
    })
    const { delivery } = await bench.event({ place, topic: 'order.paid', order })
    const answer = await lastAnswer(bench, app, delivery)
    if (isTaken(answer) && isAsking) isAsking = await isAskedFor(bench, app, { token, order })
    if (isTaken(answer)) await settled(bench, app, token)
    end()
    if (!isTaken(answer)) return false
  }
  return true
}

/** The time until work after the answer has reached its call, in ms. */
const SETTLE_MS = 150

interface Settling {
  readonly token: string
  readonly order: PlacedOrder
}

/** Waits until the app has requested the order; false where it does not with this token. */
async function isAskedFor(bench: Bench, app: AppInstance, { token, order }: Settling): Promise<boolean> {
  const isMeant = (call: ApiCall) => isWith(token)(call) && isAbout(order)(call) && call.status !== null
  return (await app.calls.wait(isMeant, workMs(bench))) !== null
}

/** Waits, for a short time at most, until no more calls come. */
async function settled(bench: Bench, app: AppInstance, token: string): Promise<void> {
  for (let before = -1, now = callsWith(app, token).length; before !== now; now = callsWith(app, token).length) {
    before = now
    await bench.sleep(SETTLE_MS)
  }
}

async function lookAt(
  bench: Bench,
  app: AppInstance,
  { place, totals, isTaken: wasTaken }: Pay & Pick<PaidRegion, 'isTaken'>,
): Promise<PaidRegion> {
  const writes = callsWith(app, watched(app, place).token).filter(({ method }) => method !== 'GET')
  const panel = bench.config.manifest === null ? '' : await panelText(bench, app, place)
  return { place, currency: place.region.currencyCode, isTaken: wasTaken, totals, writes, panel }
}

/** For a store-wide install also the panel of the region, as its picker selects it. */
function panelText(bench: Bench, app: AppInstance, place: InstallPlace): Promise<string> {
  const queries = place.installRegionId === null ? [{}, { region: String(place.region.id) }] : [{}]
  return panelTextOf(bench, { app, place, queries })
}
