/** Text of the scripts of a page, as far as it could be read. */
export interface PageScripts {
  /** Inline scripts first. */
  readonly texts: readonly string[]
  /** Number of scripts that are from another origin, failed to load or exceed the limit. */
  readonly unread: number
}

export interface ScriptReading {
  readonly url: URL
  readonly html: string
  /** Returns the text of a script of the page's origin; null if it fails to load. */
  readonly read: (url: URL) => Promise<string | null>
}

const MOST_SCRIPTS = 40

/** As a browser does, because a development server may be slow. */
const AT_ONCE = 6

/** Reads the inline scripts of a page, the scripts from its own origin, and the modules that they import, each once. */
export async function readPageScripts({ url: page, html, read }: ScriptReading): Promise<PageScripts> {
  const { inside, outside } = findScripts(html)
  const texts = [...inside]
  const known = new Set([page.href])
  let unread = 0
  const fresh = (addresses: readonly string[], base: URL) =>
    addresses.flatMap((address) => {
      const url = URL.parse(address, base.href)
      if (url !== null && known.has(url.href)) return []
      if (url !== null) known.add(url.href)
      if (url?.origin === page.origin && known.size <= MOST_SCRIPTS + 1) return [url]
      unread += 1
      return []
    })
  const queue = fresh([...outside, ...inside.flatMap(findImports)], page)
  while (queue.length > 0) {
    const found = await Promise.all(queue.splice(0, AT_ONCE).map(async (url) => ({ url, text: await read(url) })))
    for (const { url, text } of found) {
      if (text === null) unread += 1
      else texts.push(text)
      queue.push(...fresh(findImports(text ?? ''), url))
    }
  }
  return { texts, unread }
}

function findScripts(html: string): { readonly inside: readonly string[]; readonly outside: readonly string[] } {
  const all = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)].map(([, attributes = '', text = '']) => {
    const [, double, single, bare] = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
    return { source: (double ?? single ?? bare)?.replaceAll('&amp;', '&'), text }
  })
  return {
    outside: all.flatMap(({ source }) => source ?? []),
    inside: all.flatMap(({ source, text }) => (source === undefined && text.trim() !== '' ? [text] : [])),
  }
}

/**
 * Returns the imports in the forms `import 'x'`, `import a from 'x'`, `export * from 'x'` and
 * `import('x')`. Only paths count, because a browser cannot resolve a bare name.
 */
function findImports(script: string): string[] {
  const named = script.matchAll(/(?<!\.)\b(?:import|from)\s*\(?\s*(["'`])(\.{0,2}\/[^"'`\s]+)\1/g)
  return [...named].flatMap(([, , path]) => path ?? [])
}
