import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { DocsMatch, DocsPage, DocsSection } from '../views/docs.ts'

/** Returns the files of `docs/` that `package.json` ships. They are the same in a checkout and in the package. */
function shippedFiles(packageRoot: string): readonly string[] {
  const { files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { files: string[] }
  return files
    .filter((path) => path.startsWith('docs/'))
    .flatMap((path) => {
      if (path.endsWith('.md')) return [path]
      return readdirSync(join(packageRoot, path))
        .filter((name) => name.endsWith('.md'))
        .toSorted()
        .map((name) => `${path}/${name}`)
    })
    .filter((path) => !files.includes(`!${path}`))
}

/** Reads every documentation page of this package with its sections, in the order of `package.json`. */
export function readDocs(packageRoot: string): readonly DocsPage[] {
  return shippedFiles(packageRoot).map((path) => {
    const text = readFileSync(join(packageRoot, path), 'utf8').replace(/^<!--.*?-->\n+/s, '')
    const sections = sectionsOf(text)
    return { page: path.slice('docs/'.length, -'.md'.length), title: sections[0]?.heading ?? path, sections }
  })
}

/** Splits a page into sections at headings outside of code blocks. The text of a section includes its heading. */
function sectionsOf(text: string): readonly DocsSection[] {
  const sections: { heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? undefined : /^#{1,4} (.+)$/.exec(line)?.[1]
    if (heading === undefined && sections.length > 0) sections.at(-1)?.lines.push(line)
    else sections.push({ heading: heading?.replaceAll('`', '') ?? '', lines: [line] })
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trimEnd() }))
}

/** Returns the page with this name: in full (`reference/orders`), its last part, or a folder (`kit`). Undefined if none matches. */
export function pageNamed(pages: readonly DocsPage[], name: string): DocsPage | undefined {
  const asked = name.replace(/^docs\//, '').replace(/\.md$/, '')
  return (
    pages.find(({ page }) => page === asked || page === `${asked}/README`) ??
    pages.find(({ page }) => page.endsWith(`/${asked}`))
  )
}

/** Returns up to 20 sections that contain all words. Those with matches in the heading come first. */
export function searchDocs(pages: readonly DocsPage[], words: readonly string[]): readonly DocsMatch[] {
  const asked = words.map((word) => word.toLowerCase())
  const found = pages.flatMap(({ page, sections }) =>
    sections.flatMap(({ heading, text }) => {
      const [head, body] = [heading.toLowerCase(), text.toLowerCase()]
      if (asked.some((word) => !body.includes(word))) return []
      const line = text.split('\n').find((one, at) => at > 0 && asked.some((word) => one.toLowerCase().includes(word)))
      // A heading that equals one of the words is what the section is about.
      const rank = asked.filter((word) => head.includes(word)).length + (asked.includes(head) ? 1 : 0)
      return [{ page, heading, line: line?.trim() ?? '', rank }]
    }),
  )
  return found
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, 20)
    .map(({ page, heading, line }) => ({ page, heading, line }))
}
