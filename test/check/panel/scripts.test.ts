import { expect, it } from 'vitest'

import type { Browser, Page } from '../../../src/check/harness/browser.ts'
import { readScripts } from '../../../src/check/panel/scripts.ts'

const files: Readonly<Record<string, string>> = {
  '/panel': `<script>one()</script><script type="module">import '/js/two.js'</script>
    <script src="/js/main.js"></script><script src="https://cdn.example/x.js"></script>`,
  '/js/main.js': `import { a } from './three.js'; export * from "../four.js"; const b = () => import('./five.js'); import '/js/two.js'`,
  '/js/two.js': 'two()',
  '/js/three.js': `import './six.js'; three()`,
  '/four.js': 'four()',
  '/js/five.js': 'five()',
  '/js/six.js': `import './three.js'; six()`,
}

function pageOf(address: URL | string): Page {
  const url = new URL(address)
  const text = files[url.pathname]
  if (text === undefined || url.origin !== 'http://app.example') throw new Error(`Nobody asks for ${url.href}.`)
  return { url, status: 200, text, answer: { answered: false, why: 'closed', ms: 0 }, hops: [], leftTo: null }
}

const browser: Browser = { open: async (url) => pageOf(url), cookies: () => [] }

it('reads the page scripts and the modules that they import, each once, and nothing from other servers', async () => {
  const scripts = await readScripts({ page: pageOf('http://app.example/panel'), browser })

  expect(scripts.slice(0, 2)).toEqual(['one()', "import '/js/two.js'"])
  expect(scripts.slice(2).toSorted()).toEqual(
    ['/js/main.js', '/js/two.js', '/js/three.js', '/four.js', '/js/five.js', '/js/six.js']
      .map((path) => files[path] ?? '')
      .toSorted(),
  )
})
