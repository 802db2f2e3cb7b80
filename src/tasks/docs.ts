import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { DocsMatch, DocsPage, DocsSection } from '../views/docs.ts'

/** What `package.json` ships of `docs/`: the same pages in a checkout and in the package. */
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

/** Every page of documentation in this package with its sections, in the order of `package.json`. */
export function readDocs(packageRoot: string): readonly DocsPage[] {
  return shippedFiles(packageRoot).map((path) => {
    const text = readFileSync(join(packageRoot, path), 'utf8').replace(/^<!--.*?-->\n+/s, '')
    const sections = sectionsOf(text)
    return { page: path.slice('docs/'.length, -'.md'.length), title: sections[0]?.heading ?? path, sections }
  })
}

/** A section begins at a heading outside of a code block; its text includes the heading. */
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

/** The page of this name, written whole (`reference/orders`), by its last part or as a folder (`kit`); undefined for none. */
export function pageNamed(pages: readonly DocsPage[], name: string): DocsPage | undefined {
  const asked = name.replace(/^docs\//, '').replace(/\.md$/, '')
  return (
    pages.find(({ page }) => page === asked || page === `${asked}/README`) ??
    pages.find(({ page }) => page.endsWith(`/${asked}`))
  )
}

/** The sections with all of the words, first those that have them in the heading; at most 20. */
export function searchDocs(pages: readonly DocsPage[], words: readonly string[]): readonly DocsMatch[] {
  const asked = words.map((word) => word.toLowerCase())
  const found = pages.flatMap(({ page, sections }) =>
    sections.flatMap(({ heading, text }) => {
      const [head, body] = [heading.toLowerCase(), text.toLowerCase()]
      if (asked.some((word) => !body.includes(word))) return []
      const line = text.split('\n').find((one, at) => at > 0 && asked.some((word) => one.toLowerCase().includes(word)))
      // A heading that is one of the words is what the section is about.
      const rank = asked.filter((word) => head.includes(word)).length + (asked.includes(head) ? 1 : 0)
      return [{ page, heading, line: line?.trim() ?? '', rank }]
    }),
  )
  return found
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, 20)
    .map(({ page, heading, line }) => ({ page, heading, line }))
}
