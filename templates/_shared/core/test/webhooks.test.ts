import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from '../src/db.ts'
import { installsOf } from '../src/installs.ts'
import { PlatformError } from '../src/platform-error.ts'
import { makeApp, TOKEN } from './support/make-app.ts'

const event = { eventId: 'e1', storeId: 1001, regionId: 7, data: {} }

test('a delivery that is not signed, too old or about another store is refused', async () => {
  const { deliver, send, tools } = await makeApp()
  const headers: readonly Record<string, string>[] = [
    { 'X-Service-Hmac-Sha256': 'a'.repeat(64) },
    { 'X-Service-Topic': 'order.paid' },
    { 'X-Service-Store': '1002' },
    { 'X-Service-Timestamp': '1' },
  ]

  for (const changes of headers) assert.equal((await deliver('order.created', event, changes)).status, 401)
  assert.equal((await send('/webhooks', { method: 'POST', body: '{}' })).status, 401)
  assert.equal((await deliver('order.created', { ...event, storeId: 1002 })).status, 400)
  assert.deepEqual(await tools.db.rows(sql`SELECT * FROM events`), [])
})

test('a body of more than 1 MiB is refused', async () => {
  const { deliver } = await makeApp()

  assert.equal((await deliver('order.created', { ...event, more: 'x'.repeat(1024 * 1024) })).status, 413)
})

test('an event is taken once; test events and unknown topics are taken too', async () => {
  const { deliver, tools } = await makeApp()

  const answers = [
    await deliver('order.created', event),
    await deliver('order.created', event),
    await deliver('order.paid', { ...event, eventId: 'test:1' }),
    await deliver('order.dreamt', { ...event, eventId: 'e2' }),
  ]

  assert.deepEqual(
    await Promise.all(answers.map((answer) => answer.json())),
    [false, true, false, false].map((repeated) => ({ ok: true, repeated })),
  )
  assert.equal((await tools.db.rows(sql`SELECT * FROM events`)).length, 3)
})

test('a closed region is no dead token: an uninstall is looked into without naming one', async () => {
  const { deliver, install, platform, tools } = await makeApp()
  await install({ regionId: null, regions: [{ id: 9, code: 'R9', currency: 'TRY' }] })

  await deliver('app.uninstalled', event)

  assert.equal((await installsOf(tools, 1001)).length, 1)
  assert.deepEqual(platform.calls.at(-1), { name: 'isAlive', access: { token: TOKEN, pin: null }, about: null })
})

test('an uninstall is believed when the token is dead, and forgets it', async () => {
  const { deliver, install, platform, tools } = await makeApp()
  await install()

  await deliver('app.uninstalled', event)
  assert.equal((await installsOf(tools, 1001)).length, 1)
  platform.trouble = new PlatformError(401, 'Unauthorized')
  await deliver('app.uninstalled', { ...event, eventId: 'e2' })

  assert.deepEqual(await installsOf(tools, 1001), [])
})
