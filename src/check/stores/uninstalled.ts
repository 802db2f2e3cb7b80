import { CannotJudge, TooBusy } from '../cannot-judge.ts'
import { lastAnswer } from '../deliver.ts'
import type { Page } from '../harness/browser.ts'
import type { ApiCall } from '../harness/calls.ts'
import type { Delivery } from '../harness/delivery.ts'
import type { Harness } from '../harness/harness.ts'
import { onceFor } from '../harness/once-for.ts'
import type { Answer } from '../harness/raw-request.ts'
import { callsWith, isWith, findToken } from '../harness/tokens.ts'
import { lookUntil, patience, untilCall } from '../harness/work.ts'
import { openPanel, type PanelOpening } from '../panel/panel.ts'
import { openAt, panelsOfStores } from './installed-stores.ts'
import { callOfOtherRegion } from './other-region.ts'

/** An app's behavior when one of its installs ends and begins again. */
export interface Uninstalled {
  /** Last response to app.uninstalled. */
  readonly answer: Answer
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
export const uninstalled = onceFor(async (harness: Harness): Promise<Uninstalled> => {
  const { app, first, region, second, third, panels } = await panelsOfStores(harness)
  await callOfOtherRegion(harness)
  const browser = app.browser()
  const before = await openPanel(harness, first, { app, browser, token: harness.embedToken(first) })
  const token = findToken(app, first) ?? ''
  await harness.control.uninstall({ store: first.store.code, key: harness.config.key, regionId: first.installRegionId })
  const { delivery } = await harness.event({
    place: first,
    topic: 'app.uninstalled',
    extra: { regionId: first.installRegionId, data: {} },
  })
  const answer = await send(delivery)
  const panel = await untilPanel((opening) => !opening.isOpen)
  // Calls that the app began before the event may still be in flight.
  await app.catchUp()
  // Until the app has processed the event, its panel may send any request.
  const taken = callsWith(app, token).length
  const visited = await browser.open(before.page.url)
  const event = await harness.event({ place: first })
  if (harness.config.webhooks.topics.length > 1) await send(event.delivery)
  const sent = new Set(callsWith(app, token).slice(0, taken))
  await untilCall(harness, app, (call) => isWith(token)(call) && !sent.has(call), CALLED_MS)
  const deadCalls = callsWith(app, token).slice(taken)
  const [ofRegion, ofSecond, ofThird] = await Promise.all([
    region === null || panels.region?.isOpen !== true ? null : openAt(harness, app, region),
    openAt(harness, app, second),
    openAt(harness, app, third),
  ])
  const trip = await harness.install(app, first)
  if (!trip.ok) throw new CannotJudge('a reinstall does not complete')
  const again = await openAt(harness, app, first)
  return {
    late: again.isOpen ? await afterLateEvent() : null,
    answer,
    panel,
    visited,
    before,
    deadCalls,
    others: { region: ofRegion, second: ofSecond, third: ofThird },
    again,
  }

  /** Throws no `TooBusy`: another attempt would find the store without the app. */
  async function send(one: Delivery): Promise<Answer> {
    try {
      return await lastAnswer(harness, app, one)
    } catch (error) {
      throw error instanceof TooBusy ? new CannotJudge(error.message) : error
    }
  }

  async function untilPanel(isMeant: (opening: PanelOpening) => boolean): Promise<PanelOpening> {
    return lookUntil(harness, app, { look: () => openAt(harness, app, first), isDone: isMeant })
  }

  /** Sent as a new event, as if the first one had never been accepted: the app has not seen it before. */
  async function afterLateEvent(): Promise<PanelOpening> {
    const uninstall = await harness.event({
      place: first,
      topic: 'app.uninstalled',
      extra: { regionId: first.installRegionId, data: {} },
    })
    await send(uninstall.delivery)
    await patience(harness, app, ASKED_MS)
    return untilPanel(({ isOpen }) => isOpen)
  }
})
