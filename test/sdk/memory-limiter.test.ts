import { expect, it } from 'vitest'

import { createMemoryLimiter } from '../../src/sdk/memory-limiter.ts'

/** A limiter whose clock stands still unless it is moved, and the waits that it asked for. */
function makeLimiter(perMinute: number) {
  let at = 1_000_000
  const waits: number[] = []
  const limiter = createMemoryLimiter({ perMinute, now: () => new Date(at), sleep: async (ms) => void waits.push(ms) })
  const take = () => limiter.acquire({ key: 'k', perMinute: 600 })
  return { limiter, take, waits, advance: (ms: number) => void (at += ms) }
}

it('allows only the limit in any minute, and delays the next request until the first is a minute old (LIM-001)', async () => {
  const { take, waits, advance } = makeLimiter(2)

  await take()
  advance(20_000)
  await take()
  await take()

  expect(waits).toEqual([41_000])
})

it('serves requests in order of arrival, each in the next slot', async () => {
  const { take, waits } = makeLimiter(2)

  await Promise.all([take(), take(), take(), take()])

  expect(waits).toEqual([61_000, 61_000])
})

it('rejects a wait of more than 65 seconds, and such a request reserves no slot', async () => {
  const { take, waits, advance } = makeLimiter(1)
  await take()
  await take()

  await expect(take()).rejects.toMatchObject({ code: 'api.rate-limited', details: { retryAfterSeconds: 122 } })
  advance(61_000)
  await take()

  expect(waits).toEqual([61_000, 61_000])
})

it('a wait of exactly the maximum is accepted', async () => {
  const { take, waits, advance } = makeLimiter(1)
  await take()
  await take()
  advance(122_000 - 65_000)

  await take()

  expect(waits).toEqual([61_000, 65_000])
})

it('never allows more than the platform does, and always at least one', async () => {
  const { limiter, waits } = makeLimiter(1000)
  const greedy = () => limiter.acquire({ key: 'k', perMinute: 2 })
  await greedy()
  await greedy()
  await greedy()
  expect(waits).toEqual([61_000])

  const none = makeLimiter(0)
  await none.take()

  expect(none.waits).toEqual([])
})
