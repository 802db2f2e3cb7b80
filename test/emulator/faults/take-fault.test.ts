import { describe, expect, it } from 'vitest'

import { drawn, drawnBetween } from '../../../src/control/drawn.ts'
import { makeInstalled } from '../../support/emulator/installed-app.ts'

describe('probability', () => {
  it('the same seed affects the same requests, another seed others, at about the requested rate', async () => {
    const met = async (seed: number) => {
      const { set, statuses } = await makeInstalled()
      await set({ kind: '503', times: null, percent: 30, seed })
      return statuses('/context', 100)
    }

    const first = await met(42)

    expect(await met(42)).toEqual(first)
    expect(await met(43)).not.toEqual(first)
    const hits = first.filter((status) => status === 503).length
    expect(hits).toBeGreaterThan(15)
    expect(hits).toBeLessThan(45)
  })

  it('affects a burst of consecutive requests per hit', async () => {
    const { set, statuses, faults } = await makeInstalled()
    await set({ kind: '500', times: null, percent: 10, inARow: 4, seed: 7 })

    const text = (await statuses('/context', 120)).map((status) => (status === 500 ? 'x' : '.')).join('')

    const bursts = text.match(/x+(?=\.)/g) ?? []
    expect(bursts.length).toBeGreaterThan(2)
    expect(bursts.filter(({ length }) => length % 4 !== 0)).toEqual([])
    expect(await faults()).toMatchObject([{ matched: 120, hits: text.replaceAll('.', '').length }])
  })

  it('a request that one fault skips can match the next one', async () => {
    const { set, statuses } = await makeInstalled()
    await set({ kind: '503', times: null, percent: 50 })
    await set({ kind: '500', times: null })

    expect(new Set(await statuses('/context', 20))).toEqual(new Set([503, 500]))
  })

  it('delays each response for a different time between the minimum and the maximum', async () => {
    const waits: number[] = []
    const { set, statuses } = await makeInstalled({ sleep: async (ms) => void waits.push(ms) })
    await set({ kind: 'slow', times: null, delayMs: 100, delayMaxMs: 2000, seed: 9 })

    await statuses('/context', 40)

    expect(Math.min(...waits)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...waits)).toBeLessThanOrEqual(2000)
    expect(new Set(waits).size).toBeGreaterThan(30)
  })

  it('draws uniformly from 0 to below 1, and whole numbers including both ends', () => {
    const numbers = Array.from({ length: 1000 }, (_, n) => drawn('seed', n))
    const dice = new Set(Array.from({ length: 200 }, (_, n) => drawnBetween(1, 6, 'dice', n)))

    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(numbers.filter((number) => number < 0.5).length).toBeGreaterThan(430)
    expect(dice).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })
})

describe('time window', () => {
  it('starts later, stops automatically, and stays listed afterwards', async () => {
    const { set, statuses, clock, faults, control } = await makeInstalled()
    const fault = await set({ kind: '500', times: null, afterMs: 1000, forMs: 2000 })
    const at = async (ms: number) => {
      clock.advance(ms)
      return (await statuses('/context', 1))[0]
    }

    expect(await at(0)).toBe(200)
    expect(await at(1000)).toBe(500)
    expect(await at(1999)).toBe(500)
    expect(await at(1)).toBe(200)
    expect(fault).toMatchObject({ startsAt: '2026-11-21T12:00:01.000Z', endsAt: '2026-11-21T12:00:03.000Z' })
    expect(await faults()).toMatchObject([{ hits: 2 }])
    expect(await control('GET', '/status')).toMatchObject({ faults: [] })
  })

  it('a fault that expired over an hour ago is deleted when the next one is set', async () => {
    const { set, clock, faults } = await makeInstalled()
    await set({ kind: '500', forMs: 1 })
    clock.advance(3_600_002)

    const next = await set({ kind: '503' })

    expect(await faults()).toEqual([next])
  })
})

describe('invalid faults', () => {
  it.each([
    [{ kind: '500', percent: 0 }],
    [{ kind: '500', percent: 101 }],
    [{ kind: '500', inARow: 3 }],
    [{ kind: '500', seed: -1 }],
    [{ kind: '500', delayMaxMs: 5 }],
    [{ kind: 'slow', delayMs: 10, delayMaxMs: 9 }],
    [{ kind: 'burst', delayMs: 10, delayMaxMs: 20 }],
    [{ kind: 'slow', delayMaxMs: 600_001 }],
    [{ kind: '500', topic: 'order.paid' }],
    [{ kind: '500', to: 'http://127.0.0.1:3000/webhooks' }],
    [{ kind: 'late', path: '/orders' }],
    [{ kind: 'duplicate', method: 'POST' }],
    [{ kind: 'duplicate', delayMs: 10 }],
    [{ kind: 'duplicate', to: 'http://127.0.0.1:3000/webhooks' }],
    [{ kind: 'late', topic: 'Order' }],
    [{ kind: 'truncated', to: 'https://elsewhere.example/webhooks' }],
    [{ kind: 'truncated', to: 'ftp://127.0.0.1/' }],
    [{ kind: 'partial', path: '/orders/*' }],
    [{ kind: 'partial', method: 'GET' }],
    [{ kind: '500', forMs: 0 }],
    [{ kind: '500', forMs: 86_400_001 }],
    [{ kind: '500', afterMs: -1 }],
  ])('rejects %j and sets nothing', async (fault) => {
    const { rawControl, faults } = await makeInstalled()

    const refused = await rawControl('POST', '/faults', fault)

    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'emulator.bad-request' } }])
    expect(await faults()).toEqual([])
  })
})
