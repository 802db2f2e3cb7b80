import type { PanelSeen } from './visit.ts'

/** So many files of one page are read. */
const MOST = 10

/** The scripts of a page: those in it, and those of the app's own server that it loads. */
export async function readScripts({ page, browser }: PanelSeen): Promise<string[]> {
  const tags = [...page.text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
  const inline = tags.map(([, , text = '']) => text).filter((text) => text.trim() !== '')
  const sources = tags.flatMap(([, attributes = '']) => {
    const [, double, single, bare] = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
    const url = URL.parse(double ?? single ?? bare ?? '', page.url.href)
    return url !== null && url.origin === page.url.origin && url.href !== page.url.href ? [url] : []
  })
  const loaded = await Promise.all(sources.slice(0, MOST).map(async (url) => (await browser.open(url)).text))
  return [...inline, ...loaded]
}
