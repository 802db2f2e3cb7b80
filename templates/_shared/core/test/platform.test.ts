import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createBudget } from '../src/budget.ts'
import { PlatformError } from '../src/platform-error.ts'
import { createPlatform } from '../src/platform.ts'

interface Sent {
  readonly path: string
  readonly headers: Headers
}

/** Answers the calls of the app, one after the other; the last one again and again. */
function answers(t: TestContext, ...list: readonly (() => Response)[]): readonly Sent[] {
  const sent: Sent[] = []
  t.mock.method(globalThis, 'fetch', async (url: URL, { headers }: RequestInit) => {
    sent.push({ path: url.pathname + url.search, headers: new Headers(headers) })
    return (list[sent.length - 1] ?? list.at(-1))?.()
  })
  return sent
}

const platform = () => createPlatform({ baseUrl: 'https://api.example/base', clientId: 'cli_1', clientSecret: 'cs_1' })
const order = () =>
  new Response('{"id":5,"orderNumber":"N-5","status":"paid","grandTotal":1234567890.10,"currency":"TRY"}')
const failed =
  (status: number, headers = {}) =>
  () =>
    new Response('{"message":"no"}', { status, headers })

test('a call has the token, the pin of a store-wide one, and keeps the digits of amounts', async (t) => {
  const sent = answers(t, order)

  const found = await platform().order({ token: 't1', pin: 9 }, 5)
  await platform().order({ token: 't2', pin: null }, 5)

  assert.equal(found.grandTotal, '1234567890.10')
  assert.deepEqual(
    sent.map(({ path, headers }) => [path, headers.get('authorization'), headers.get('x-region-id')]),
    [
      ['/base/api/apps/v1/orders/5', 'Bearer t1', '9'],
      ['/base/api/apps/v1/orders/5', 'Bearer t2', null],
    ],
  )
})

test('a read that met trouble is made again, a refusal and an exchange are not', async (t) => {
  const sent = answers(t, failed(503), order, failed(403), failed(500))

  await platform().order({ token: 't', pin: null }, 5)
  await assert.rejects(platform().order({ token: 't', pin: null }, 5), { status: 403 })
  await assert.rejects(platform().exchange('code'), { status: 500 })

  assert.equal(sent.length, 4)
})

test('a redirect is not followed: no secret reaches another origin', async (t) => {
  const sent = answers(t, failed(302, { location: 'https://elsewhere.example' }))

  await assert.rejects(platform().exchange('code'), { status: 0 })
  assert.equal(sent.length, 1)
})

test('after a 429 a token waits as long as Retry-After says, and only that token', async (t) => {
  const sent = answers(t, failed(429, { 'retry-after': '20' }), order)
  const one = platform()

  await assert.rejects(one.order({ token: 'a', pin: null }, 5), { status: 429, waitSeconds: 20 })
  await assert.rejects(one.order({ token: 'a', pin: null }, 5), { status: 429 })
  await one.order({ token: 'b', pin: null }, 5)

  assert.equal(sent.length, 2)
})

test('whether a token is alive is asked without a region', async (t) => {
  const sent = answers(t, () => Response.json({}), failed(401))

  assert.deepEqual([await platform().isAlive('t'), await platform().isAlive('t')], [true, false])
  assert.deepEqual(
    sent.map(({ path, headers }) => [path, headers.get('x-region-id')]),
    [
      ['/base/api/apps/v1/context', null],
      ['/base/api/apps/v1/context', null],
    ],
  )
})

test('a token that is used no more is forgotten, but for one that has to wait', async () => {
  let now = 0
  const budget = createBudget(() => now)
  const refuse = async () => Promise.reject(new PlatformError(429, 'Too many.', 100))
  for (const token of ['a', 'b', 'c']) await budget.spend(token, async () => null)
  await assert.rejects(budget.spend('waits', refuse))

  now = 60_000
  await budget.spend('d', async () => null)

  assert.equal(budget.accounts(), 2)
  await assert.rejects(
    budget.spend('waits', async () => null),
    { status: 429 },
  )
})

test('a token makes at most 600 calls a minute', async () => {
  let now = 0
  const budget = createBudget(() => now)
  const call = () => budget.spend('t', async () => 'done')

  for (let at = 0; at < 600; at++) await call()
  await assert.rejects(call(), (error) => error instanceof PlatformError && error.status === 429)
  now = 60_000

  assert.equal(await call(), 'done')
})
