import type { Check, Evidence } from '../../check.ts'
import { findings } from '../../finding.ts'
import type { Browser } from '../../harness/browser.ts'
import type { Harness } from '../../harness/harness.ts'
import { framedPages } from '../../panel/framed-pages.ts'

export const assets: Check = {
  id: 'manifest.assets',
  title: 'Scripts and styles of the framed pages can be loaded',
  rules: [],
  needs: ['embed.opens'],
  run: async (harness) =>
    findings(await missingAssets(harness), {
      severity: 'warning',
      title: 'A framed page links to a script or style that cannot be loaded',
      why: 'Without its script, a page sends no service:ready and stays empty. Without its style, the page looks broken. (Advice from svcapp.)',
      remedy: 'Serve the file at the URL in the page. Serve scripts as text/javascript and styles as text/css.',
    }),
}

async function missingAssets(harness: Harness): Promise<readonly Evidence[]> {
  const pages = await framedPages(harness)
  const loaded = pages.flatMap(({ seen: { page, browser } }) =>
    assetsIn(page.text, page.url).map((url) => ({ url, browser })),
  )
  const each = new Map(loaded.map((one) => [one.url.href, one]))
  const found = await Promise.all([...each.values()].map(wrongAnswer))
  return found.flatMap((evidence) => (evidence === null ? [] : [evidence]))
}

/** Returns the files of the app's own server that a page loads. */
function assetsIn(text: string, base: URL): URL[] {
  const scripts = [...text.matchAll(/<script\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)/gi)]
  const styles = [...text.matchAll(/<link\b(?=[^>]*\brel\s*=\s*["']?stylesheet)[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)/gi)]
  return [...scripts, ...styles].flatMap(([, address = '']) => {
    const url = URL.parse(address.replaceAll('&amp;', '&'), base.href)
    return url !== null && url.origin === base.origin ? [url] : []
  })
}

async function wrongAnswer({
  url,
  browser,
}: {
  readonly url: URL
  readonly browser: Browser
}): Promise<Evidence | null> {
  const { status } = await browser.open(url)
  return status !== null && status < 400 ? null : { kind: 'request', method: 'GET', path: url.pathname, status }
}
