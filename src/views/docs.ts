import { entries } from '../terminal/entries.ts'
import { wrap } from '../terminal/wrap.ts'
import { escapeCell } from '../text/escape.ts'
import type { Looks } from './view.ts'

export interface DocsSection {
  readonly heading: string
  /** Markdown, including the heading. */
  readonly text: string
}

/** A documentation page. `page` is its name in `app docs`. */
export interface DocsPage {
  readonly page: string
  readonly title: string
  readonly sections: readonly DocsSection[]
}

/** A section that contains the search words, and its first line with one of them. */
export interface DocsMatch {
  readonly page: string
  readonly heading: string
  readonly line: string
}

/** A page in a list. */
export type DocsEntry = Pick<DocsPage, 'page' | 'title'>

const GUIDE = 'guide/'

/**
 * Formats at most 23 lines on a terminal: one line per guide and the names of the other pages. One
 * row per page in a pipe.
 */
export function docsList(pages: readonly DocsEntry[], { width, style }: Looks): string {
  if (width === 0) return pages.map(({ page, title }) => `${page}\t${title}`).join('\n')
  const guides = pages.filter(({ page }) => page.startsWith(GUIDE))
  const others = ['kit', 'reference', ''].map((folder) => {
    const names = pages.filter(({ page }) => page.replace(/\/?[^/]*$/, '') === folder)
    const list = names.flatMap(({ page }) => (page.endsWith('/README') ? [] : [page.slice(page.indexOf('/') + 1)]))
    return wrap(`${style.bold(folder || 'library')}: ${list.join(', ')}`, width, '  ')
  })
  return [
    ...guides.map(({ page, title }) => `${style.bold(page.slice(GUIDE.length).padEnd(25))}${title}`),
    ...others,
    '`app docs <page>` prints a page. `app docs <words>` searches all pages.',
  ].join('\n')
}

export function docsMatches(matches: readonly DocsMatch[], looks: Looks): string {
  const columns = [
    { header: 'PAGE', cell: ({ page }: DocsMatch) => page },
    { header: 'SECTION', cell: ({ heading }: DocsMatch) => heading },
    { header: 'LINE', cell: ({ line }: DocsMatch) => escapeCell(line) },
  ]
  const head = ({ page, heading }: DocsMatch) => `${looks.style.bold(page)}  ${heading}`
  return entries(matches, { columns, head, texts: ({ line }) => (line === '' ? [] : [escapeCell(line)]) }, looks)
}

/** Returns the Markdown unchanged except for bold headings and wrapped lines. Code and tables are not wrapped. */
export function docsText(text: string, { width, style }: Looks): string {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode
      if (isCode || line.startsWith('|') || line.startsWith('```')) return line
      const wrapped = wrap(line, width, /^[-*] /.test(line) ? '  ' : '')
      return line.startsWith('#') ? style.bold(wrapped) : wrapped
    })
    .join('\n')
}
