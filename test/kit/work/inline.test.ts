import { expect, it, onTestFinished, vi } from 'vitest'

import { coreOf } from '../../../src/kit/create-app.ts'
import { createApp, memory, sql, type App, type Sql } from '../../../src/kit/kit.ts'
import { atThisLoad } from '../../support/machine/machine-load.ts'
import { startKitApp, type KitApp } from '../support.ts'

function note(text: string): Sql {
  return sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('noted', ${text}, ${9e15})`
}

async function rows({ app }: Pick<KitApp, 'app'>, query: Sql): Promise<readonly object[]> {
  return coreOf(app).database.rows(query)
}

const noted = (kit: KitApp) => rows(kit, sql`SELECT value FROM svcapp_once WHERE kind = 'noted'`)

function startInline(declare: (app: App) => void) {
  return startKitApp({ declare, options: { database: memory() } })
}

it('writes the effect and the id of an event before the response, once, without a job (K2 HOOK-018)', async () => {
  const kit = await startInline((app) => app.on('order.paid', async ({ event }) => note(event.id)))

  const responses = await Promise.all(Array.from({ length: 50 }, () => kit.deliver({ eventId: 'evt_inline' })))

  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  const bodies = (await Promise.all(responses.map((response) => response.json()))) as { repeated: boolean }[]
  expect(bodies.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await noted(kit)).toEqual([{ value: 'evt_inline' }])
  expect(await rows(kit, sql`SELECT 1 FROM svcapp_jobs`)).toEqual([])
})

it('responds with 503 while the handler fails, and writes nothing until it succeeds (K2)', async () => {
  const failures = [1, 2]
  const kit = await startInline((app) =>
    app.on('order.paid', async ({ event }) => {
      if (failures.pop() !== undefined) throw new Error('not now')
      return note(event.id)
    }),
  )
  const statuses = []
  for (let at = 0; at < 4; at += 1) statuses.push((await kit.deliver({ eventId: 'evt_retry' })).status)

  expect(statuses).toEqual([503, 503, 200, 200])
  expect(await noted(kit)).toEqual([{ value: 'evt_retry' }])
})

it('responds within five seconds while the platform hangs (K4)', async () => {
  const kit = await startInline((app) =>
    app.on('order.paid', async ({ api, event }) => {
      await api.orders.list()
      return note(event.id)
    }),
  )
  await kit.platform.fault({ kind: 'slow', path: '/orders', times: 10, delayMs: 60_000 })

  const started = performance.now()
  const { status } = await kit.deliver()

  expect(status).toBe(503)
  expect(performance.now() - started).toBeLessThan(atThisLoad(5000))
  expect(await noted(kit)).toEqual([])
})

it('stores an event that a retry cannot help as a dead letter, and runs it when it is redriven', async () => {
  let isRight = false
  const kit = await startInline((app) =>
    app.on('order.paid', async ({ api, event }) => {
      if (!isRight) await api.orders.get({ params: { id: 987_654 } })
      return note(event.id)
    }),
  )

  const { status } = await kit.deliver({ eventId: 'evt_dead' })
  await kit.settled()

  expect(status).toBe(200)
  expect(await kit.app.deadLetters()).toEqual([expect.objectContaining({ id: 'evt_dead', name: 'order.paid' })])
  isRight = true
  await kit.app.redrive()
  await kit.settled()
  expect(await noted(kit)).toEqual([{ value: 'evt_dead' }])
})

it('runs hooks, jobs and an uninstall with a tick (K7)', async () => {
  const seen: string[] = []
  const { platform, request, deliver, app } = await startKitApp({
    isInstalled: false,
    isWorking: false,
    options: { database: memory() },
    declare: (one) => {
      const job = one.job('later', () => void seen.push('job'))
      one
        .installed(() => void seen.push('installed'))
        .uninstalled(() => void seen.push('uninstalled'))
        .on('order.paid', ({ event }) => job(null, { storeId: event.storeId, regionId: event.regionId }))
    },
  })
  await platform.installApp()
  await deliver()
  const before = [...seen]

  const ticked = await app.tick()
  await platform.control.uninstall()
  await platform.events.waitFor('app.uninstalled')
  const last = await app.tick()

  expect(before).toEqual([])
  expect(seen.toSorted()).toEqual(['installed', 'job', 'uninstalled'])
  expect([ticked, last]).toEqual([
    { done: 2, left: false },
    { done: 1, left: false },
  ])
  expect((await app.installs.list()).map(({ state }) => state)).toEqual(['removed'])
  expect((await request('/webhooks')).status).toBe(404)
})

it('rejects an in-memory database in production, with a suggestion', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const app = createApp({ env: {}, database: memory() })

  await expect(app.work()).rejects.toMatchObject({
    code: 'kit.memory-in-production',
    message: expect.stringMatching(/d1\(binding\)/),
  })
})
