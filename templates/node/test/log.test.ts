import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createLog, reasonOf } from '../src/log.ts'

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
