import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createLog, placeOf, reasonOf } from '../src/log.ts'

test('the reason is the message of an error, also of a copy that a library makes of one', () => {
  const error = new Error('The connection has ended.')

  assert.deepEqual([error, { ...error, message: error.message }, new Error(''), 'text', null, {}].map(reasonOf), [
    'The connection has ended.',
    'The connection has ended.',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ])
})

test('an entry is one line, for machines and for people', () => {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)

  createLog('json', write)('event taken', { storeId: 1001, reason: 'two\nlines' })
  createLog('text', write)('event taken', { storeId: 1001, reason: 'two\nlines', url: 'http://127.0.0.1:3000' })

  const [json = '', text] = lines
  const { time, ...rest } = JSON.parse(json)
  assert.ok(!Number.isNaN(Date.parse(time)))
  assert.deepEqual(rest, { event: 'event taken', storeId: 1001, reason: 'two\nlines' })
  assert.equal(text, 'event taken storeId=1001 reason="two\\nlines" url=http://127.0.0.1:3000')
})

test('an error says where in the sources of the app it was thrown, and any other value says nothing', () => {
  const error = new Error('boom')
  error.stack = [
    'Error: boom',
    '    at Object.get (file:///home/src/app/node_modules/hono/dist/src/x.js:1:2)',
    '    at orderPaid (file:///home/src/app/src/webhooks/order-paid.ts:20:9)',
    '    at file:///home/src/app/src/webhooks/work-on.ts:40:3',
  ].join('\n')

  assert.deepEqual(placeOf(error), { at: 'src/webhooks/order-paid.ts:20' })
  assert.deepEqual([placeOf('boom'), placeOf({ ...error }), placeOf(new RangeError('in a test'))], [{}, {}, {}])
})
