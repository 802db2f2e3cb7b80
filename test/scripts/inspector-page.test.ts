import { join } from 'node:path'

import { expect, it } from 'vitest'

import { inspectorPage } from '../../scripts/build/inspector-page.ts'
import { bundlePage } from '../../src/inspector/bundle-page.ts'

const source = join(import.meta.dirname, '../../src/inspector')

it('the published package has the finished files of the inspector, and no bundler', async () => {
  const replaced = await inspectorPage().load(join(source, 'page-files.ts'))

  const url = `data:text/javascript,${encodeURIComponent(replaced?.code ?? '')}`
  const { pageFiles } = (await import(url)) as { pageFiles: () => Promise<unknown> }
  expect(await pageFiles()).toEqual(await bundlePage())
  expect(replaced?.code).not.toContain('import(')
  expect(await inspectorPage().load(join(source, 'server.ts'))).toBeNull()
})

it('the page is one script of its own, which makes no markup and evaluates nothing', async () => {
  const files = await bundlePage()

  expect([...files.keys()]).toEqual(['/', '/style.css', '/main.js', '/icon.svg'])
  const script = files.get('/main.js')?.text ?? ''
  expect(script).not.toMatch(
    /\bimport\b|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/,
  )
  expect(script.length).toBeLessThan(60_000)
})
