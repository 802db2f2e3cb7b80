import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isTest, readEvent } from '../src/event-types.ts'

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const envelope = { eventId: 'e1', storeId: 1001, regionId: 7 }

test('an event is read by its topic; what is not documented may be missing', () => {
  const paid = readEvent(bytes({ ...envelope, data: { orderId: 5, more: true } }), 'order.paid')
  const bare = readEvent(bytes({ eventId: 'e1', storeId: 1001 }), 'order.created')
  const gone = readEvent(bytes(envelope), 'app.uninstalled')

  assert.deepEqual(paid, { kind: 'known', event: { ...envelope, topic: 'order.paid', data: { orderId: 5 } } })
  assert.ok(bare.kind === 'known' && bare.event.topic === 'order.created' && bare.event.data.orderId === null)
  assert.deepEqual(gone, { kind: 'known', event: { ...envelope, topic: 'app.uninstalled', data: {} } })
})

test('a topic of tomorrow is an event too', () => {
  assert.deepEqual(readEvent(bytes(envelope), 'order.dreamt'), {
    kind: 'unknown',
    event: { ...envelope, topic: 'order.dreamt' },
  })
})

test('what is no event is none', () => {
  const wrong = ['', '[]', 'null', '{', { storeId: 1 }, { ...envelope, eventId: '' }, { ...envelope, storeId: '1001' }]
  const more = [
    { ...envelope, regionId: 'seven' },
    { ...envelope, storeId: 1.5 },
    { ...envelope, eventId: 'x'.repeat(256) },
  ]

  for (const value of [...wrong, ...more])
    assert.deepEqual(readEvent(bytes(value), 'order.paid'), { kind: 'malformed' })
  assert.deepEqual(readEvent(Uint8Array.of(0xff, 0xfe), 'order.paid'), { kind: 'malformed' })
})

test('test events of the developer console are told by their id', () => {
  assert.ok(isTest({ eventId: 'test:1' }))
  assert.ok(!isTest({ eventId: 'e1' }))
})
