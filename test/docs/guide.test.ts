import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import { commandErrors } from './kit/commands-of.ts'
import { anchorsOf, blocksOf, linksOf, repository } from './kit/read-pages.ts'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: repository })

/** Many links point to the same pages. */
const anchors = new Map<string, ReadonlySet<string>>()

function hasAnchor(file: string, anchor: string): boolean {
  const known = anchors.get(file) ?? anchorsOf(readFileSync(file, 'utf8'))
  anchors.set(file, known)
  return known.has(anchor)
}

it('every relative link of a page resolves to a file and heading', () => {
  const broken = pages.flatMap((page) =>
    linksOf(read(page)).flatMap(({ path, anchor }) => {
      const file = path === '' ? join(repository, page) : join(repository, dirname(page), decodeURI(path))
      const isThere = existsSync(file) && (anchor === null || hasAnchor(file, anchor))
      return isThere ? [] : [`${page}: ${path}${anchor === null ? '' : `#${anchor}`}`]
    }),
  )

  expect(broken).toEqual([])
  expect(pages.length).toBeGreaterThan(60)
})

it.each(['README.md', ...pages.filter((page) => page.startsWith('docs/guide/'))])(
  '%s uses only existing commands and flags',
  async (page) => {
    const text = read(page)
    const typed = blocksOf(text).flatMap(({ language, code }) =>
      [...code.matchAll(language === 'sh' ? /^(app .+)/gm : /^\$ (app .+)/gm)].map(([, words = '']) => words),
    )
    const inline = [...text.matchAll(/`(app [a-z][^`\n]*)`/g)].map(([, words = '']) => words.replaceAll('\\|', '|'))
    // Placeholders and topics are not commands.
    const commands = [...typed, ...inline].filter(
      (words) => !/…|<\w+>|--help|^app (?:call|emulator settings)$/.test(words),
    )
    const code = commands.map((words) => words.replace(/ < \S+/, '')).join('\n')

    expect(await commandErrors({ language: 'sh', file: null, code }, repository)).toEqual([])
  },
)
