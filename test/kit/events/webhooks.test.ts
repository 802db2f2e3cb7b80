import { expect, it } from 'vitest'

import { sql } from '../../../src/kit/kit.ts'
import { startKitApp, type Delivery } from '../support.ts'

it('accepts a signed delivery once, however often it arrives (K2 HOOK-018)', async () => {
  const handled: string[] = []
  const { deliver, settled } = await startKitApp({
    declare: (app) => app.on('order.paid', async ({ event }) => void handled.push(event.id)),
  })

  const responses = await Promise.all(Array.from({ length: 100 }, () => deliver({ eventId: 'evt_once' })))
  await settled()

  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
  const bodies = (await Promise.all(responses.map((response) => response.json()))) as { repeated: boolean }[]
  expect(bodies.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(handled).toEqual(['evt_once'])
})

const rejected: readonly (readonly [string, Partial<Delivery>, number, string])[] = [
  ['another secret', { secret: '0'.repeat(64) }, 401, 'signature-mismatch'],
  ['a signature that is too old', { ageSeconds: 301 }, 401, 'too-old'],
  ['a signature that is too new', { ageSeconds: -330 }, 401, 'too-new'],
  ['a missing topic', { headers: { 'X-Service-Topic': '' } }, 401, 'header-missing'],
  ['a body that is not JSON', { text: 'no' }, 400, 'body-malformed'],
  ['a body of another store', { text: '{"eventId":"evt_x","storeId":999}' }, 400, 'body-malformed'],
  ['a body without an id', { text: '{"storeId":1}' }, 400, 'body-malformed'],
  ['more than 1 MiB', { text: ' '.repeat(1024 * 1024 + 1) }, 413, 'body-too-large'],
]

it.each(rejected)('rejects a delivery with %s (HOOK-015)', async (_, delivery, status, error) => {
  const handled: string[] = []
  const { deliver, settled } = await startKitApp({
    isInstalled: false,
    declare: (app) => app.on('order.paid', async ({ event }) => void handled.push(event.id)),
  })

  const response = await deliver(delivery)
  await settled()

  expect([response.status, await response.json()]).toEqual([status, { error }])
  expect(handled).toEqual([])
})

it('logs 500 forged deliveries in a few lines', async () => {
  const { deliver, log } = await startKitApp({ isInstalled: false })

  for (let at = 0; at < 500; at += 1) await deliver({ secret: '0'.repeat(64) })

  expect(log.filter(({ event }) => event === 'delivery rejected').length).toBeLessThan(100)
})

it('logs test events, topics without a handler and unknown topics', async () => {
  const handled: string[] = []
  const { deliver, log } = await startKitApp({
    isInstalled: false,
    declare: (app) => app.on('order.paid', async ({ event }) => void handled.push(event.id)),
  })

  const responses = [
    await deliver({ eventId: 'test:1' }),
    await deliver({ topic: 'order.created' }),
    await deliver({ topic: 'order.archived' }),
  ]

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(log.filter(({ event }) => event === 'event noted')).toHaveLength(3)
  expect(handled).toEqual([])
})

it('passes the body to a handler that requests it, and keeps it encrypted until then (K10)', async () => {
  const bodies: unknown[] = []
  const { deliver, settled, dir } = await startKitApp({
    declare: (app) => app.on('order.paid', async ({ event }) => void bodies.push(event.body), { body: true }),
  })

  await deliver({ data: { orderId: 7, note: 'canary-of-the-body' } })
  await settled()

  expect(bodies).toEqual([expect.objectContaining({ data: { orderId: 7, note: 'canary-of-the-body' } })])
  const { readFileSync, readdirSync } = await import('node:fs')
  const files = readdirSync(dir).filter((name) => name.startsWith('app.db'))
  for (const name of files) expect(readFileSync(`${dir}/${name}`, 'latin1')).not.toContain('canary-of-the-body')
})

it('responds with 503 if the event cannot be stored, and accepts it later (K2)', async () => {
  const { deliver, app } = await startKitApp({
    isInstalled: false,
    declare: (one) => one.on('order.paid', async () => sql`SELECT 1`),
  })
  await app.close()

  const response = await deliver({ eventId: 'evt_later' })

  expect([response.status, await response.json()]).toEqual([503, { error: 'try-again' }])
  const working = await app.work()
  expect((await deliver({ eventId: 'evt_later' })).status).toBe(200)
  await working.stop(1000)
})

it('accepts the signing secret before a rotation while it is configured', async () => {
  const former = 'a'.repeat(64)
  const { platform } = await startKitApp({ isInstalled: false })
  const { deliver } = await startKitApp({
    isInstalled: false,
    options: { env: { ...platform.env, FORMER_SIGNING_SECRET: former } },
  })

  expect((await deliver({ secret: former })).status).toBe(200)
})
