import type { AppInstance } from '../bench/app-instance.ts'
import type { Bench } from '../bench/bench.ts'
import type { InstallPlace } from '../bench/install-place.ts'
import { sentText } from '../bench/raw-request.ts'
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
export async function panelTextOf(bench: Bench, { app, place, queries }: PanelText): Promise<string> {
  const { probe } = await panelFacts(bench)
  const { page, browser } = await visitPanel(bench, { app, token: genuineToken(bench, place) })
  const texts = await Promise.all(
    queries.map(async (query) => {
      const added = new URLSearchParams(query).toString()
      if (probe !== null) {
        const path = added === '' ? probe : `${probe}?${added}`
        return sentText(await askProbe(app, { path, token: genuineToken(bench, place) }))
      }
      if (added === '') return page.text
      const { text } = await browser.open(withQuery(page.url, query))
      return text
    }),
  )
  return texts.map(textOf).join('\n')
}

/** Returns the text of a page, without scripts, styles and markup. */
export function textOf(html: string): string {
  return html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
}

/** Returns a URL with these parameters in its query. */
export function withQuery(address: URL, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
