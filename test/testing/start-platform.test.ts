import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createClient } from '../../src/sdk/client.ts'
import { platformFor, serveApp } from './app-under-test.ts'

it('an order from a test arrives at the app, signed, and the call back from the app is visible', async () => {
  const platform = await platformFor()
  const app = await serveApp(platform)
  await platform.installApp()

  const order = await platform.control.placeOrder({ paid: true })
  const delivery = await platform.events.waitFor('order.paid', { of: order })
  await platform.calls.waitFor({ path: '/context', status: 200 })

  expect(order.events.map(({ topic }) => topic)).toEqual(['order.created', 'order.paid'])
  expect(delivery).toMatchObject({ isAccepted: true, attempts: [{ status: 200, error: null }] })
  expect(delivery.body.data).toMatchObject({ orderId: order.id })
  await platform.events.settled()
  expect(app.events.map(({ topic, isGenuine }) => [topic, isGenuine])).toEqual(
    expect.arrayContaining([
      ['order.created', true],
      ['order.paid', true],
    ]),
  )
})

it('reset reverts orders, stores, installs, faults and the clock', async () => {
  const platform = await platformFor()
  const { control, clock } = platform
  const { token } = await platform.issueToken()
  await platform.keepAsSeed()
  const before = await control.latestOrders()

  for (let round = 0; round < 2; round += 1) {
    await control.placeOrder({ paid: true })
    await control.openStore({ name: 'Another', seed: 'none' })
    await control.uninstall()
    await platform.fault({ kind: '503', times: null })
    await clock.advance({ days: 3 })
    await control.setCheckpoint()
    await platform.reset()

    expect(await control.latestOrders()).toEqual(before)
    expect(await control.stores()).toEqual([platform.store])
    expect(await control.faults()).toEqual([])
    expect((await control.clock()).offsetMs).toBe(0)
    expect(await control.changes()).toMatchObject({ since: null })
    expect(platform.timeline()).toContain('changes')
    const client = createClient({ baseUrl: platform.urls.api, token })
    expect((await client.orders.list({ query: { pageSize: 1 } })).items).toHaveLength(1)
  }
})

it('retries a failed delivery when the clock advances', async () => {
  const platform = await platformFor()
  const app = await serveApp(platform)
  await platform.installApp()
  app.answers.status = 500
  const order = await platform.control.placeOrder()
  const refused = await platform.events.waitFor('order.created', { of: order, until: 'answered' })
  app.answers.status = 200

  await platform.clock.advance({ hours: 1 })

  expect(refused.isAccepted).toBe(false)
  expect(await platform.events.waitFor('order.created', { of: order })).toMatchObject({
    attempts: [{ status: 500 }, { status: 200 }],
  })
})

it('a wait fails with the error of its condition, and the platform continues', async () => {
  const platform = await platformFor()
  const app = await serveApp(platform)
  await platform.installApp()
  app.answers.status = 500
  const where = () => {
    throw new Error('not as expected')
  }
  const waiting = platform.events.waitFor('order.created', { until: 'answered', where, timeoutMs: 300_000 })
  const failing = expect(waiting).rejects.toThrow('not as expected')
  const order = await platform.control.placeOrder()
  await failing
  app.answers.status = 200

  await platform.clock.advance({ hours: 1 })

  expect(await platform.events.waitFor('order.created', { of: order })).toMatchObject({
    attempts: [{ status: 500 }, { status: 200 }],
  })
})

it('a fault affects the next matching call, and can be removed', async () => {
  const platform = await platformFor()
  const { token } = await platform.issueToken()
  const client = () =>
    fetch(`${platform.urls.api}/api/apps/v1/orders`, { headers: { Authorization: `Bearer ${token}` } })
  await platform.fault({ kind: '503', path: '/orders' })
  const other = await platform.fault({ kind: '500', path: '/orders' })

  await other.clear()

  expect((await client()).status).toBe(503)
  expect((await client()).status).toBe(200)
})

it('eight platforms run in parallel without sharing data', async () => {
  const platforms = await Promise.all(Array.from({ length: 8 }, () => platformFor()))

  await Promise.all(
    platforms.map(async ({ control }, at) => {
      for (let placed = 0; placed <= at; placed += 1) await control.placeOrder()
    }),
  )

  const [first] = await Promise.all(platforms.map(({ control }) => control.latestOrders()))
  const newest = await Promise.all(platforms.map(async ({ control }) => (await control.latestOrders())[0]?.id ?? 0))
  expect(newest.map((id) => id - (newest[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(first).not.toEqual([])
  expect(new Set(platforms.map(({ app }) => app.port)).size).toBe(8)
})

it('rejects an app that the platform would reject, and an unknown shape', async () => {
  const { startPlatform } = await import('../../src/testing/testing.ts')

  await expect(startPlatform({ dir: '/', app: { scopes: { required: ['orders.eat'] } } })).rejects.toMatchObject({
    code: 'emulator.bad-registration',
  })
  // @ts-expect-error: plain JavaScript may ask for anything.
  await expect(startPlatform({ dir: '/', shape: 'round' })).rejects.toMatchObject({ code: 'usage.invalid' })
})

it('starts with a seed file, whose first store is the store of the tests', async () => {
  const seed = {
    stores: [{ name: 'Shop', regions: ['DE'] }],
    products: [{ name: 'Lamp', sku: 'L-1', prices: { de: '1' } }],
    orders: [{ items: [{ sku: 'L-1', quantity: 1 }] }],
  }
  const path = join(mkdtempSync(join(tmpdir(), 'svcapp-seed-')), 'seed.json')
  onTestFinished(() => rmSync(dirname(path), { recursive: true }))
  writeFileSync(path, JSON.stringify(seed))

  const platforms = [await platformFor({ seed }), await platformFor({ seed: path })]

  for (const platform of platforms) {
    expect(platform.store.code).toBe('shop')
    await platform.issueToken()
    expect(await platform.control.latestOrders()).toHaveLength(1)
    await platform.control.placeOrder()
    await platform.reset()
    expect(await platform.control.latestOrders()).toHaveLength(1)
  }
})

it('writes a seed file without stores into the store created for the tests', async () => {
  const platform = await platformFor({
    store: { name: 'Mine', regions: ['GB'] },
    seed: { customers: [{ name: 'A', email: 'a' }] },
  })

  expect([platform.store.code, platform.store.regions.map(({ code }) => code)]).toEqual(['mine', ['gb']])
  expect(await platform.control.latestOrders()).toEqual([])
  await expect(platformFor({ seed: '/nowhere.json' })).rejects.toMatchObject({ code: 'usage.invalid' })
})
