import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import { innerLayers, layers, sealed } from '../layers.ts'
import { folderCycles } from '../scripts/measure/folder-cycles.ts'

const root = join(import.meta.dirname, '..')

/** The layers as docs/architecture.md lists them: a layer begins at a row with a number, and a row may have several modules. */
function tableOfThePage(): string[][] {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const rows = page.slice(page.indexOf('| layer | module |')).split('\n\n')[0]?.split('\n').slice(2) ?? []
  const layersOfPage: string[][] = []
  for (const row of rows) {
    const [, layer = '', modules = ''] = row.split('|')
    if (layer.trim() !== '') {
      expect(layer.trim()).toBe(String(layersOfPage.length))
      layersOfPage.push([])
    }
    layersOfPage.at(-1)?.push(...[...modules.matchAll(/`([a-z]+)(?:\.ts)?`/g)].map(([, module = '']) => module))
  }
  return layersOfPage
}

it('docs/architecture.md lists the layers that the import rules are computed from', () => {
  const sorted = (table: readonly (readonly string[])[]) => table.map((modules) => modules.toSorted())

  expect(sorted(tableOfThePage())).toEqual(sorted(layers))
})

it('every module has a layer, and every module of a layer exists', () => {
  const here = globSync('src/*', { cwd: root }).map((path) => path.replace(/^src.|\.ts$/g, ''))

  expect([...new Set(here)].toSorted()).toEqual(layers.flat().toSorted())
  expect(layers.flat()).toEqual(expect.arrayContaining([...sealed]))
})

it('only catalog/schema imports zod and the internals of zod behind `_zod`', () => {
  const opening = globSync('src/**/*.ts', { cwd: root }).filter((path) =>
    /\._zod\b|['"]zod(\/|['"])/.test(readFileSync(join(root, path), 'utf8')),
  )

  expect(opening.map((path) => path.replaceAll('\\', '/'))).toEqual([
    'src/catalog/schema.ts',
    'src/catalog/schema/zod.ts',
  ])
})

it('the pages that CONTRIBUTING.md, SECURITY.md and the docs link to exist', () => {
  const pages = ['CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: root })]

  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')
    for (const [, link = ''] of text.matchAll(/\]\(((?!https?:|#)[^)#]+)[^)]*\)/g))
      expect(existsSync(join(root, page, '..', link)), `${page} -> ${link}`).toBe(true)
  }
})

it('the files that CONTRIBUTING.md lists exist', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const named = [...text.matchAll(/`((?:src|test|bin|schema|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)

  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** More files than one looks through at a glance. */
const MOST_FILES = 20

it('no folder of src or test exceeds the file limit', () => {
  // What test runs leave for people to look at (.gitignore) is not of the repository.
  const files = globSync('{src,test}/**/*.*', { cwd: root, exclude: ['test/artifacts/**'] })
  const folders = Map.groupBy(files, (path) => dirname(path).replaceAll('\\', '/'))

  expect(folders.size).toBeGreaterThan(200)
  expect([...folders].filter(([, inside]) => inside.length > MOST_FILES).map(([folder]) => folder)).toEqual([])
})

it('no folders import each other in a circle', () => {
  expect(folderCycles(join(root, 'src'))).toEqual([])
})

it.each(Object.keys(innerLayers))('every folder of %s has an inner layer', (module) => {
  const folders = readdirSync(join(root, 'src', module), { withFileTypes: true }).filter((entry) => entry.isDirectory())

  expect(innerLayers[module]?.flat().toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
})
