import { expect, it } from 'vitest'

import { createApp, memory, type App } from '../../../src/kit/kit.ts'
import { startKitApp } from '../support.ts'

const HOUR_MS = 60 * 60_000

/** An app with a clock that the test moves. */
async function withClock(declare: (app: App) => void) {
  let time = Date.now()
  const kit = await startKitApp({ declare, now: () => new Date(time) })
  // Whether this process or its worker does a job is chance.
  const tick = async (hours: number) => {
    time += hours * HOUR_MS
    await kit.app.tick()
    await kit.settled()
  }
  return { ...kit, tick }
}

it('runs a schedule once in each period of a working install, and a missed period once', async () => {
  const runs: string[] = []
  const { tick, platform } = await withClock((app) =>
    app.every({ hours: 1 }, 'sync', async ({ install, api }) => {
      runs.push(`${install.storeId} ${(await api.context.get()).store.code}`)
    }),
  )

  await tick(0)
  const first = runs.length
  await tick(1)
  await tick(0)
  const second = runs.length
  await tick(7)

  expect([first, second]).toEqual([0, 1])
  expect(runs).toEqual(Array.from({ length: 2 }, () => `${platform.store.id} ${platform.store.code}`))
})

it('runs a daily schedule after its time in UTC', async () => {
  const runs: string[] = []
  let time = Date.parse('2030-05-01T01:00:00Z')
  const { app, settled } = await startKitApp({
    declare: (one) => one.every({ days: 1, at: '03:30' }, 'daily', () => void runs.push(new Date(time).toISOString())),
    now: () => new Date(time),
  })
  for (const at of ['02:00', '03:29', '03:30', '04:00', '23:59']) {
    time = Date.parse(`2030-05-01T${at}:00Z`)
    await app.tick()
    await settled()
  }

  expect(runs).toEqual(['2030-05-01T03:30:00.000Z'])
})

it('runs no schedule of an install whose token the platform rejects', async () => {
  let runs = 0
  const { tick, platform, app } = await withClock((one) =>
    one.every({ hours: 1 }, 'sync', async ({ api }) => {
      await api.context.get()
      runs += 1
    }),
  )
  await tick(0)
  // The token that the app has is revoked.
  await platform.issueToken()

  await tick(1)
  await tick(1)

  expect(runs).toBe(0)
  expect(await app.deadLetters()).toHaveLength(1)
})

it.each([
  [{ minutes: 0 }, 'kit.period-invalid'],
  [{ hours: 1.5 }, 'kit.period-invalid'],
  [{ days: 1, at: '24:00' }, 'kit.period-invalid'],
] as const)('rejects the period %j', (period, code) => {
  expect(() => createApp({ env: {}, database: memory() }).every(period, 'a', () => {})).toThrow(
    expect.objectContaining({ code }),
  )
})

it('rejects a second schedule with the same name', () => {
  const app = createApp({ env: {}, database: memory() }).every({ days: 1 }, 'a', () => {})

  expect(() => app.every({ hours: 1 }, 'a', () => {})).toThrow(expect.objectContaining({ code: 'kit.path-taken' }))
})
