import type { AppInstance } from '../harness/app-instance.ts'
import type { Harness } from '../harness/harness.ts'
import type { InstallPlace } from '../harness/install-place.ts'
import { sentText } from '../harness/raw-request.ts'
import { genuineToken } from './embed-token.ts'
import { panelFacts } from './panel.ts'
import { askProbe } from './probe.ts'
import { visitPanel } from './visit.ts'

export interface PanelText {
  readonly app: AppInstance
  /** Install of the panel. */
  readonly place: InstallPlace
  /** Queries for its URL, opened in sequence in one session. */
  readonly queries: readonly Readonly<Record<string, string>>[]
}

/** Returns the text of a panel without markup: of its pages, or of the data that its script would get. */
export async function readPanelText(harness: Harness, { app, place, queries }: PanelText): Promise<string> {
  const { probe } = await panelFacts(harness)
  const { page, browser } = await visitPanel(harness, { app, token: genuineToken(harness, place) })
  const texts = await Promise.all(
    queries.map(async (query) => {
      const added = new URLSearchParams(query).toString()
      if (probe !== null) {
        const path = added === '' ? probe : `${probe}?${added}`
        return sentText(await askProbe(app, { path, token: genuineToken(harness, place) }))
      }
      if (added === '') return page.text
      const { text } = await browser.open(withQuery(page.url, query))
      return text
    }),
  )
  return texts.map(plainText).join('\n')
}

/** Returns the text of a page, without scripts, styles and markup. */
export function plainText(html: string): string {
  return html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
}

/** Returns a URL with these parameters in its query. */
export function withQuery(address: URL, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
