import type { PanelSeen } from './visit.ts'

/** Maximum number of files read per page. */
const MOST = 10

/** Returns the scripts of a page: inline ones, those that it loads from the app's own server, and the modules that these import. */
export async function readScripts({ page, browser }: Pick<PanelSeen, 'page' | 'browser'>): Promise<string[]> {
  const tags = [...page.text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
  const inline = tags.map(([, , text = '']) => text).filter((text) => text.trim() !== '')
  const sources = tags.flatMap(([, attributes = '']) => {
    const [, double, single, bare] = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
    return ownFile(double ?? single ?? bare ?? '', page.url, page.url)
  })
  const read = async (url: URL) => {
    const first = await browser.open(url)
    // On a busy machine a request may fail, so it is retried.
    const { text } = first.status === null ? await browser.open(url) : first
    return { url, text }
  }
  const loaded = await Promise.all(sources.slice(0, MOST).map(read))
  const modules = [...inline.map((text) => ({ url: page.url, text })), ...loaded].flatMap(({ url, text }) =>
    [...text.matchAll(imported)].flatMap(([, , address = '']) => ownFile(address, url, page.url)),
  )
  const known = new Set(loaded.map(({ url }) => url.href))
  const further = new Map(modules.filter(({ href }) => !known.has(href)).map((url) => [url.href, url]))
  const imports = await Promise.all([...further.values()].slice(0, MOST).map(read))
  return [...inline, ...[...loaded, ...imports].map(({ text }) => text)]
}

/** Matches `import 'x'`, `import a from 'x'`, `export * from 'x'` and `import('x')`. */
const imported = /(?<!\.)\b(?:import|from)\s*\(?\s*(["'`])(\.{0,2}\/[^"'`\s]+)\1/g

/** Returns the file of the app's own server at this URL; none for another server's file or for the page itself. */
function ownFile(address: string, base: URL, page: URL): URL[] {
  const url = URL.parse(address, base.href)
  return url !== null && url.origin === page.origin && url.href !== page.href ? [url] : []
}
