import { expect, it } from 'vitest'

import { chaosPlan } from '../../src/chaos/chaos-plan.ts'
import { makeInstalled } from '../support/emulator/installed-app.ts'

const minute = 60_000

it('the same seed gives the same plan each time, and another seed gives another plan', () => {
  const plan = chaosPlan({ seed: 42, forMs: minute })

  expect(chaosPlan({ seed: 42, forMs: minute })).toEqual(plan)
  expect(chaosPlan({ seed: 43, forMs: minute }).faults).not.toEqual(plan.faults)
  expect(chaosPlan({ seed: 43, forMs: minute }).steps).not.toEqual(plan.steps)
})

it('every version plans the same start for seed 42', () => {
  const { faults, steps } = chaosPlan({ seed: 42, forMs: 4000 })

  expect(faults).toMatchInlineSnapshot(`
    [
      {
        "forMs": 3100,
        "inARow": 3,
        "kind": "signature-truncated",
        "percent": 100,
        "seed": 1005333969,
        "startMs": 100,
      },
      {
        "forMs": 1300,
        "inARow": 1,
        "kind": "429",
        "percent": 90,
        "retryAfter": "1",
        "seed": 636794795,
        "startMs": 1200,
      },
      {
        "forMs": 1600,
        "inARow": 1,
        "kind": "truncated",
        "percent": 60,
        "seed": 250644590,
        "startMs": 2400,
      },
      {
        "forMs": 800,
        "inARow": 3,
        "kind": "partial",
        "percent": 50,
        "seed": 583067879,
        "startMs": 3200,
      },
    ]
  `)
  expect(steps.map(({ atMs, order, step }) => `${atMs} ${order} ${step}`)).toMatchInlineSnapshot(`
    [
      "0 0 place-paid",
      "500 0 process",
      "600 1 place-paid",
      "1200 2 place",
      "1800 3 place",
      "2300 2 pay",
      "2400 0 ship",
      "2400 4 place",
      "3000 5 place-paid",
      "3100 0 deliver",
      "3300 3 pay",
      "3600 6 place-paid",
      "3700 4 pay",
      "3700 5 process",
    ]
  `)
})

it('a longer run begins with the plan of a shorter one', () => {
  const short = chaosPlan({ seed: 7, forMs: 20_000 })
  const long = chaosPlan({ seed: 7, forMs: minute })
  const withoutEnd = (fault: (typeof short.faults)[number]) => ({ ...fault, forMs: 0 })

  expect(long.faults.slice(0, short.faults.length).map(withoutEnd)).toEqual(short.faults.map(withoutEnd))
  expect(long.steps.filter(({ atMs }) => atMs < 20_000)).toEqual(short.steps)
})

it('each kind occurs once in the first 13 s, and no fault is active after the end', () => {
  for (let seed = 0; seed < 50; seed++) {
    const { faults, steps } = chaosPlan({ seed, forMs: 13_000 })

    expect(new Set(faults.map(({ kind }) => kind)).size).toBe(13)
    expect(faults.every(({ startMs, forMs }) => forMs > 0 && startMs + forMs <= 13_000)).toBe(true)
    expect(steps.every(({ atMs }) => atMs < 13_000)).toBe(true)
    expect(steps.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
  }
})

it('every order is placed before its other steps', () => {
  const begun = new Set<number>()
  for (const { order, step } of chaosPlan({ seed: 5, forMs: minute }).steps) {
    expect(begun.has(order)).toBe(step !== 'place' && step !== 'place-paid')
    begun.add(order)
  }
})

it('the emulator accepts every planned fault', async () => {
  const { control, app } = await makeInstalled()
  const faults = Array.from({ length: 20 }, (_, seed) => chaosPlan({ seed, forMs: minute }).faults).flat()
  const several = faults
    .slice(0, 1000)
    .map(({ startMs: afterMs, ...fault }) => ({ ...fault, afterMs, times: null, appKey: app.appKey }))

  const set = await control<{ faults: unknown[] }>('POST', '/faults/several', { faults: several })

  expect(set.faults).toHaveLength(1000)
})
