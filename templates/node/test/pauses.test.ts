import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createBudget } from '../src/platform/budget.ts'
import { createPauses, TokenPaused } from '../src/platform/pauses.ts'
import { PlatformError } from '../src/platform/platform-error.ts'
import { openSqlite } from '../src/state/sqlite.ts'

async function makePauses(t: TestContext) {
  const db = await openSqlite(':memory:')
  t.after(db.close)
  const clock = { ms: 1_000_000 }
  const now = () => new Date(clock.ms)
  // Two processes on one database.
  const process = () =>
    createPauses(
      { db, now },
      createBudget(() => clock.ms),
    )
  return { clock, pauses: process(), elsewhere: process() }
}

test('after a 429 the token waits as long as the platform says, in every process, and others go on', async (t) => {
  const { clock, pauses, elsewhere } = await makePauses(t)
  let calls = 0
  const refuse = async () => {
    calls += 1
    throw new PlatformError(429, 'Too many.', 20)
  }
  const answer = async () => 'answered'

  await assert.rejects(pauses.call('one', refuse), { status: 429 })
  clock.ms += 19_999
  await assert.rejects(pauses.call('one', refuse), { status: 429 })
  await assert.rejects(elsewhere.call('one', refuse), { status: 429 })
  assert.equal(calls, 1)
  assert.equal(await pauses.call('another', answer), 'answered')
  clock.ms += 2
  assert.equal(await elsewhere.call('one', answer), 'answered')
})

test('a token makes at most 600 calls a minute, and when one process has used them up the others wait too', async (t) => {
  const { clock, pauses, elsewhere } = await makePauses(t)
  const answer = async () => 'answered'

  for (let at = 0; at < 600; at++) await pauses.call('one', answer)
  await assert.rejects(pauses.call('one', answer), { status: 429 })
  await assert.rejects(elsewhere.call('one', answer), { status: 429 })
  assert.equal(await elsewhere.call('another', answer), 'answered')
  clock.ms += 60_001

  assert.equal(await elsewhere.call('one', answer), 'answered')
})

test('a refusal of another kind lets the next call through', async (t) => {
  const { pauses } = await makePauses(t)
  const refuse = async () => {
    throw new PlatformError(503, 'Away.', 20)
  }

  await assert.rejects(pauses.call('one', refuse), { status: 503 })
  assert.equal(await pauses.call('one', async () => 'answered'), 'answered')
})

test('what waits for a token comes back one by one, so that not all of it uses up the next minute', async (t) => {
  const { clock, pauses } = await makePauses(t)
  const turn = async () => {
    const error: unknown = await pauses.call('one', async () => 'answered').catch((reason: unknown) => reason)
    assert.ok(error instanceof TokenPaused)
    return error.turnMs()
  }
  for (let at = 0; at < 600; at++) await pauses.call('one', async () => 'answered')
  clock.ms += 10_000

  const turns: number[] = []
  for (let at = 0; at < 601; at++) turns.push(await turn())

  assert.equal(turns[0], 50_000)
  assert.equal(new Set(turns).size, 601)
  assert.ok(Math.max(...turns) - 50_000 > 60_000, 'All of it would come within one minute.')
  clock.ms += 10_000
  assert.equal(await turn(), Math.max(...turns) + 111 - 10_000)
})
