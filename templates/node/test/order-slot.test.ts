import assert from 'node:assert/strict'
import { test } from 'node:test'

import { TOKEN, embedToken, makeApp, storeWide } from './support/make-app.ts'

type App = Awaited<ReturnType<typeof makeApp>>

async function opened(t: Parameters<typeof makeApp>[0], answer: Parameters<App['install']>[0] = {}, token = {}) {
  const made = await makeApp(t)
  await made.install(answer)
  made.platform.answers.set('GET /api/apps/v1/orders/55', {
    status: 200,
    body: '{"id":55,"orderNumber":"A-55","status":"paid","grandTotal":12.50,"currency":"TRY"}',
  })
  const response = await made.get(`/panel?embed_token=${embedToken(token)}`)
  made.platform.seen.length = 0
  const Cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { ...made, ask: (path: string, headers = { Cookie }) => made.get(`/slots/order/${path}`, headers) }
}

test('the order is fetched with the token of the install, and nothing else leaves the server', async (t) => {
  const { ask, platform } = await opened(t)

  const answer = await ask('1001/7/55')
  const text = await answer.text()

  assert.equal(text, 'A-55: 12.50 TRY, paid')
  assert.deepEqual(
    platform.seen.map(({ url, headers }) => [url, headers.authorization]),
    [['/api/apps/v1/orders/55', `Bearer ${TOKEN}`]],
  )
  assert.ok(!(text + JSON.stringify([...answer.headers])).includes(TOKEN))
})

test('a hint of another store or region gives no data', async (t) => {
  const { ask, platform } = await opened(t)

  for (const path of ['1002/7/55', '1001/8/55', '0/0/55']) assert.equal((await ask(path)).status, 401, path)
  assert.equal((await ask('1001/7/55', { Cookie: '' })).status, 401)
  assert.equal((await ask('1001/all/55')).status, 404)
  assert.deepEqual(platform.seen, [])
})

test('an order that is not of this install is refused', async (t) => {
  const { ask } = await opened(t)

  const answer = await ask('1001/7/56')

  assert.equal(answer.status, 404)
  assert.equal(await answer.text(), 'There is no such order here.')
})

test('a store-wide install is asked in the region of the hint, and in its own regions only', async (t) => {
  const { ask, platform } = await opened(t, storeWide, { RegionId: null, Scope: 'store' })

  assert.equal((await ask('1001/8/55')).status, 200)
  assert.equal((await ask('1001/9/55')).status, 404)
  assert.deepEqual(
    platform.seen.map(({ headers }) => headers['x-region-id']),
    ['8'],
  )
})

test('the page of the slot has a script of its own, knows the store admin only, and holds nothing', async (t) => {
  const { ask, get } = await opened(t)

  const slot = await get('/slots/order')
  const script = await (await get('/order-slot.js')).text()

  assert.match(
    slot.headers.get('content-security-policy') ?? '',
    /connect-src 'self';.*frame-ancestors https:\/\/admin\.example$/,
  )
  assert.deepEqual((await slot.text()).match(/<script.*?<\/script>/g), ['<script defer src="/order-slot.js"></script>'])
  assert.match(script, /^const admin = "https:\/\/admin\.example"\n/)
  assert.equal((await ask('1001/7/x')).status, 404)
})
