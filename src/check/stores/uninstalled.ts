import type { Bench } from '../bench/bench.ts'
import type { Page } from '../bench/browser.ts'
import type { ApiCall } from '../bench/calls.ts'
import { onceFor } from '../bench/once-for.ts'
import type { Answer } from '../bench/raw-request.ts'
import { callsWith, isWith, tokenOf } from '../bench/tokens.ts'
import { lookUntil, patience, untilCall } from '../bench/work.ts'
import { CannotJudge } from '../cannot-judge.ts'
import { deliver } from '../deliver.ts'
import { openPanel, type PanelOpening } from '../panel/panel.ts'
import { openAt, panelsOfStores } from './installed-stores.ts'
import { callOfOtherRegion } from './other-region.ts'

/** An app's behavior when one of its installs ends and begins again. */
export interface Uninstalled {
  /** Responses to app.uninstalled, one per attempt. */
  readonly answers: readonly Answer[]
  /** Panel of the ended install, opened again, and its page, visited with the earlier session. */
  readonly panel: PanelOpening
  readonly visited: Page
  readonly before: PanelOpening
  /** Calls with the dead token after the app accepted the event, including calls about an order of the store. */
  readonly deadCalls: readonly ApiCall[]
  readonly others: { readonly region: PanelOpening | null; readonly second: PanelOpening; readonly third: PanelOpening }
  /** Panel after the app was reinstalled. */
  readonly again: PanelOpening
  /** The same after the platform redelivered app.uninstalled; null if it was not open before. */
  readonly late: PanelOpening | null
}

/** Time in ms on an idle machine that an app may take after accepting the event to check its token, or to end an install. */
const ASKED_MS = 700

/** Time in ms on an idle machine until a call for an event of an ended install arrives. */
const CALLED_MS = 1000

/** Uninstalls the app from one region (or store) of several, sends the event, inspects the result, and reinstalls it. */
export const uninstalled = onceFor(async (bench: Bench): Promise<Uninstalled> => {
  const { app, first, region, second, third, panels } = await panelsOfStores(bench)
  await callOfOtherRegion(bench)
  const browser = app.browser()
  const before = await openPanel(bench, first, { app, browser, token: bench.embedToken(first) })
  const token = tokenOf(app, first) ?? ''
  await bench.control.uninstall({ store: first.store.code, key: bench.config.key, regionId: first.installRegionId })
  const { delivery } = await bench.event({
    place: first,
    topic: 'app.uninstalled',
    extra: { regionId: first.installRegionId, data: {} },
  })
  const answers = await deliver(bench, app, delivery)
  const panel = await untilPanel((opening) => !opening.isOpen)
  // Calls that the app began before the event may still be in flight.
  await app.catchUp()
  // Until the app has processed the event, its panel may send any request.
  const taken = callsWith(app, token).length
  const visited = await browser.open(before.page.url)
  const event = await bench.event({ place: first })
  if (bench.config.webhooks.topics.length > 1) await deliver(bench, app, event.delivery)
  const sent = new Set(callsWith(app, token).slice(0, taken))
  await untilCall(bench, app, (call) => isWith(token)(call) && !sent.has(call), CALLED_MS)
  const deadCalls = callsWith(app, token).slice(taken)
  const [ofRegion, ofSecond, ofThird] = await Promise.all([
    region === null || panels.region?.isOpen !== true ? null : openAt(bench, app, region),
    openAt(bench, app, second),
    openAt(bench, app, third),
  ])
  const trip = await bench.install(app, first)
  if (!trip.ok) throw new CannotJudge('a reinstall does not complete')
  const again = await openAt(bench, app, first)
  return {
    late: again.isOpen ? await afterLateEvent() : null,
    answers,
    panel,
    visited,
    before,
    deadCalls,
    others: { region: ofRegion, second: ofSecond, third: ofThird },
    again,
  }

  async function untilPanel(isMeant: (opening: PanelOpening) => boolean): Promise<PanelOpening> {
    return lookUntil(bench, app, { look: () => openAt(bench, app, first), isDone: isMeant })
  }

  /** Sent as a new event, as if the first one had never been accepted: the app has not seen it before. */
  async function afterLateEvent(): Promise<PanelOpening> {
    const uninstall = await bench.event({
      place: first,
      topic: 'app.uninstalled',
      extra: { regionId: first.installRegionId, data: {} },
    })
    await deliver(bench, app, uninstall.delivery)
    await patience(bench, app, ASKED_MS)
    return untilPanel(({ isOpen }) => isOpen)
  }
})
