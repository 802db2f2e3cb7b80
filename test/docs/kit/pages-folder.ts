import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { parse, stringify } from 'smol-toml'

import { isObject } from '../../../src/text/json.ts'
import { scaffoldWithPackages } from '../../support/dev/scaffolded.ts'
import { pages, repository, type Block, type Page } from './read-pages.ts'

/**
 * A new app with the packed kit and packages of this repository. Each page has a folder below it: a new app too, with the page's files and settings in place of its
 * own.
 */
export interface PagesFolder {
  /** The new app. */
  readonly starter: string
  readonly of: (page: string) => string
  readonly remove: () => void
}

export function isModule({ language }: Block): boolean {
  return language === 'ts'
}

/** A block without a name is a module too. */
export function moduleName({ file }: Block, at: number): string {
  return file ?? `block-${at + 1}.ts`
}

export function writePages(): PagesFolder {
  const starter = scaffoldWithPackages(mkdtempSync(join(tmpdir(), 'svcapp-pages-')))
  const packages = join(starter, 'node_modules')
  for (const name of ['hono', '@hono']) symlinkSync(join(repository, 'node_modules', name), join(packages, name))
  writeCommandLine(join(packages, 'svcapp'))
  const of = (page: string) => join(starter, 'pages', page)
  for (const page of pages) writePage(page, starter, of(page.name))
  return { starter, of, remove: () => rmSync(dirname(starter), { recursive: true, force: true, maxRetries: 5 }) }
}

/** A package that exports the sources of the platform for tests, which need no build. */
function writeCommandLine(dir: string): void {
  mkdirSync(dir)
  const testing = relative(dir, join(repository, 'src/testing/testing.ts'))
  writeFileSync(
    join(dir, 'package.json'),
    JSON.stringify({ name: 'svcapp', type: 'module', exports: { './testing': { default: testing } } }),
  )
}

function writePage(page: Page, starter: string, dir: string): void {
  for (const name of ['src', 'test', 'migrations', 'package.json', 'app.toml'])
    cpSync(join(starter, name), join(dir, name), { recursive: true })
  for (const [at, block] of page.blocks.entries()) {
    if (!isModule(block) && block.file === null) continue
    const file = join(dir, moduleName(block, at))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, block.code)
  }
  const appToml = join(dir, 'app.toml')
  const added = page.blocks.filter(({ language }) => language === 'toml').map(({ code }) => parse(code))
  writeFileSync(appToml, stringify(added.reduce<object>(merged, parse(readFileSync(appToml, 'utf8')))))
}

/** Tables are merged, and every other value replaces the one before. */
function merged(all: object, added: object): object {
  const known: Readonly<Record<string, unknown>> = { ...all }
  const entries = Object.entries(added).map(([name, value]: [string, unknown]) => {
    const before = known[name]
    return [name, isObject(before) && isObject(value) ? merged(before, value) : value] as const
  })
  return { ...known, ...Object.fromEntries(entries) }
}
