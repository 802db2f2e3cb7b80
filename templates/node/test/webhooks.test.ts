import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Database } from '../src/state/database.ts'
import { makeApp, type Delivery } from './support/make-app.ts'

const events = async ({ sql }: Database) =>
  (await sql('SELECT event_id FROM events')).rows.map((row) => row['event_id'])

test('a body with nothing but the three documented fields is taken', async (t) => {
  const { install, deliver } = await makeApp(t)
  await install()

  assert.equal((await deliver({ text: '{"eventId":"e","storeId":1001,"regionId":7}' })).status, 200)
})

test('the raw bytes are verified: odd whitespace, key order and unknown fields do no harm', async (t) => {
  const { deliver } = await makeApp(t)

  const text = '\n{ "new" : [1,\t2],  "regionId":7 ,"storeId" :1001,"eventId":"\\u0065vt" }\n'
  assert.equal((await deliver({ text })).status, 200)
})

const refused: [string, Delivery, string][] = [
  [
    'a body that was written again after signing',
    { text: '{ "eventId":"e","storeId":1001 }', sent: '{"eventId":"e","storeId":1001}' },
    'signature-mismatch',
  ],
  ['a signature of somebody else', { headers: { 'X-Service-Hmac-Sha256': 'ab'.repeat(32) } }, 'signature-mismatch'],
  ['a signature of 63 characters', { headers: { 'X-Service-Hmac-Sha256': 'a'.repeat(63) } }, 'signature-malformed'],
  ['a signature of 65 characters', { headers: { 'X-Service-Hmac-Sha256': 'a'.repeat(65) } }, 'signature-malformed'],
  ['another topic than the signed one', { headers: { 'X-Service-Topic': 'order.refunded' } }, 'signature-mismatch'],
  ['another store than the signed one', { headers: { 'X-Service-Store': '1002' } }, 'signature-mismatch'],
  ['a store code', { headers: { 'X-Service-Store': 'demo' } }, 'store-malformed'],
  ['a delivery of 301 seconds ago', { offset: -301 }, 'too-old'],
  ['a delivery from 301 seconds ahead', { offset: 301 }, 'too-new'],
]

for (const [what, event, reason] of refused) {
  test(`${what} is refused and has no effect`, async (t) => {
    const { install, deliver, db, platform } = await makeApp(t)
    await install()
    platform.seen.length = 0

    const response = await deliver(event)

    assert.equal(response.status, 401)
    assert.deepEqual(await response.json(), { error: reason })
    assert.deepEqual(await events(db), [])
    assert.equal(platform.seen.length, 0)
  })
}

for (const offset of [-300, -299, 299, 300]) {
  test(`a delivery ${offset} seconds from now is taken`, async (t) => {
    const { deliver } = await makeApp(t)

    assert.equal((await deliver({ offset, topic: 'order.created' })).status, 200)
  })
}

test('a body of more than 1 MiB is refused, announced or not', async (t) => {
  const { deliver, app } = await makeApp(t)
  const big = 'x'.repeat(1024 * 1024 + 1)
  const stream = new Blob([big]).stream()

  assert.equal((await deliver({ sent: big })).status, 413)
  const unannounced = new Request('http://127.0.0.1:3000/webhooks', {
    method: 'POST',
    body: stream,
    duplex: 'half',
  } as RequestInit)
  assert.equal((await app.request(unannounced)).status, 413)
})

for (const text of [
  '',
  'null',
  '[]',
  '{"storeId":1001}',
  '{"eventId":"e","storeId":"1001"}',
  '{"eventId":"e","storeId":2}',
  '{"eventId":"","storeId":1001}',
]) {
  test(`a signed body that is no event (${text}) is refused with 400`, async (t) => {
    const { deliver } = await makeApp(t)

    assert.equal((await deliver({ text })).status, 400)
  })
}

test('a topic or id of a delivery cannot write into the log', async (t) => {
  const { deliver, lines } = await makeApp(t)

  await deliver({ text: JSON.stringify({ eventId: 'a\u001b[31m\nb', storeId: 1001 }) })

  assert.ok(lines.join('').length > 0)
  assert.ok([...lines.join('')].every((char) => char >= ' '))
})
