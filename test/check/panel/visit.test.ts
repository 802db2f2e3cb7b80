import { expect, it } from 'vitest'

import type { Browser, Page } from '../../../src/check/harness/browser.ts'
import { seenOn } from '../../../src/check/panel/visit.ts'

const codeOf = (text: string) => {
  const page = { text, url: new URL('http://127.0.0.1/panel'), hops: [], leftTo: null, status: 401 }
  return seenOn(page as unknown as Page, {} as Browser).code
}

it.each([
  ['<p>The token is too old (embed_token_expired).</p>', 'embed_token_expired'],
  ['<main data-code="embed_token_missing"></main>', 'embed_token_missing'],
  ['<script type="application/json">{"code":"embed_token_expired"}</script>', 'embed_token_expired'],
  ['<p>embed_token_missing or embed_token_expired</p>', null],
  ["<script>const texts = { embed_token_missing: 'Open it in the admin' }</script><p>No.</p>", null],
  ['<script type="module">show("embed_token_missing")</script>', null],
])('%s shows the code %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})
