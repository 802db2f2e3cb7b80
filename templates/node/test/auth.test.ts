import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'

import { listInstalls } from '../src/install/installs.ts'
import { makeKeys } from '../src/keys.ts'
import { CODE, TOKEN, exchanged, makeApp, storeWide } from './support/make-app.ts'

type Get = (path: string, headers?: Record<string, string>) => Response | Promise<Response>

/** Begins an install: the state that the store admin hands back, and the headers of the browser that began. */
async function begin(get: Get) {
  const response = await get('/auth/start')
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return { state: stateOf(response.headers.get('location')), browser: { Cookie: cookie } }
}

const stateOf = (location: string | null) => new URL(location ?? '').searchParams.get('state') ?? ''

test('the install starts at the store admin, with scopes by %20 and without redirect_uri', async (t) => {
  const { get } = await makeApp(t)

  const response = await get('/auth/start')

  const location = response.headers.get('location') ?? ''
  assert.equal(response.status, 302)
  assert.match(location, /^https:\/\/admin\.example\/shop\/admin\/plugins\/install\/app\.acme\.test\?/)
  assert.match(location, /scope=orders\.read%20products\.read/)
  assert.match(location, /client_id=cli_0123/)
  assert.doesNotMatch(location, /redirect_uri|shop=|\+/)
})

test('the cookie of an install goes over https only, but for a browser on this machine', async (t) => {
  const { get } = await makeApp(t)
  const isSecure = async (url: string) => (await get(url)).headers.get('set-cookie')?.includes('; Secure')

  assert.deepEqual(
    [await isSecure('http://app.example/auth/start'), await isSecure('https://app.example/auth/start')],
    [true, true],
  )
  assert.deepEqual(
    [await isSecure('http://127.0.0.1:3000/auth/start'), await isSecure('http://localhost:3000/auth/start')],
    [false, false],
  )
})

test('every start has a state of its own, at most 512 characters', async (t) => {
  const { get } = await makeApp(t)

  const states = [await get('/auth/start'), await get('/auth/start')].map((one) => stateOf(one.headers.get('location')))

  assert.notEqual(states[0], states[1])
  assert.ok(states.every((state) => state.length >= 43 && state.length <= 512))
})

test('the code is exchanged at once, by one POST in camelCase', async (t) => {
  const { get, install, platform } = await makeApp(t)
  await install()
  platform.seen.length = 0
  const { state, browser } = await begin(get)

  const response = await get(`/auth/callback?code=${CODE}&state=${state}`, browser)

  assert.equal(response.status, 303)
  assert.equal(response.headers.get('location'), '/auth/done')
  assert.equal(platform.seen.length, 1)
  const [request] = platform.seen
  assert.equal(`${request?.method} ${request?.url}`, 'POST /api/apps/oauth/token')
  assert.equal(request?.headers['content-type'], 'application/json')
  assert.equal(request?.headers.authorization, undefined)
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    clientId: 'cli_0123',
    clientSecret: 'cs_not-a-real-one',
    code: CODE,
  })
})

test('the page after an install leads back to the app in the store admin', async (t) => {
  const { get } = await makeApp(t)

  const body = await (await get('/auth/done')).text()

  assert.match(body, /<a class="button" href="https:\/\/admin\.example\/shop\/admin\/plugins\/manage\/app\.acme\.test"/)
})

test('store, region, name and domain are kept from the exchange', async (t) => {
  const { install, db, config } = await makeApp(t)
  await install()

  const [kept] = await listInstalls({ db, keys: makeKeys(config) })

  assert.equal(kept?.token, TOKEN)
  assert.deepEqual(
    [kept?.storeId, kept?.regionId, kept?.storeName, kept?.storeDomain, kept?.scopes],
    [1001, 7, 'Demo & Sons', 'demo.example', ['orders.read']],
  )
})

test('one install a region; a reinstall replaces the token of its own region only', async (t) => {
  const { install, db, config } = await makeApp(t)
  await install()
  await install({ region_id: 8, access_token: 'second' })
  await install({ access_token: 'third' })

  const installs = await listInstalls({ db, keys: makeKeys(config) })
  const tokens = installs.map(({ regionId, token }) => `${regionId} ${token}`)

  assert.deepEqual(tokens.toSorted(), ['7 third', '8 second'])
})

test('the token is encrypted at rest and opens with its own key and row only', async (t) => {
  const { install, db, config } = await makeApp(t)
  await install()
  await install({ region_id: 8 })

  const sealed = (await db.sql('SELECT token FROM installs')).rows.map(({ token }) => String(token))
  assert.ok(sealed.every((text) => !text.includes(TOKEN) && !Buffer.from(text, 'base64url').toString().includes(TOKEN)))
  const otherKey = await listInstalls({ db, keys: makeKeys({ ...config, tokenKey: '00'.repeat(32) }) })
  assert.deepEqual(
    otherKey.map(({ token }) => token),
    [null, null],
  )
  await db.sql('UPDATE installs SET token = $1 WHERE region_id = 8', String(sealed[0]))
  const installs = await listInstalls({ db, keys: makeKeys(config) })
  const swapped = installs.find(({ regionId }) => regionId === 8)
  assert.equal(swapped?.token, null)
})

const wrongStates: [string, (good: string) => string][] = [
  ['of somebody else', () => 'x'.repeat(96)],
  ['with one character changed', (good) => `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}`],
  ['that is empty', () => ''],
]

for (const [what, change] of wrongStates) {
  test(`a return with a state ${what} exchanges nothing, and the real one still works`, async (t) => {
    const { get, install, platform } = await makeApp(t)
    await install()
    platform.seen.length = 0
    const { state: good, browser } = await begin(get)

    const refused = await get(`/auth/callback?code=${CODE}&state=${change(good)}`, browser)

    assert.equal(refused.status, 400)
    assert.equal(platform.seen.length, 0)
    assert.equal((await get(`/auth/callback?code=${CODE}&state=${good}`, browser)).status, 303)
  })
}

test('a state is good once, and for a quarter of an hour', async (t) => {
  const { get, install, platform, clock } = await makeApp(t)
  await install()
  const used = await begin(get)
  const late = await begin(get)
  const comeBack = ({ state, browser }: typeof used) => get(`/auth/callback?code=${CODE}&state=${state}`, browser)
  assert.equal((await comeBack(used)).status, 303)
  platform.seen.length = 0

  assert.equal((await comeBack(used)).status, 400)
  clock.now = new Date(clock.now.getTime() + 16 * 60_000)
  assert.equal((await comeBack(late)).status, 400)
  assert.equal(platform.seen.length, 0)
})

test('a state is good in the browser that began, whatever else it has begun', async (t) => {
  const { get, install, platform } = await makeApp(t)
  await install()
  const [own, another] = [await begin(get), await begin(get)]
  const path = `/auth/callback?code=${CODE}&state=${own.state}`
  platform.seen.length = 0

  assert.equal((await get(path)).status, 400)
  assert.equal((await get(path, another.browser)).status, 400)
  assert.equal(platform.seen.length, 0)
  assert.equal((await get(path, { Cookie: `${another.browser.Cookie}; ${own.browser.Cookie}` })).status, 303)
})

test('a return without a state is an install that was started in the admin', async (t) => {
  const { install, platform } = await makeApp(t)

  const response = await install()

  assert.equal(response.status, 303)
  assert.equal(response.headers.get('set-cookie'), null)
  assert.equal(platform.seen.length, 1)
})

test('a declined install is said, and nothing is exchanged', async (t) => {
  const { get, platform } = await makeApp(t)
  const { state, browser } = await begin(get)

  const response = await get(`/auth/callback?error=access_denied&state=${state}`, browser)

  assert.equal(response.status, 200)
  assert.match(await response.text(), /declined/)
  assert.equal(platform.seen.length, 0)
})

for (const code of ['', 'abc', 'G'.repeat(64), CODE.toUpperCase()]) {
  test(`what is no code (${code.slice(0, 3)}…) is not exchanged`, async (t) => {
    const { get, platform } = await makeApp(t)

    assert.equal((await get(`/auth/callback?code=${code}`)).status, 400)
    assert.equal(platform.seen.length, 0)
  })
}

test('a refused code is explained: age and single use first, and it is not tried again', async (t) => {
  const { get, platform } = await makeApp(t)
  const body = '{"success":false,"message":"Invalid client credentials or code."}'
  platform.answers.set('POST /api/apps/oauth/token', { status: 401, body })

  const response = await get(`/auth/callback?code=${CODE}`)
  const text = await response.text()

  assert.equal(response.status, 400)
  assert.match(text, /older than 5 minutes; it was used already; then/)
  assert.equal(platform.seen.length, 1)
})

test('a failing or redirecting exchange is one POST and no more', async (t) => {
  const { get, platform } = await makeApp(t)
  for (const status of [503, 307]) {
    platform.seen.length = 0
    platform.answers.set('POST /api/apps/oauth/token', { status, body: '' })

    assert.equal((await get(`/auth/callback?code=${CODE}`)).status, 502)
    assert.equal(platform.seen.length, 1)
  }
})

test('an answer for another app is not kept', async (t) => {
  const { install, db } = await makeApp(t)

  assert.equal((await install({ app_key: 'app.other.x' })).status, 502)
  assert.deepEqual((await db.sql('SELECT 1 FROM installs')).rows, [])
})

test('unknown and missing fields of the exchange do no harm', async (t) => {
  const { platform, get, db } = await makeApp(t)
  const { success: _, ...answer } = exchanged
  platform.answers.set('POST /api/apps/oauth/token', {
    status: 201,
    body: JSON.stringify({ ...answer, ...storeWide, more: {} }),
  })

  assert.equal((await get(`/auth/callback?code=${CODE}`)).status, 303)
  assert.equal((await db.sql('SELECT region_id FROM installs')).rows[0]?.['region_id'], null)
})

test('no page, header or log line shows code, token or secret', async (t) => {
  const { get, install, lines, platform, config } = await makeApp(t)
  const shown: string[] = []
  const look = async (response: Response) => shown.push(await response.text(), JSON.stringify([...response.headers]))
  await look(await install())
  await look(await get('/'))
  platform.answers.set('POST /api/apps/oauth/token', { status: 401, body: '{"message":"no"}' })
  await look(await get(`/auth/callback?code=${CODE}`))

  const all = [...shown, ...lines].join('\n')
  for (const secret of [CODE, TOKEN, config.clientSecret, config.signingSecret, config.tokenKey]) {
    assert.ok(!all.includes(secret))
  }
  assert.match(all, /no-referrer/)
})

test('the sources read no token and know no renewal', () => {
  const folder = new URL('../src/', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('protocol'),
  )
  for (const name of sources) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    // What `app types` has written names all that the platform has.
    if (text.startsWith('// Made by `app types`')) continue
    assert.doesNotMatch(text, /svcapp_|[Rr]efresh|[Rr]enew/, name)
  }
})
