import type { Browser, Page } from '../../harness/browser.ts'
import type { Harness } from '../../harness/harness.ts'
import { readHeader } from '../../harness/raw-request.ts'

/** Returns the app's paths in app.toml, and its root. */
export function knownPaths({ config, panelUrl, slots }: Harness): readonly string[] {
  const callback = new URL(config.redirectUris[0] ?? 'http://localhost/').pathname
  const ofPanel = config.manifest === null ? [] : [panelUrl(null), ...slots.map(({ url }) => url)]
  const paths = ['/', config.dev.installPath, callback, ...ofPanel.map(({ pathname }) => pathname)]
  return [...new Set(paths)]
}

export interface PageAddress {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** Opens each URL in a signed-out browser, without following redirects. */
export async function askAll(
  harness: Harness,
  addresses: readonly PageAddress[],
  browser?: Browser,
): Promise<readonly Page[]> {
  return Promise.all(
    addresses.map(async ({ path, query }) => {
      const url = new URL(path, harness.appUrl)
      for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
      return (browser ?? harness.app.browser()).open(url, { redirects: 'none' })
    }),
  )
}

/** Returns true if a browser shows it as a page, so that its markup takes effect. */
export function isDocument({ answer }: Page): boolean {
  if (!answer.answered) return false
  const type = readHeader(answer, 'content-type') ?? 'text/html'
  return /html|xml/i.test(type)
}
