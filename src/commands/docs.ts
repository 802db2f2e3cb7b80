import * as Args from '@oclif/core/args'

import { AppCommand } from '../cli.ts'
import { AppError } from '../errors.ts'
import { pageNamed, readDocs, searchDocs } from '../tasks/docs.ts'
import { nearest } from '../text/nearest.ts'
import { docsList, docsMatches, docsText, type DocsEntry, type DocsMatch, type DocsPage } from '../views/docs.ts'

export default class Docs extends AppCommand<DocsPage | readonly DocsEntry[] | readonly DocsMatch[]> {
  static override ignoresTarget = true

  static override strict = false

  static override summary = 'List, search and print the documentation offline'

  static override description =
    'Without arguments, lists the pages. With a page name, prints that page. With any other text, lists the sections that contain every word, or prints the only matching section. For error codes, use `app explain`.'

  static override examples = [
    '<%= config.bin %> docs',
    '<%= config.bin %> docs testing',
    '<%= config.bin %> docs region token',
    '<%= config.bin %> docs orders --json',
  ]

  static override args = { words: Args.string({ description: 'Page name, or words to search for.' }) }

  async run(): Promise<DocsPage | readonly DocsEntry[] | readonly DocsMatch[]> {
    const { argv } = await this.parse(Docs)
    const words = argv.map(String).flatMap((text) => text.split(/\s+/).filter((word) => word !== ''))
    const pages = readDocs(this.context.packageRoot)
    if (words.length === 0) {
      const list = pages.map(({ page, title }) => ({ page, title }))
      this.show(docsList(list, this.looks))
      return list
    }
    const page = pageNamed(pages, words.join(' '))
    if (page !== undefined) return this.#print(page)
    const matches = searchDocs(pages, words)
    const [only, ...others] = matches
    if (only === undefined) throw notThere(words, pages)
    if (others.length === 0) {
      const found = pages.find(({ page: name }) => name === only.page)
      const sections = found?.sections.filter(({ heading }) => heading === only.heading) ?? []
      return this.#print({ page: only.page, title: found?.title ?? only.page, sections })
    }
    this.show(docsMatches(matches, this.looks))
    return matches
  }

  #print(page: DocsPage): DocsPage {
    this.show(docsText(page.sections.map(({ text }) => text).join('\n\n'), this.looks))
    return page
  }
}

function notThere(words: readonly string[], pages: readonly DocsPage[]): AppError {
  const guess = nearest(
    words.join(' '),
    pages.flatMap(({ page }) => [page, page.replace(/^.*\//, '')]),
  )
  return new AppError('usage.invalid', `No documentation section contains ${words.join(' and ')}.`, {
    suggestions: [...(guess === null ? [] : [`app docs ${guess}`]), 'To list all pages, run `app docs`.'],
  })
}
