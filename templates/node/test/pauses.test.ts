import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createPauses } from '../src/pauses.ts'
import { PlatformError } from '../src/platform-error.ts'

test('after a 429 the token waits as long as the platform says, and others go on', async () => {
  let now = 1_000_000
  let calls = 0
  const pauses = createPauses(() => now)
  const refuse = async () => {
    calls += 1
    throw new PlatformError(429, 'Too many.', 20)
  }
  const answer = async () => 'answered'

  await assert.rejects(pauses.call('one', refuse), { status: 429 })
  now += 19_999
  await assert.rejects(pauses.call('one', refuse), { status: 429 })
  assert.equal(calls, 1)
  assert.equal(await pauses.call('another', answer), 'answered')
  now += 2
  assert.equal(await pauses.call('one', answer), 'answered')
})

test('a refusal of another kind lets the next call through', async () => {
  const pauses = createPauses(() => 0)
  const refuse = async () => {
    throw new PlatformError(503, 'Away.', 20)
  }

  await assert.rejects(pauses.call('one', refuse), { status: 503 })
  assert.equal(await pauses.call('one', async () => 'answered'), 'answered')
})
