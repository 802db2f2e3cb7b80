import type { AppInstance } from '../../harness/app-instance.ts'
import type { StateNumbers } from '../../harness/app-state/state-numbers.ts'
import type { Browser } from '../../harness/browser.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { sentText } from '../../harness/raw-request.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { pageUrl } from '../../panel/pages.ts'
import { plainText } from '../../panel/panel-text.ts'
import { panelFacts } from '../../panel/panel.ts'
import { askProbe } from '../../panel/probe.ts'
import { visitPanel } from '../../panel/visit.ts'
import { amountsIn } from '../money/amounts.ts'

/** Returns a function that reads a panel's numbers, always in the same session, for an app whose files show none. */
export function panelReader(
  harness: Harness,
  { app, place }: { readonly app: AppInstance; readonly place: InstallPlace },
): () => Promise<StateNumbers> {
  const token = genuineToken(harness, place)
  let open: { readonly browser: Browser; readonly url: URL } | null = null
  const read = async (): Promise<string> => {
    const { probe } = await panelFacts(harness)
    if (probe !== null) return sentText(await askProbe(app, { path: probe, token }))
    if (open !== null) {
      const page = await open.browser.open(open.url)
      if (page.status === 200) return page.text
    }
    // The session may end with the process.
    const { page, browser } = await visitPanel(harness, { app, token: genuineToken(harness, place) })
    open = { browser, url: pageUrl(page) }
    return page.text
  }
  return async () => numbersOn(plainText(await read()))
}

const numbered = /(\p{L}[\p{L}'-]*)?[^\p{L}\d]{0,12}(\d[\d.,' ]*\d|\d)[^\p{L}\d]{0,4}(\p{L}+)?/gu

const PANEL = 'panel: '

/** Returns true if a number comes from a panel, by its name. */
export function isPanelNumber(name: string): boolean {
  return name.startsWith(PANEL)
}

/** Returns the numbers of a text, named by the words around them (`Paid … orders`) and by their position between these words. */
export function numbersOn(text: string): StateNumbers {
  const numbers = new Map<string, string>()
  const seen = new Map<string, number>()
  for (const [, before = '', written = '', after = ''] of text.matchAll(numbered)) {
    const name = `${PANEL}${before} … ${after}`
    const at = (seen.get(name) ?? 0) + 1
    seen.set(name, at)
    const [amount] = amountsIn(written)
    if (amount !== undefined) numbers.set(`${name} #${at}`, amount.value.toFixed())
  }
  return numbers
}
