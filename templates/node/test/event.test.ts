import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isTest, readEvent } from '../src/webhooks/event.ts'

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const envelope = { eventId: 'e1', storeId: 1001, regionId: 7 }

const topics = [
  'order.created',
  'order.paid',
  'order.shipped',
  'order.cancelled',
  'order.refunded',
  'fulfillment.requested',
  'shipment.create_requested',
  'invoice.submit_requested',
]

for (const topic of topics) {
  test(`${topic} may name an order`, () => {
    const named = readEvent(bytes({ ...envelope, data: { orderId: 5, more: true } }), topic)

    assert.deepEqual(named, { ...envelope, topic, orderId: 5 })
    assert.deepEqual(readEvent(bytes(envelope), topic), { ...envelope, topic, orderId: null })
    assert.deepEqual(readEvent(bytes({ ...envelope, data: [{ orderId: 5 }] }), topic), {
      ...envelope,
      topic,
      orderId: null,
    })
  })
}

test('the end of an install names nothing, and a topic of tomorrow is an event too', () => {
  assert.deepEqual(readEvent(bytes({ ...envelope, data: { orderId: 5 } }), 'app.uninstalled'), {
    ...envelope,
    topic: 'app.uninstalled',
  })
  assert.deepEqual(readEvent(bytes(envelope), 'order.dreamt'), { ...envelope, topic: 'other' })
})

test('what is no event is none', () => {
  const wrong = ['', '[]', 'null', '{', { storeId: 1 }, { ...envelope, eventId: '' }, { ...envelope, storeId: '1001' }]
  const more = [
    { ...envelope, regionId: 'seven' },
    { ...envelope, storeId: 1.5 },
    { ...envelope, eventId: 'x'.repeat(256) },
  ]

  for (const value of [...wrong, ...more]) assert.equal(readEvent(bytes(value), 'order.paid'), null)
  assert.equal(readEvent(Uint8Array.of(0xff, 0xfe), 'order.paid'), null)
})

test('test events of the developer console are told by their id', () => {
  const event = { topic: 'other', storeId: 1, regionId: null } as const

  assert.ok(isTest({ ...event, eventId: 'test:1' }))
  assert.ok(!isTest({ ...event, eventId: 'e1' }))
})
