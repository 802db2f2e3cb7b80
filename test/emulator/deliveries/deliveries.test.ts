import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { Delivery, PlacedOrder } from '../../../src/control/contract.ts'
import { makeShop, REGION_APP, WIDE_APP, type Shop } from '../api/shop.ts'
import { startReceiver } from './receiver.ts'

const orderTopics = ['order.created', 'order.paid', 'order.shipped', 'order.cancelled', 'order.refunded']
const schedule = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]

async function hooked(options: { reply?: Parameters<typeof startReceiver>[0]; topics?: string[] } = {}) {
  const shop = await makeShop()
  const receiver = await startReceiver(options.reply)
  const webhook = { webhook_url: receiver.url, webhook_topics: options.topics ?? [...orderTopics, 'app.uninstalled'] }
  return { shop, receiver, webhook, place: (input: object = {}) => place(shop, input) }
}

async function place(shop: Shop, input: object = {}): Promise<PlacedOrder> {
  return (await shop.control<{ order: PlacedOrder }>('POST', `/stores/${shop.store.code}/orders`, input)).order
}

async function change(shop: Shop, id: number, operation: string): Promise<PlacedOrder> {
  const path = `/stores/${shop.store.code}/orders/${id}/${operation}`
  return (await shop.control<{ order: PlacedOrder }>('POST', path)).order
}

async function queueOf(shop: Shop, query = ''): Promise<Delivery[]> {
  await shop.emulator.queue.settle()
  return (await shop.control<{ deliveries: Delivery[] }>('GET', `/deliveries${query}`)).deliveries
}

describe('the webhook request', () => {
  it('a POST to the webhook_url has the four headers and a raw JSON body (HOOK-001 HOOK-002 HOOK-003 HOOK-004 HOOK-005 HOOK-006 HOOK-007 HOOK-008 EVT-006 EVT-007 GEN-005)', async () => {
    const { shop, receiver, webhook } = await hooked()
    await shop.install(webhook)
    await place(shop)
    await shop.emulator.queue.settle()

    const [request] = receiver.received

    expect([receiver.received.length, request?.method, request?.path]).toEqual([1, 'POST', '/webhooks'])
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-hmac-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
      'x-service-topic': 'order.created',
      'x-service-store': String(shop.store.store.id),
      'x-service-timestamp': String(shop.clock.now().getTime() / 1000),
    })
  })

  it('the HMAC covers topic, store, timestamp and raw body with line feeds, keyed with the secret as text (HOOK-009 HOOK-010 HOOK-011 HOOK-017 EVT-010)', async () => {
    const { shop, receiver, webhook } = await hooked()
    const { app } = await shop.install(webhook)
    await place(shop)
    await shop.emulator.queue.settle()
    const [request] = receiver.received
    const text = request?.body.toString('utf8')

    const stamp = String(request?.headers['x-service-timestamp'])
    const signed = `order.created\n${shop.store.store.id}\n${stamp}\n${text}`
    const expected = createHmac('sha256', app.secrets.webhook_signing_secret).update(signed).digest('hex')

    expect(request?.headers['x-service-hmac-sha256']).toBe(expected)
    expect(text).toContain(request?.event.eventId)
  })

  it('the envelope has eventId, storeId, regionId and data with ids and states, but no personal data (EVT-008 EVT-009 EVT-010 EVT-025 N3)', async () => {
    const { shop, receiver, webhook } = await hooked()
    const { regionId } = await shop.install(webhook)
    const order = await place(shop)
    await shop.emulator.queue.settle()

    expect(receiver.received.map(({ event }) => event)).toEqual([
      {
        eventId: order.events[0]?.eventId,
        storeId: shop.store.store.id,
        regionId,
        data: { orderId: order.id, orderNumber: order.orderNumber, status: order.status, currency: 'TRY' },
      },
    ])
    expect(String(order.events[0]?.eventId)).not.toMatch(/^test:/)
  })

  it('each operation sends its own topic (EVT-015 EVT-016 EVT-017 EVT-018 EVT-019 EVT-026 N4)', async () => {
    const { shop, receiver, webhook } = await hooked()
    await shop.install(webhook)
    const one = await place(shop)
    await change(shop, one.id, 'pay')
    await change(shop, one.id, 'ship')
    await change(shop, one.id, 'refund')
    await change(shop, (await place(shop)).id, 'cancel')
    await shop.emulator.queue.settle()

    const topics = receiver.received.map(({ headers }) => String(headers['x-service-topic']))

    expect(topics.toSorted()).toEqual([
      'order.cancelled',
      'order.created',
      'order.created',
      'order.paid',
      'order.refunded',
      'order.shipped',
    ])
    const statuses = Object.fromEntries(
      receiver.received.map(({ headers, event }) => [headers['x-service-topic'], event.data.status]),
    )
    expect(statuses).toMatchObject({ 'order.paid': 'paid', 'order.shipped': 'shipped', 'order.cancelled': 'cancelled' })
  })

  it('only subscribed topics are sent (EVT-006)', async () => {
    const { shop, receiver, webhook } = await hooked({ topics: ['order.paid'] })
    await shop.install(webhook)
    const order = await place(shop, { paid: true })
    await shop.emulator.queue.settle()

    expect(receiver.received.map(({ headers }) => headers['x-service-topic'])).toEqual(['order.paid'])
    expect(order.events.map(({ topic, deliveries }) => [topic, deliveries])).toEqual([
      ['order.created', 0],
      ['order.paid', 1],
    ])
  })
})

describe('delivery routing', () => {
  it('an install receives events from its region, and a store-wide install from every region (EVT-011 EVT-009)', async () => {
    const { shop, webhook } = await hooked()
    await shop.install({ ...webhook, region: 'de' })
    await shop.installWide(webhook)
    await place(shop, { region: 'tr' })
    await place(shop, { region: 'de' })

    const seen = (await queueOf(shop)).map(({ appKey, regionId }) => `${appKey} ${regionId}`)

    expect(seen.toSorted()).toEqual([
      `${REGION_APP} ${shop.region('de')}`,
      `${WIDE_APP} ${shop.region('tr')}`,
      `${WIDE_APP} ${shop.region('de')}`,
    ])
  })

  it('a store-wide install of a country-limited app receives only the regions it supports (EVT-011 A19)', async () => {
    const { shop, webhook } = await hooked()
    await shop.installWide({ ...webhook, countries: ['DE'] })
    await place(shop, { region: 'tr' })
    await place(shop, { region: 'de' })

    expect((await queueOf(shop)).map(({ regionId }) => regionId)).toEqual([shop.region('de')])
  })

  it('an order without a region is sent to store-wide installs only (EVT-011)', async () => {
    const { shop, webhook } = await hooked()
    await shop.install(webhook)
    await shop.installWide(webhook)
    shop.db
      .prepare("UPDATE orders SET status = 'processing', payment_status = 'unpaid' WHERE id = ?")
      .run(shop.orderIn(null))

    await change(shop, shop.orderIn(null), 'cancel')

    expect(await queueOf(shop)).toMatchObject([{ appKey: WIDE_APP, regionId: null }])
  })

  it('events of another store are not delivered', async () => {
    const { shop, receiver, webhook } = await hooked()
    await shop.install(webhook)
    const other = await shop.openStore({ name: 'Other' })
    await shop.control('POST', `/stores/${other.code}/orders`, {})
    await shop.emulator.queue.settle()

    expect(receiver.received).toEqual([])
  })

  it('only the uninstalled app gets the event, with the same secret, after its token is revoked (EVT-023 B40)', async () => {
    const { shop, receiver, webhook } = await hooked()
    const { app, token, regionId } = await shop.install(webhook)
    await shop.install({ ...webhook, appKey: 'app.acme.other' })
    await shop.installWide(webhook)
    const path = (key: string) => `/stores/${shop.store.code}/apps/${key}/uninstall`
    await shop.control('POST', path(REGION_APP), { regionId })
    await shop.control('POST', path(WIDE_APP), {})

    const queue = await queueOf(shop)

    expect(queue.map(({ appKey, topic, regionId: region, state }) => [appKey, topic, region, state])).toEqual([
      [WIDE_APP, 'app.uninstalled', null, 'delivered'],
      [REGION_APP, 'app.uninstalled', regionId, 'delivered'],
    ])
    expect((await shop.call(token, '/context')).status).toBe(401)
    const [first] = receiver.verdicts(app.secrets.webhook_signing_secret, shop.clock.now())
    expect(first?.ok).toBe(true)
    expect(receiver.received[0]?.event).toMatchObject({ regionId, data: {} })
  })

  it('events that occur while the payment is pending are never delivered (B42 N15)', async () => {
    const { shop, receiver, webhook } = await hooked()
    await shop.register(webhook)
    await shop.setPlan(REGION_APP, 'paid-pending')
    await shop.install(webhook)
    await place(shop)
    await shop.setPlan(REGION_APP, 'paid')
    await shop.emulator.queue.settle()
    expect(receiver.received).toEqual([])

    const order = await place(shop)
    await shop.emulator.queue.settle()

    expect(receiver.received.map(({ event }) => event.eventId)).toEqual([order.events[0]?.eventId])
    const { entries } = await shop.control<{ entries: { code: string }[] }>('GET', '/log')
    expect(entries.map(({ code }) => code)).toContain('event.dropped')
  })

  it('no event is delivered to a suspended app (B42)', async () => {
    const { shop, receiver, webhook } = await hooked()
    await shop.install(webhook)
    await shop.control('POST', `/apps/${REGION_APP}/status`, { status: 'X' })
    await place(shop)
    await shop.emulator.queue.settle()

    expect(receiver.received).toEqual([])
  })
})

describe('retries', () => {
  it('a rejected delivery is retried after each delay, then becomes a dead letter (EVT-012 EVT-013 EVT-027 EVT-028 EVT-029 EVT-032 EVT-033 N5)', async () => {
    const { shop, receiver, webhook } = await hooked({ reply: 500 })
    await shop.install(webhook)
    await place(shop)

    for (const [at, pause] of schedule.entries()) {
      const [delivery] = await queueOf(shop)
      expect(delivery).toMatchObject({
        state: 'pending',
        attempts: at + 1,
        lastStatus: 500,
        nextAttemptAt: new Date(shop.clock.now().getTime() + pause).toISOString(),
      })
      shop.clock.advance(pause - 1)
      expect((await queueOf(shop))[0]?.attempts).toBe(at + 1)
      shop.clock.advance(1)
    }

    expect(await queueOf(shop)).toMatchObject([
      {
        state: 'dead_letter',
        attempts: 6,
        nextAttemptAt: null,
        lastStatus: 500,
        lastError: 'The webhook address responded with 500.',
      },
    ])
    shop.clock.advance(30 * 24 * 3_600_000)
    await shop.emulator.queue.settle()
    expect(receiver.received).toHaveLength(6)
  })

  it('every attempt has a new timestamp and signature, and the same eventId (N5 HOOK-015)', async () => {
    const { shop, receiver, webhook } = await hooked({ reply: 503 })
    const { app } = await shop.install(webhook)
    await place(shop)
    await shop.emulator.queue.settle()
    shop.clock.advance(600_000)
    await shop.emulator.queue.settle()

    const stamps = receiver.received.map(({ headers }) => Number(headers['x-service-timestamp']))
    const verdicts = receiver.verdicts(app.secrets.webhook_signing_secret, shop.clock.now())

    // The second and third pause fit into the ten minutes as well.
    expect(stamps.map((stamp) => stamp - (stamps[0] ?? 0))).toEqual([0, 600, 600, 600])
    expect(verdicts.map(({ ok }) => ok)).toEqual([false, true, true, true])
    expect(verdicts[0]).toMatchObject({ reason: 'too-old' })
    expect(new Set(receiver.received.map(({ event }) => event.eventId)).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body.toString('hex'))).size).toBe(1)
  })

  it('the schedule can be changed (EVT-027), and moving the clock sends all due deliveries (B47)', async () => {
    const { shop, receiver, webhook } = await hooked({ reply: 500 })
    shop.context.changeSettings({ retryDelaysMs: [1000, 1000] })
    await shop.install(webhook)
    await place(shop)
    await shop.emulator.queue.settle()

    await shop.control('POST', '/clock/advance', { ms: 2000 })

    expect(receiver.received).toHaveLength(3)
    expect((await queueOf(shop))[0]).toMatchObject({ state: 'dead_letter', attempts: 3 })
  })

  it("timestamps follow the machine clock, which the app checks, after the emulator's clock moves (HOOK-016)", async () => {
    const { shop, receiver, webhook } = await hooked()
    const { app } = await shop.install(webhook)
    await shop.control('POST', '/clock/advance', { ms: 3 * 3_600_000 })
    await place(shop)
    await shop.emulator.queue.settle()

    // The test's own clock stands for the machine's: nobody moved it.
    expect(receiver.verdicts(app.secrets.webhook_signing_secret, shop.clock.now())).toMatchObject([{ ok: true }])
  })

  it('a late success marks the delivery as delivered and counts its attempts (EVT-033 N19)', async () => {
    const { shop, receiver, webhook } = await hooked({ reply: 500 })
    await shop.install(webhook)
    await place(shop)
    await shop.emulator.queue.settle()
    receiver.answer(204)
    shop.clock.advance(10_000)

    expect(await queueOf(shop)).toMatchObject([
      {
        state: 'delivered',
        attempts: 2,
        lastStatus: 204,
        lastError: null,
        deliveredAt: shop.clock.now().toISOString(),
      },
    ])
  })

  it.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'pending'],
    [302, 'pending'],
    [400, 'pending'],
    [401, 'pending'],
    [410, 'pending'],
    [500, 'pending'],
  ])('a response with %i leaves the delivery %s (B38)', async (status, state) => {
    const { shop, webhook } = await hooked({ reply: (response) => response.writeHead(status).end() })
    await shop.install(webhook)
    await place(shop)

    expect(await queueOf(shop)).toMatchObject([{ state, attempts: 1, lastStatus: status }])
  })

  it('a redirect is not followed and its target receives nothing (T2 B38)', async () => {
    const elsewhere = await startReceiver()
    const { shop, webhook } = await hooked({
      reply: (response) => response.writeHead(307, { Location: elsewhere.url }).end(),
    })
    await shop.install(webhook)
    await place(shop)

    expect(await queueOf(shop)).toMatchObject([
      {
        state: 'pending',
        lastError: 'The webhook address responded with 307, a redirect. Redirects are not followed.',
      },
    ])
    expect(elsewhere.received).toEqual([])
  })

  it('a connection error is reported with a message that contains nothing from the app', async () => {
    const { shop, receiver, webhook } = await hooked({ reply: (response) => response.socket?.destroy() })
    await shop.install(webhook)
    await place(shop)
    const [broken] = await queueOf(shop)
    await receiver.stop()
    shop.clock.advance(10_000)
    const [refused] = await queueOf(shop)

    expect(broken).toMatchObject({ lastStatus: null, lastError: expect.stringMatching(/closed|broke/) })
    expect(refused?.lastError).toMatch(/^No process listens on 127\.0\.0\.1:\d+ \(connection refused\)\.$/)
  })

  it('each attempt uses the current webhook_url', async () => {
    const { shop, webhook } = await hooked({ reply: 500 })
    const next = await startReceiver()
    await shop.install(webhook)
    await place(shop)
    await shop.emulator.queue.settle()

    await shop.register({ ...webhook, webhook_url: next.url })
    shop.clock.advance(10_000)

    expect((await queueOf(shop))[0]?.state).toBe('delivered')
    expect(next.received).toHaveLength(1)
  })

  it('the new secret signs after a rotation of the signing secret (N1)', async () => {
    const { shop, receiver, webhook } = await hooked({ reply: 500 })
    const { app } = await shop.install(webhook)
    await place(shop)
    await shop.emulator.queue.settle()
    const { secret } = await shop.control<{ secret: string }>('POST', `/apps/${REGION_APP}/rotate`, {
      which: 'webhook_signing_secret',
    })
    shop.clock.advance(10_000)
    await shop.emulator.queue.settle()

    const [old, renewed] = [app.secrets.webhook_signing_secret, secret].map((key) =>
      receiver.verdicts(key, shop.clock.now()).map(({ ok }) => ok),
    )
    expect([old, renewed]).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('an app without a webhook_url gets failed attempts that report it', async () => {
    const { shop, webhook } = await hooked()
    await shop.install(webhook)
    shop.context.registry.prepare('UPDATE apps SET webhook_url = NULL').run()
    await place(shop)

    expect(await queueOf(shop)).toMatchObject([{ state: 'pending', lastError: 'The app has no webhook_url.' }])
  })
})

describe('the delivery queue', () => {
  it('lists by app and state, newest first (EVT-032)', async () => {
    const { shop, receiver, webhook } = await hooked()
    await shop.install(webhook)
    await shop.install({ ...webhook, appKey: 'app.acme.other' })
    await place(shop)
    await shop.emulator.queue.settle()
    receiver.answer(500)
    shop.context.changeSettings({ retryDelaysMs: [] })
    await place(shop)
    await shop.emulator.queue.settle()

    const ids = (await queueOf(shop)).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(await queueOf(shop, '?app=app.acme.other&state=delivered')).toMatchObject([{ appKey: 'app.acme.other' }])
    expect(await queueOf(shop, '?state=dead_letter&limit=1')).toHaveLength(1)
    expect(await queueOf(shop, '?state=pending')).toEqual([])
  })

  it('a dead letter can be redelivered, with the same event and a continued attempt count (N19)', async () => {
    const { shop, receiver, webhook } = await hooked({ reply: 500 })
    shop.context.changeSettings({ retryDelaysMs: [] })
    await shop.install(webhook)
    await place(shop)
    const [dead] = await queueOf(shop)
    receiver.answer(200)

    const again = await shop.control('POST', `/deliveries/${dead?.id}/redeliver`)

    expect(again).toMatchObject({ delivery: { state: 'pending', attempts: 1 } })
    expect(await queueOf(shop)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(new Set(receiver.received.map(({ event }) => event.eventId)).size).toBe(1)
  })

  it('a pending or unknown delivery cannot be redelivered', async () => {
    const { shop, webhook } = await hooked({ reply: 500 })
    await shop.install(webhook)
    await place(shop)
    const [pending] = await queueOf(shop)

    const statuses = [pending?.id, 999_999, 'x'].map(
      async (id) => (await shop.rawControl('POST', `/deliveries/${id}/redeliver`, {})).status,
    )

    expect(await Promise.all(statuses)).toEqual([409, 400, 400])
  })
})
