import assert from 'node:assert/strict'
import { test } from 'node:test'

import { CODE, TOKEN, embedToken, makeApp, storeWide } from './support/make-app.ts'

type App = Awaited<ReturnType<typeof makeApp>>

const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

async function openPanel({ get }: App, token: string) {
  const response = await get(`/panel?embed_token=${token}`)
  return { response, cookie: cookieOf(response), location: response.headers.get('location') ?? '' }
}

async function installed(t: Parameters<typeof makeApp>[0], answer: Parameters<App['install']>[0] = {}) {
  const made = await makeApp(t)
  await made.install(answer)
  made.platform.answers.set('GET /api/apps/v1/orders', {
    status: 200,
    body: '{"items":[{"id":1,"orderNumber":"A-1","status":"paid","grandTotal":12.50,"currency":"TRY"}],"totalCount":1}',
  })
  made.platform.seen.length = 0
  return made
}

test('the token becomes a session at once and is gone from the address', async (t) => {
  const made = await installed(t)

  const { response, cookie, location } = await openPanel(made, embedToken())
  const panel = await made.get(location, { Cookie: cookie })

  assert.equal(response.status, 303)
  assert.equal(location, '/panel/1001/7')
  assert.equal(panel.status, 200)
  assert.match(await panel.text(), /Demo &amp; Sons/)
})

test('every page of the panel tells the store admin, and nobody else, that it has loaded', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())

  for (const path of ['/panel', location, `${location}/orders`, `${location}/settings`]) {
    const page = await made.get(path, { Cookie: cookie })
    assert.match(await page.text(), /<script defer src="\/ready\.js"><\/script>/, path)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.* script-src 'self';/, path)
  }
  const script = await made.get('/ready.js')
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.equal(
    (await script.text()).trim(),
    `if (parent !== window) parent.postMessage({ type: 'service:ready' }, "https://admin.example")`,
  )
  assert.doesNotMatch(await (await made.get('/')).text(), /<script/)
})

test('a token is taken once, however its signature is spelled', async (t) => {
  const made = await installed(t)
  const [payload = '', signature = ''] = embedToken().split('.')

  assert.equal((await openPanel(made, `${payload}.${signature}`)).response.status, 303)
  for (const again of [signature, signature.toUpperCase()]) {
    assert.equal((await openPanel(made, `${payload}.${again}`)).response.status, 401)
  }
})

test('the session goes on after the token has ended, and ends itself', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())

  made.clock.now = new Date(made.clock.now.getTime() + 30 * 60_000)
  assert.equal((await made.get(location, { Cookie: cookie })).status, 200)
  made.clock.now = new Date(made.clock.now.getTime() + 31 * 60_000)
  assert.equal((await made.get(location, { Cookie: cookie })).status, 401)
})

test('the session holds on every page of the panel', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())

  const orders = await made.get(`${location}/orders`, { Cookie: cookie })

  assert.equal(orders.status, 200)
  assert.match(await orders.text(), /A-1[\s\S]*12\.50 TRY/)
})

test('the overview shows what came last, and says when the platform refuses the token', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())
  const shown = async () => (await made.get(location, { Cookie: cookie })).text()

  const fine = await shown()
  made.platform.answers.set('GET /api/apps/v1/orders', { status: 401, body: '{}' })

  assert.match(fine, /A-1[\s\S]*12\.50 TRY/)
  assert.match(await shown(), /refuses the token of this store\. Install the app again\./)
})

test('totals of other stores and regions are not in the panel', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())
  await made.db.sql(
    "INSERT INTO paid_totals VALUES (1001, 7, 'TRY', 1, '10'), (1001, 8, 'EUR', 1, '20'), (1002, 7, 'GBP', 1, '30')",
  )

  const text = await (await made.get(location, { Cookie: cookie })).text()

  assert.deepEqual(text.match(/<strong>\d+ (TRY|EUR|GBP)/g), ['<strong>10 TRY'])
})

test('settings are saved by a form of the same session only, and stand above the order in its slot', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())
  const order = '{"id":5,"orderNumber":"A-5","status":"paid","grandTotal":12.50,"currency":"TRY"}'
  made.platform.answers.set('GET /api/apps/v1/orders/5', { status: 200, body: order })
  const page = await (await made.get(`${location}/settings`, { Cookie: cookie })).text()
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const save = (fields: Record<string, string>) =>
    made.app.request(`http://127.0.0.1:3000${location}/settings`, {
      method: 'POST',
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields),
    })

  assert.equal((await save({ note: 'x' })).status, 400)
  assert.equal((await save({ note: 'x', form: form.replace(/.$/, '-') })).status, 400)
  assert.equal((await save({ note: 'x'.repeat(201), form })).status, 400)
  assert.equal((await save({ note: 'x'.repeat(20_000), form })).status, 400)
  assert.equal((await save({ note: 'Pack <well>', form })).headers.get('location'), '/panel/1001/7/settings')

  assert.match(await (await made.get(`${location}/settings`, { Cookie: cookie })).text(), /value="Pack &lt;well&gt;"/)
  const slot = await made.get('/slots/order/1001/7/5', { Cookie: cookie })
  assert.equal(await slot.text(), 'Pack <well> A-5: 12.50 TRY, paid')
})

test('the session cookie is HttpOnly, Secure, SameSite=None, Path=/', async (t) => {
  const made = await installed(t)

  const { response } = await openPanel(made, embedToken())

  const attributes = (response.headers.get('set-cookie') ?? '').split('; ').slice(1)
  assert.deepEqual(attributes.filter((one) => !one.startsWith('Max-Age')).toSorted(), [
    'HttpOnly',
    'Partitioned',
    'Path=/',
    'SameSite=None',
    'Secure',
  ])
})

test('a cookie that was changed opens nothing', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())
  const [name = '', value = ''] = cookie.split('=')
  const [payload = '', signature = ''] = value.split('.')
  const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('1001', '1002')).toString('base64url')

  for (const changed of [`${other}.${signature}`, `${payload}.${'0'.repeat(64)}`, payload, '', `${value}.x`]) {
    assert.equal((await made.get(location, { Cookie: `${name}=${changed}` })).status, 401)
  }
})

test('a token opens one session only', async (t) => {
  const made = await installed(t)
  const token = embedToken()
  await openPanel(made, token)

  const { response, cookie } = await openPanel(made, token)

  assert.equal(response.status, 401)
  assert.equal(cookie, '')
})

test('a missing and an invalid token have different screens', async (t) => {
  const made = await installed(t)
  const screen = async (path: string) => {
    const response = await made.get(path)
    assert.equal(response.status, 401)
    return response.text()
  }

  const missing = await screen('/panel')
  const invalid = await screen('/panel?embed_token=broken')

  assert.match(missing, /embed_token_missing/)
  assert.match(invalid, /embed_token_malformed/)
  assert.doesNotMatch(invalid, /embed_token_missing|No sign-in/)
  assert.match(await screen('/panel?embed_token=%20'), /embed_token_missing/)
})

const broken: [string, () => string, string][] = [
  [
    'of another signature',
    () => embedToken().replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    'embed_token_bad_signature',
  ],
  ['of another app', () => embedToken({ AppKey: 'app.other.x' }), 'embed_token_other_app'],
  ['that ended 61 seconds ago', () => embedToken({ Iat: 1795262219, Exp: 1795262339 }), 'embed_token_expired'],
  ['from 61 seconds ahead', () => embedToken({ Iat: 1795262461, Exp: 1795262581 }), 'embed_token_not_yet_valid'],
  ['of store 0', () => embedToken({ StoreId: 0 }), 'embed_token_malformed'],
]

for (const [what, token, reason] of broken) {
  test(`a token ${what} shows ${reason} and no data`, async (t) => {
    const made = await installed(t)

    const { response, cookie } = await openPanel(made, token())
    const text = await response.text()

    assert.equal(response.status, 401)
    assert.match(text, new RegExp(reason))
    assert.doesNotMatch(text, /Demo/)
    assert.equal(cookie, '')
    assert.equal(made.platform.seen.length, 0)
  })
}

const notInstalled: [string, Parameters<typeof embedToken>[0]][] = [
  ['another store', { StoreId: 1002 }],
  ['another region', { RegionId: 8 }],
  ['the whole store', { Scope: 'store', RegionId: null }],
]

for (const [what, changes] of notInstalled) {
  test(`a token for ${what} shows an incomplete installation and uses no other token`, async (t) => {
    const made = await installed(t)

    const { response, cookie } = await openPanel(made, embedToken(changes))

    assert.equal(response.status, 409)
    assert.match(await response.text(), /Incomplete installation[\s\S]*embed_store_not_installed/)
    assert.equal(cookie, '')
    assert.equal(made.platform.seen.length, 0)
  })
}

test('a session ends with its install', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())
  await made.db.sql("UPDATE installs SET removed_at = 'now'")

  assert.equal((await made.get(location, { Cookie: cookie })).status, 409)
})

test('without a token nothing else is an identity: no query, no path, no other cookie', async (t) => {
  const made = await installed(t)

  for (const [path, cookie] of [
    ['/panel?storeId=1001&regionId=7', ''],
    ['/panel/1001/7', ''],
    ['/panel/1001/7', 'panel_1001_7=eyJzdG9yZUlkIjoxMDAxfQ.00; storeId=1001'],
  ] as const) {
    const response = await made.get(path, { Cookie: cookie })
    assert.equal(response.status, 401)
    assert.doesNotMatch(await response.text(), /Demo|A-1/)
  }
})

test('a session of one region opens no other panel', async (t) => {
  const made = await installed(t)
  await made.install({ region_id: 8 })
  const { cookie } = await openPanel(made, embedToken())
  const value = cookie.split('=')[1]

  assert.equal((await made.get('/panel/1001/8', { Cookie: cookie })).status, 401)
  assert.equal((await made.get('/panel/1001/8', { Cookie: `panel_1001_8=${value}` })).status, 401)
})

for (const [regionId, name] of [
  [null, 'no region'],
  [7, 'a region'],
] as const) {
  test(`a store-wide panel whose token names ${name} has a region picker and is pinned to the choice`, async (t) => {
    const made = await installed(t, storeWide)
    const { cookie, location } = await openPanel(made, embedToken({ Scope: 'store', RegionId: regionId }))
    made.platform.seen.length = 0

    const first = await (await made.get(location, { Cookie: cookie })).text()
    await made.get(`${location}/orders?region=8`, { Cookie: cookie })
    await made.get(`${location}/orders?region=999`, { Cookie: cookie })

    assert.equal(location, '/panel/1001/all')
    assert.match(first, /aria-label="Region"/)
    assert.deepEqual(
      made.platform.seen.map(({ headers }) => headers['x-region-id']),
      ['7', '8', '7'],
    )
  })
}

test('a region that the store has opened since the install can be chosen, one that it has closed cannot', async (t) => {
  const made = await installed(t, storeWide)
  const regions = [8, 9].map((id) => ({ id, code: `r${id}`, countryCode: 'DE', currencyCode: 'EUR' }))
  made.platform.answers.set('GET /api/apps/v1/context', { status: 200, body: JSON.stringify({ regions }) })

  const { cookie, location } = await openPanel(made, embedToken({ Scope: 'store', RegionId: null }))
  const text = await (await made.get(`${location}?region=9`, { Cookie: cookie })).text()

  assert.deepEqual(text.match(/\?region=\d+"[^>]*>r\d/g), ['?region=8" >r8', '?region=9" aria-current="true">r9'])
  assert.equal(made.platform.seen.at(-1)?.headers['x-region-id'], '9')
})

test('a store-wide panel opens with the regions that it knows while the platform is in trouble', async (t) => {
  const made = await installed(t, storeWide)
  made.platform.answers.set('GET /api/apps/v1/context', { status: 503, body: '{}' })

  const { cookie, location } = await openPanel(made, embedToken({ Scope: 'store', RegionId: null }))

  assert.match(await (await made.get(location, { Cookie: cookie })).text(), />tr<[\s\S]*>de</)
})

test('a panel of one region has no picker and sends no pin', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())

  const text = await (await made.get(`${location}/orders?region=8`, { Cookie: cookie })).text()

  assert.doesNotMatch(text, /aria-label="Region"/)
  assert.deepEqual(
    made.platform.seen.map(({ headers }) => headers['x-region-id']),
    [undefined],
  )
})

const hintOf = (hint: string | null) => ({
  status: 200,
  body: JSON.stringify({ success: true, totalCount: 1, items: [], hint }),
})

test('the panel shows the store owner what the platform has to say about shipping', async (t) => {
  const made = await installed(t, { scopes: ['orders.read', 'products.read'] })
  const { cookie, location } = await openPanel(made, embedToken())
  made.platform.answers.set('GET /api/apps/v1/shipping-profiles', hintOf('Add <profiles> & save.'))
  made.platform.answers.set('GET /api/apps/v1/shipping-packages', hintOf('Add a box.'))

  for (const page of [location, `${location}/orders`]) {
    const text = await (await made.get(page, { Cookie: cookie })).text()
    assert.match(text, /role="note">Add &lt;profiles&gt; &amp; save\.<\/p>\s*<p class="card" role="note">Add a box\.</)
  }
})

test('without a hint there is none, and without products.read nobody asks', async (t) => {
  const made = await installed(t, { scopes: ['orders.read', 'products.read'] })
  const { cookie, location } = await openPanel(made, embedToken())
  made.platform.answers.set('GET /api/apps/v1/shipping-profiles', hintOf(null))
  made.platform.answers.set('GET /api/apps/v1/shipping-packages', hintOf(' '))
  const page = await (await made.get(location, { Cookie: cookie })).text()
  const other = await installed(t)
  const session = await openPanel(other, embedToken())
  await other.get(`${session.location}/orders`, { Cookie: session.cookie })

  assert.doesNotMatch(page, /role="note"/)
  assert.deepEqual(
    other.platform.seen.map(({ url }) => url.split('?')[0]),
    ['/api/apps/v1/orders'],
  )
})

test('a list that cannot be read does not keep the panel shut', async (t) => {
  const made = await installed(t, { ...storeWide, scopes: ['orders.read', 'products.read'] })
  const { cookie, location } = await openPanel(made, embedToken({ Scope: 'store', RegionId: null }))

  made.platform.seen.length = 0
  const response = await made.get(`${location}/orders?region=8`, { Cookie: cookie })

  assert.equal(response.status, 200)
  assert.match(await response.text(), /A-1/)
  assert.deepEqual(new Set(made.platform.seen.map(({ headers }) => headers['x-region-id'])), new Set(['8']))
})

test('a token without store code and without scope is read', async (t) => {
  const made = await installed(t)

  assert.equal((await openPanel(made, embedToken({ StoreCode: null, Scope: null }))).response.status, 303)
})

test('only the store admin may frame the panel, and nobody the rest', async (t) => {
  const made = await installed(t)
  const policy = async (path: string) => (await made.get(path)).headers.get('content-security-policy') ?? ''

  assert.match(await policy('/panel'), /frame-ancestors https:\/\/admin\.example$/)
  assert.match(await policy('/panel/1001/7'), /frame-ancestors https:\/\/admin\.example$/)
  assert.match(await policy('/'), /frame-ancestors 'none'$/)
})

test('no page or log line of the panel holds a token, and no script of it could keep one', async (t) => {
  const made = await installed(t)
  const token = embedToken()
  const { response, cookie, location } = await openPanel(made, token)
  const page = await (await made.get(location, { Cookie: cookie })).text()

  const all = [await response.text(), page, location, ...made.lines].join('\n')
  for (const secret of [token, TOKEN, CODE]) assert.ok(!all.includes(secret))
  assert.deepEqual(page.match(/<script.*?<\/script>/g), ['<script defer src="/ready.js"></script>'])
})

test('an API that is out of reach or refuses is said in the panel', async (t) => {
  const made = await installed(t)
  const { cookie, location } = await openPanel(made, embedToken())
  made.platform.answers.set('GET /api/apps/v1/orders', {
    status: 402,
    body: '{"message":"The app subscription is not active (payment pending)."}',
  })

  const text = await (await made.get(`${location}/orders`, { Cookie: cookie })).text()

  assert.match(text, /payment pending/)
})
