import assert from 'node:assert/strict'
import { test } from 'node:test'

import { PlatformError } from '../src/platform-error.ts'
import { makeApp } from './support/make-app.ts'

test('the token becomes a session at once, is gone from the address, and is good once', async () => {
  const { send, install, embedToken } = await makeApp()
  await install()
  const token = await embedToken()

  const opened = await send(`/panel?embed_token=${token}`)

  assert.equal(opened.headers.get('location'), '/panel/1001/7')
  assert.match(opened.headers.get('set-cookie') ?? '', /; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/)
  assert.equal((await send(`/panel?embed_token=${token}`)).status, 401)
})

test('a missing token, a bad one and a store without an install have different screens', async () => {
  const { send, install, embedToken } = await makeApp()
  await install()
  const screens = [
    await send('/panel'),
    await send('/panel?embed_token=abc.def'),
    await send(`/panel?embed_token=${await embedToken({ StoreId: 1002 })}`),
  ]

  const titles = await Promise.all(screens.map(async (screen) => /<h1>(.*)<\/h1>/.exec(await screen.text())?.[1]))
  assert.deepEqual(titles, ['No sign-in', 'Sign-in refused', 'Incomplete installation'])
  assert.deepEqual(
    screens.map(({ status }) => status),
    [401, 401, 409],
  )
})

test('the panel is shown to its session only, framed by the store admin only, with names as text', async () => {
  const { send, install, openPanel } = await makeApp()
  await install()
  const cookie = await openPanel()

  const shown = await send('/panel/1001/7', { headers: { cookie } })
  const text = await shown.text()

  assert.equal(shown.status, 200)
  assert.match(text, /Shop &#60;One&#62;/)
  assert.match(shown.headers.get('content-security-policy') ?? '', /frame-ancestors https:\/\/admin\.example$/)
  assert.equal((await send('/panel/1001/7')).status, 401)
  assert.equal((await send('/panel/1001/8', { headers: { cookie } })).status, 401)
  assert.equal((await send('/panel/1001/7', { headers: { cookie: cookie.replace(/.$/, '') } })).status, 401)
})

test('settings are saved by a form of the same session only, and stand above the order in its slot', async () => {
  const { send, install, openPanel } = await makeApp()
  await install()
  const cookie = await openPanel()
  const page = await (await send('/panel/1001/7/settings', { headers: { cookie } })).text()
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const save = (fields: Record<string, string>) =>
    send('/panel/1001/7/settings', { method: 'POST', headers: { cookie }, body: new URLSearchParams(fields) })

  assert.equal((await save({ note: 'x' })).status, 400)
  assert.equal((await save({ note: 'x'.repeat(201), form })).status, 400)
  assert.equal((await save({ note: 'Pack <well>', form })).headers.get('location'), '/panel/1001/7/settings')

  assert.match(
    await (await send('/panel/1001/7/settings', { headers: { cookie } })).text(),
    /value="Pack &#60;well&#62;"/,
  )
  const slot = await send('/slots/order/1001/7/5', { headers: { cookie } })
  assert.equal(await slot.text(), 'Pack <well> N-5: 10.50 TRY, paid')
})

test('the slot shows an order of this install alone, whatever the hint says', async () => {
  const { send, install, openPanel, platform } = await makeApp()
  await install()
  const cookie = await openPanel()
  const before = platform.calls.length

  assert.equal((await send('/slots/order/1001/7/5')).status, 401)
  assert.equal((await send('/slots/order/1002/7/5', { headers: { cookie } })).status, 401)
  assert.equal((await send('/slots/order/1001/8/5', { headers: { cookie } })).status, 401)
  assert.equal(platform.calls.length, before)
  platform.trouble = new PlatformError(404, 'Not found')
  assert.equal((await send('/slots/order/1001/7/5', { headers: { cookie } })).status, 404)
})

test('a store-wide panel lets the region be chosen and pins its calls to it', async () => {
  const { send, install, openPanel } = await makeApp()
  const regions = [7, 9].map((id) => ({ id, code: `R${id}`, currency: 'TRY' }))
  await install({ regionId: null, regions })
  const cookie = await openPanel()

  const text = await (await send('/panel/1001/all?region=9', { headers: { cookie } })).text()

  assert.match(text, /href="\?region=9"\s+aria-current="true">R9</)
})

test('a region that the store has opened since the install can be chosen, one that it has closed cannot', async () => {
  const { send, install, openPanel, platform } = await makeApp()
  const regions = [7, 8, 9].map((id) => ({ id, code: `R${id}`, currency: 'TRY' }))
  await install({ regionId: null, regions: regions.slice(0, 2) })
  platform.openRegions = regions.slice(1)

  const cookie = await openPanel()
  const text = await (await send('/panel/1001/all?region=9', { headers: { cookie } })).text()

  assert.deepEqual(text.match(/>R\d/g), ['>R8', '>R9'])
  assert.match(text, /href="\?region=9"\s+aria-current="true">R9</)
})

test('a store-wide panel opens with the regions that it knows while the platform is in trouble', async () => {
  const { send, install, openPanel, platform } = await makeApp()
  await install({ regionId: null, regions: [{ id: 7, code: 'R7', currency: 'TRY' }] })
  platform.trouble = new PlatformError(503, 'Away.')

  const cookie = await openPanel()

  assert.match(await (await send('/panel/1001/all', { headers: { cookie } })).text(), />R7</)
})

test('it is ready when its tables are there, and says nothing of a fault', async () => {
  const { send, tools, logged } = await makeApp()

  assert.deepEqual(await (await send('/readyz')).json(), { ok: true })
  await tools.db.write([{ text: 'UPDATE schema SET version = 1', values: [] }])
  assert.equal((await send('/readyz')).status, 503)
  await tools.db.write([{ text: 'DROP TABLE schema', values: [] }])
  assert.equal((await send('/readyz')).status, 503)
  assert.equal((await send('/healthz')).status, 200)
  assert.ok(logged.every((line) => typeof JSON.parse(line).what === 'string'))
})
