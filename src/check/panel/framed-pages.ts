import type { Harness } from '../harness/harness.ts'
import { onceFor } from '../harness/once-for.ts'
import { panelFacts } from './panel.ts'
import { seenOn, type PanelSeen } from './visit.ts'

/** A page that the store admin shows in a frame. */
export interface FramedPage {
  /** For example `the panel` or `slot order-detail`. */
  readonly what: string
  readonly seen: PanelSeen
}

/** Returns the slots on pages of the store admin other than the panel. Leaves out `storefront-block`, because the store's own domain frames it. */
export const adminSlots = onceFor(async (harness: Harness): Promise<readonly FramedPage[]> => {
  const { genuine } = await panelFacts(harness)
  const slots = harness.slots.filter(({ type }) => type !== 'fullpage' && type !== 'storefront-block')
  return Promise.all(slots.map(async ({ type, url }) => ({ what: `slot ${type}`, seen: await openSlot(genuine, url) })))
})

/** Returns the open panel, the closed panel and the slots, all in the browser with the panel's session. */
export async function framedPages(harness: Harness): Promise<readonly FramedPage[]> {
  const { genuine, missing, forged } = await panelFacts(harness)
  return [
    { what: 'the panel', seen: genuine },
    { what: 'the panel without a token', seen: missing },
    { what: 'the panel with a forged token', seen: forged },
    ...(await adminSlots(harness)),
  ]
}

/** Opens a slot's page as the admin's frame loads it: without a token (BRIDGE-010 to BRIDGE-012). */
export async function openSlot({ browser }: Pick<PanelSeen, 'browser'>, url: URL): Promise<PanelSeen> {
  const page = await browser.open(url, { headers: [['Sec-Fetch-Dest', 'iframe']] })
  return seenOn(page, browser)
}
