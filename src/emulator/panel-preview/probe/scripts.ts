import { askApp } from './ask.ts'
import type { Page } from './visit.ts'

/** Text of the scripts of a page, as far as it could be read. */
export interface PageScripts {
  readonly texts: readonly string[]
  /** Number of scripts that are from another origin, failed to load or exceed the limit. */
  readonly unread: number
}

const MOST_SCRIPTS = 40

/** Reads the inline scripts of a page, the scripts from its own origin, and the modules that they import. */
export async function readScripts({ url, answer }: Page, jar: string): Promise<PageScripts> {
  const { inside, outside } = scriptsOf(answer.body)
  const texts = [...inside]
  const found = [...outside, ...inside.flatMap(importsOf)].map((address) => URL.parse(address, url.href)?.href)
  const queue = [...new Set(found)]
  let unread = 0
  for (let at = 0; at < queue.length; at += 1) {
    const address = URL.parse(queue[at] ?? '')
    // Sequential, because a script's imports are known only after it is read.
    const text = at < MOST_SCRIPTS && address?.origin === url.origin ? await readScript(address, jar) : null
    if (text === null) unread += 1
    else {
      texts.push(text)
      const named = importsOf(text).map((one) => URL.parse(one, address?.href)?.href)
      queue.push(...named.filter((one) => !queue.includes(one)))
    }
  }
  return { texts, unread }
}

function scriptsOf(body: string): { readonly inside: readonly string[]; readonly outside: readonly string[] } {
  const all = [...body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
  const sources = all.map(([, attributes = '']) => /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1])
  return {
    outside: sources.filter((source) => source !== undefined).map((source) => source.replaceAll('&amp;', '&')),
    inside: all.flatMap(([, , text = ''], index) => (sources[index] === undefined ? [text] : [])),
  }
}

/** Finds imports in the forms that bundlers and browsers use. Only paths count, because a browser cannot resolve a bare name. */
function importsOf(script: string): string[] {
  const named = script.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.{0,2}\/[^"'\s]+)["']/g)
  return [...named].flatMap(([, path]) => path ?? [])
}

async function readScript(address: URL, jar: string): Promise<string | null> {
  const headers = { Accept: '*/*', 'User-Agent': 'svcapp-panel-preview', ...(jar === '' ? {} : { Cookie: jar }) }
  const result = await askApp({ url: address.href, headers })
  return result.ok && result.answer.status === 200 ? result.answer.body : null
}
