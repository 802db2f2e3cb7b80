import assert from 'node:assert/strict'
import { test } from 'node:test'

import { embedToken, makeApp } from './support/make-app.ts'

const HEADER = 'X-Service-Embed-Token'
const PATH = '/api/panel/orders'

async function installed(t: Parameters<typeof makeApp>[0], changes: Parameters<typeof makeApp>[1] = {}) {
  const made = await makeApp(t, changes)
  await made.install()
  made.platform.answers.set('GET /api/apps/v1/orders', {
    status: 200,
    body: '{"items":[{"id":1,"orderNumber":"A-1","status":"paid","grandTotal":12.50,"currency":"TRY"}],"totalCount":1}',
  })
  return made
}

test('the header is asked first, and the query where there is no header', async (t) => {
  const { get } = await installed(t)
  const [good, bad] = [embedToken(), embedToken({ AppKey: 'app.other.x' })]
  const status = async (header: string | null, query: string | null) =>
    (await get(PATH + (query === null ? '' : `?embed_token=${query}`), header === null ? {} : { [HEADER]: header }))
      .status

  assert.deepEqual(
    [await status(good, bad), await status(bad, good), await status(null, good), await status(good, null)],
    [200, 401, 200, 200],
  )
  assert.deepEqual([await status(null, null), await status('', good), await status(' ', bad)], [401, 200, 401])
})

test('each request is answered for the install of its own token, as long as that is good', async (t) => {
  const { get, clock } = await installed(t)
  const headers = { [HEADER]: embedToken() }

  const first = await get(PATH, headers)
  clock.now = new Date(clock.now.getTime() + 100_000)
  const second = await get(PATH, headers)
  clock.now = new Date(clock.now.getTime() + 100_000)
  const late = await get(PATH, headers)

  assert.deepEqual(await first.json(), { title: 'Demo & Sons', lines: ['A-1: 12.50 TRY, paid'] })
  assert.equal(second.status, 200)
  assert.equal(late.status, 401)
  assert.match(await late.text(), /embed_token_expired/)
  assert.deepEqual(
    [first, second, late].map((answer) => answer.headers.get('set-cookie')),
    [null, null, null],
  )
})

test('without a token, with a bad one and without an install nothing of the store is told', async (t) => {
  const { get, platform } = await installed(t)
  platform.seen.length = 0

  for (const [header, status, reason] of [
    ['', 401, 'embed_token_missing'],
    ['broken', 401, 'embed_token_malformed'],
    [embedToken({ StoreId: 1002 }), 409, 'embed_store_not_installed'],
  ] as const) {
    const answer = await get(PATH, { [HEADER]: header })
    const text = await answer.text()
    assert.deepEqual([answer.status, text.includes(reason), text.includes('Demo')], [status, true, false])
  }
  assert.equal(platform.seen.length, 0)
})

test('a page of another origin may send the header, when it is the one that is named', async (t) => {
  const { app } = await installed(t, { panelOrigin: 'https://panel.example' })
  const ask = (origin: string) =>
    app.request(`http://127.0.0.1:3000${PATH}`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': HEADER },
    })

  const [own, other] = [await ask('https://panel.example'), await ask('https://other.example')]

  assert.match(own.headers.get('access-control-allow-headers') ?? '', /\bX-Service-Embed-Token\b/)
  assert.equal(own.headers.get('access-control-allow-origin'), 'https://panel.example')
  assert.equal(other.headers.get('access-control-allow-origin'), null)
})

test('the page holds nothing; its script keeps the token in memory and takes it out of the address', async (t) => {
  const { get } = await installed(t)
  const token = embedToken()

  const page = await get(`/panel/by-header?embed_token=${token}`)
  const script = await (await get('/header-panel.js')).text()

  assert.doesNotMatch(await page.text(), new RegExp(`${token}|Demo`))
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /script-src 'self'.*frame-ancestors https:\/\/admin\.example$/,
  )
  assert.match(script, /history\.replaceState/)
  assert.doesNotMatch(script, /localStorage|sessionStorage|indexedDB|document\.cookie/)
})
