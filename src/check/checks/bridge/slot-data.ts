import type { PlacedOrder } from '../../../control/contract.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { onceFor } from '../../harness/once-for.ts'
import { openSlot } from '../../panel/framed-pages.ts'
import { panelFacts } from '../../panel/panel.ts'
import { readScripts } from '../../panel/scripts.ts'

/** Hint that the store admin passes in `storeContext`. */
export interface Hint {
  readonly storeId: number
  readonly regionId: number
  readonly entityId: number
}

/** How the order slot gets its data from the app's own server. */
export interface SlotSource {
  /** Returns path and query for a record from the store admin. */
  readonly path: (hint: Hint) => string
  /** A paid order of the install's store and region, which these requests show to the panel's session. */
  readonly order: PlacedOrder
  readonly place: InstallPlace
  readonly hint: Hint
}

/** Maximum number of spellings to try. */
const MOST = 24

/**
 * Searches the slot's scripts for paths of the app and for its names of the `storeContext` members. Tries them with the panel's
 * session until a response contains the order number. Null if the order page has no slot, or if the scripts do not reveal the path.
 */
export const orderSlotSource = onceFor(async (harness: Harness): Promise<SlotSource | null> => {
  const slot = harness.slots.find(({ type }) => type === 'order-detail')
  if (slot === undefined) return null
  const [{ genuine }, place] = await Promise.all([panelFacts(harness), harness.installedPlace()])
  const order = await harness.placeOrder(place)
  const hint = { storeId: place.store.id, regionId: place.region.id, entityId: order.id }
  const seen = await openSlot(genuine, slot.url)
  const scripts = [...(await readScripts(seen)), seen.page.text]
  for (const path of scripts.flatMap((script) => waysIn(script)).slice(0, MOST)) {
    const page = await genuine.browser.open(new URL(path(hint), harness.appUrl))
    if (isShown(page.text, order)) return { path, order, place, hint }
  }
  return null
})

/** Returns true if a text shows this order, whose number is on no other order's page. */
export function isShown(text: string, { orderNumber }: Pick<PlacedOrder, 'orderNumber'>): boolean {
  return text.includes(orderNumber)
}

const members = ['storeId', 'regionId', 'entityId'] as const

/** Returns the URLs that a script may request: its paths, with the hint as a query or as segments. */
function waysIn(script: string): ((hint: Hint) => string)[] {
  const names = namesIn(script)
  const query = (hint: Hint) =>
    members.map((member) => `${encodeURIComponent(names[member])}=${hint[member]}`).join('&')
  const paths = [...new Set([...script.matchAll(/["'`](\/[\w./-]{1,100})(?=["'`?$])/g)].map(([, path = '']) => path))]
  return paths
    .filter((path) => !/\.(?:js|mjs|css|png|svg|ico|map|woff2?)$/.test(path))
    .flatMap((path) => {
      const base = path.replace(/\/$/, '')
      const segments = ({ storeId, regionId, entityId }: Hint) => `${base}/${storeId}/${regionId}/${entityId}`
      return [
        (hint: Hint) => `${path}?${query(hint)}`,
        segments,
        ({ entityId }: Hint) => `${base}/${entityId}`,
        (hint: Hint) => `${base}/${hint.entityId}?${query(hint)}`,
      ]
    })
}

/**
 * Returns the script's names for the members in its requests: `{ order: entityId }`,
 * `?order=${entityId}`, `'?order=' + entityId`, otherwise the members' own names.
 */
function namesIn(script: string): Record<(typeof members)[number], string> {
  const nameOf = (member: string) => {
    const value = `(?:String\\(|encodeURIComponent\\(|\\$\\{)*[\\w$.?]*\\b${member}\\b`
    const [, name] = new RegExp(`([A-Za-z_][\\w-]*)["']?\\s*[:=]\\s*["'\`]?\\s*\\+?\\s*${value}`).exec(script) ?? []
    return name === undefined || /^(?:const|let|var|data|query)$/.test(name) ? member : name
  }
  return { storeId: nameOf('storeId'), regionId: nameOf('regionId'), entityId: nameOf('entityId') }
}
