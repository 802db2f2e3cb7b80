import { join } from 'node:path'

import { expect, it } from 'vitest'

import { pageFiles as plugin } from '../../scripts/build/page-files.ts'
import { sheetText } from '../../src/emulator/pages/sheet-text.ts'
import { bundlePage } from '../../src/inspector/bundle-page.ts'

const source = join(import.meta.dirname, '../../src/inspector')
const commonModule = join(import.meta.dirname, '../../src/styles/sheets.ts')
const sheetModule = join(import.meta.dirname, '../../src/emulator/pages/sheet-text.ts')

it('the published package has the built files of the inspector, and no bundler', async () => {
  const replaced = await plugin().load(join(source, 'page-files.ts'))

  const url = `data:text/javascript,${encodeURIComponent(replaced?.code ?? '')}`
  const { pageFiles } = (await import(url)) as { pageFiles: () => Promise<unknown> }
  expect(await pageFiles()).toEqual(await bundlePage())
  expect(replaced?.code).not.toContain('rolldown')
  expect(await plugin().load(join(source, 'server.ts'))).toBeNull()
})

it('the published package has the stylesheet of the emulator as text, with the rules that a checkout serves', async () => {
  const [common, own] = await Promise.all([commonModule, sheetModule].map(async (path) => plugin().load(path)))

  const code = [common?.code, own?.code.replace(/^import [^\n]*/, '')].join('\n')
  const url = `data:text/javascript,${encodeURIComponent(code)}`
  const made = (await import(url)) as { sheetText: () => string }
  const rules = (css: string) => css.replaceAll(/\/\*[^]*?\*\/|\s/g, '')
  expect(rules(made.sheetText())).toBe(rules(sheetText()))
  expect(sheetText()).toContain('--accent')
})

it('the scripts of the page load only each other, create no markup and evaluate nothing', async () => {
  const files = await bundlePage()

  const scripts = [...files].filter(([path]) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const [, { text }] of scripts) {
    expect(text).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|import\((?!`\.\/)/,
    )
    const loaded = [...text.matchAll(/(?:from|import\()["`']\.(\/[\w-]+\.js)["`']/g)].map(([, path = '']) => path)
    expect(loaded.filter((path) => !files.has(path))).toEqual([])
  }
})
