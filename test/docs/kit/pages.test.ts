import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { parse as parseJsonc } from 'jsonc-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { loadProject } from '../../../src/project/app-toml.ts'
import { commandErrors } from './commands-of.ts'
import { isModule, moduleName, writePages, type PagesFolder } from './pages-folder.ts'
import { blocksOf, linksOf, pages, repository } from './read-pages.ts'

let folder: PagesFolder

beforeAll(() => {
  folder = writePages()
})
afterAll(() => folder.remove())

/** As a new app compiles, and stricter. The script of a panel runs in a browser. */
const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  types: ['node'],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  moduleDetection: 'force',
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

/** What the compiler says of all blocks of all pages, in one run. */
function compile(): Promise<string> {
  const files = pages.flatMap((page) =>
    page.blocks.flatMap((block, at) => (isModule(block) ? [join(folder.of(page.name), moduleName(block, at))] : [])),
  )
  const config = join(folder.starter, 'tsconfig.pages.json')
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions, files: [...files, join(import.meta.dirname, 'frameworks.d.ts')] }),
  )
  const tsc = join(repository, 'node_modules/.bin/tsc')
  return new Promise((resolve) => {
    execFile(tsc, ['-p', config, '--checkers', '1', '--pretty', 'false'], { cwd: folder.starter }, (_, stdout) =>
      resolve(stdout),
    )
  })
}

it('compiles every TypeScript block in docs/kit against the types of the packed kit', async () => {
  expect(await compile()).toBe('')
})

describe.each(pages.map((page) => [page.name, page] as const))('docs/kit/%s.md', (name, page) => {
  it('has only tested blocks or plain text', () => {
    const languages = new Set(page.blocks.map(({ language }) => language))
    const named = page.blocks.flatMap(({ file }) => (file === null ? [] : [file]))

    expect([...languages].filter((one) => !['ts', 'sql', 'sh', 'toml', 'jsonc', 'text'].includes(one))).toEqual([])
    expect(named).toEqual([...new Set(named)])
  })

  it('uses only existing commands and flags', async () => {
    const errors = await Promise.all(
      page.blocks.filter(({ language }) => language === 'sh').map((block) => commandErrors(block, folder.of(name))),
    )

    expect(errors.flat()).toEqual([])
  })

  it('has valid settings and SQL', () => {
    const db = new DatabaseSync(':memory:')
    for (const { language, code } of page.blocks) {
      if (language === 'sql') db.exec(code)
      if (language === 'jsonc') expect(parseJsonc(code)).toBeTypeOf('object')
    }
    db.close()

    expect(loadProject({ cwd: folder.of(name) }).config.key).toBe('app.acme.loyalty')
  })
})

it('the index lists every page', () => {
  const index = pages.find(({ name }) => name === 'README')
  const listed = linksOf(index?.text ?? '').map(({ path }) => path)

  expect(listed.filter((path) => !path.startsWith('..')).toSorted()).toEqual(
    pages.flatMap(({ name }) => (name === 'README' ? [] : [`${name}.md`])).toSorted(),
  )
})

it.each(['docs/kit/start.md', 'docs/kit/tests.md'])('%s shows the same files as a new app', (path) => {
  const own = blocksOf(readFileSync(join(repository, path), 'utf8')).filter(
    ({ file }) => file !== null && existsSync(join(repository, 'templates/node', file)),
  )

  expect(own.length).toBeGreaterThan(0)
  for (const { file, code } of own) expect(code).toBe(readFileSync(join(folder.starter, file ?? ''), 'utf8'))
})

it.each(['src/app.ts', 'src/order-paid.ts'])(
  'a block of %s has every line of a new app, or is marked as an excerpt',
  (file) => {
    const lines =
      readFileSync(join(folder.starter, file), 'utf8').match(/(?:\.(?:on|panel|slot)\(| return sql).+$/gm) ?? []
    const lacking = pages.filter(({ blocks }) =>
      blocks.some((block) => block.file === file && lines.some((line) => !block.code.includes(line))),
    )

    expect(lines.length).toBeGreaterThan(0)
    expect(lacking.filter(({ text }) => !text.includes(`excerpt: keep the other lines of your \`${file}\``))).toEqual(
      [],
    )
  },
)

it('keys.md lists every variable that the kit reads', () => {
  const named = (text: string) =>
    new Set(text.match(/\b(?:(?:SVCAPP|FORMER)(?:_[A-Z]+)+|PANEL_ORIGIN|DATA_DIR|DATABASE_URL)\b/g))
  const sources = globSync('src/kit/**/*.ts', { cwd: repository }).map((path) =>
    readFileSync(join(repository, path), 'utf8'),
  )
  const documented = named(pages.find(({ name }) => name === 'keys')?.text ?? '')

  const read = [...named(sources.join('\n'))]

  expect(read.length).toBeGreaterThan(10)
  expect(read.filter((name) => !documented.has(name))).toEqual([])
})
