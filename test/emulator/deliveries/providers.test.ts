import { describe, expect, it } from 'vitest'

import type { Delivery, PlacedOrder } from '../../../src/control/contract.ts'
import { providerKinds, type Provider, type RoutedRequest } from '../../../src/control/provider.ts'
import { makeShop, type Shop } from '../api/shop.ts'
import { startReceiver } from './receiver.ts'

const A = 'app.acme.carrier'
const B = 'app.rival.carrier'
const provider = { kind: 'carrier', name: 'Parcel', appKey: A } as const

async function open(shop: Shop, input: Partial<Provider> = {}): Promise<Provider> {
  return (await shop.control<{ provider: Provider }>('POST', '/providers', { ...provider, ...input })).provider
}

async function route(shop: Shop, { id }: Provider, input: object = {}): Promise<RoutedRequest> {
  const body = { store: shop.store.code, ...input }
  return (await shop.control<{ request: RoutedRequest }>('POST', `/providers/${id}/requests`, body)).request
}

/** Two apps with both scopes and both topics, each with its own receiver. */
async function twoApps() {
  const shop = await makeShop()
  const install = async (appKey: string) => {
    const receiver = await startReceiver()
    await shop.install({
      appKey,
      requested_scopes: ['shipping.provider', 'invoices.read'],
      webhook_url: receiver.url,
      webhook_topics: ['shipment.create_requested', 'invoice.submit_requested'],
    })
    return receiver
  }
  return { shop, a: await install(A), b: await install(B) }
}

it.each(providerKinds)(
  'the operator creates a provider of kind %s and links it to an app (GEN-015 GEN-016)',
  async (kind) => {
    const shop = await makeShop()
    await shop.register({ appKey: A })

    const opened = await open(shop, { kind })
    const { providers } = await shop.control<{ providers: Provider[] }>('GET', '/providers')

    expect(opened).toEqual({ id: 1, kind, name: 'Parcel', appKey: A })
    expect(providers).toEqual([opened])
  },
)

it.each([
  { ...provider, kind: 'bank' },
  { ...provider, kind: null },
  { ...provider, name: '' },
  { ...provider, name: ' ' },
  { ...provider, name: 'x'.repeat(81) },
  { ...provider, appKey: 7 },
  { ...provider, appKey: 'app.nobody.x' },
  { ...provider, extra: 1 },
  {},
])('rejects the provider %j (GEN-015)', async (input) => {
  const shop = await makeShop()
  await shop.register({ appKey: A })

  const { status } = await shop.rawControl('POST', '/providers', input)

  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(await shop.control('GET', '/providers')).toEqual({ providers: [] })
})

it('an app receives requests for its own provider and for no other (GEN-018 EVT-021 EVT-022)', async () => {
  const { shop, a, b } = await twoApps()
  const [carrierA, invoiceB] = [await open(shop), await open(shop, { kind: 'invoice', appKey: B })]

  const first = await route(shop, carrierA)
  const second = await route(shop, invoiceB, { region: 'tr' })
  await shop.emulator.queue.settle()

  expect(first).toEqual({ eventId: expect.any(String), topic: 'shipment.create_requested', appKey: A, deliveries: 1 })
  expect(second).toMatchObject({ topic: 'invoice.submit_requested', appKey: B, deliveries: 1 })
  const envelope = { storeId: shop.store.store.id, regionId: shop.region('tr'), data: {} }
  expect(a.received.map(({ event }) => event)).toEqual([{ eventId: first.eventId, ...envelope }])
  expect(b.received.map(({ event }) => event)).toEqual([{ eventId: second.eventId, ...envelope }])
})

it('a request of another region is delivered to no install of this region (GEN-018 EVT-011)', async () => {
  const { shop, a } = await twoApps()
  const carrier = await open(shop)

  const elsewhere = await route(shop, carrier, { region: 'de' })
  await shop.emulator.queue.settle()

  const { deliveries } = await shop.control<{ deliveries: Delivery[] }>('GET', '/deliveries')
  expect([elsewhere.deliveries, a.received, deliveries]).toEqual([0, [], []])
})

it('no request is routed to analytics, to an unknown provider or from an unknown store (GEN-018)', async () => {
  const { shop } = await twoApps()
  const analytics = await open(shop, { kind: 'analytics' })
  const carrier = await open(shop)
  const status = async (id: number | string, body: object) =>
    (await shop.rawControl('POST', `/providers/${id}/requests`, body)).status
  const store = shop.store.code

  expect(await status(analytics.id, { store })).toBe(409)
  for (const id of [99, 'x', '1.5', '99999999999999999999']) expect(await status(id, { store })).toBe(400)
  for (const body of [{}, { store: 7 }, { store, region: 'fr' }, { store, topic: 'order.paid' }]) {
    expect(await status(carrier.id, body)).toBe(400)
  }
  expect(await status(carrier.id, { store: 'nowhere' })).toBe(404)
  expect(shop.db.prepare("SELECT * FROM events WHERE topic LIKE '%requested'").all()).toEqual([])
})

describe('fulfillment', () => {
  const scopes = ['orders.read', 'fulfillment.write']

  async function fulfilling() {
    const shop = await makeShop()
    const receivers = []
    for (const appKey of [A, B]) {
      const receiver = await startReceiver()
      const hooks = { webhook_url: receiver.url, webhook_topics: ['fulfillment.requested'] }
      await shop.install({ appKey, requested_scopes: scopes, ...hooks })
      receivers.push(receiver)
    }
    const orders = `/stores/${shop.store.code}/orders`
    const place = async (input: object = {}) =>
      (await shop.control<{ order: PlacedOrder }>('POST', orders, { paid: true, ...input })).order
    const ask = (id: number | string, body: object = {}) => shop.rawControl('POST', `${orders}/${id}/fulfillment`, body)
    return { shop, a: receivers[0], b: receivers[1], orders, place, ask }
  }

  it('only the app of the fulfillment provider receives the request, for one order (EVT-020 GEN-018)', async () => {
    const { shop, a, b, place, ask } = await fulfilling()
    await open(shop, { kind: 'fulfillment' })
    const order = await place()

    const answer = (await (await ask(order.id)).json()) as { request: RoutedRequest }
    await shop.emulator.queue.settle()

    expect(answer.request).toMatchObject({ topic: 'fulfillment.requested', appKey: A, deliveries: 1 })
    expect(a?.received.map(({ event }) => event)).toEqual([
      {
        eventId: answer.request.eventId,
        storeId: shop.store.store.id,
        regionId: order.regionId,
        data: { orderId: order.id, orderNumber: order.orderNumber, status: 'paid', currency: order.currency },
      },
    ])
    expect(b?.received).toEqual([])
  })

  it('requires a fulfillment provider, and its id if several exist (EVT-020 GEN-017)', async () => {
    const { shop, place, ask } = await fulfilling()
    const { id } = await place()
    const carrier = await open(shop)
    const none = await ask(id)
    const [first, second] = [
      await open(shop, { kind: 'fulfillment' }),
      await open(shop, { kind: 'fulfillment', appKey: B }),
    ]

    const several = await ask(id)
    const named = (await (await ask(id, { provider: second.id })).json()) as { request: RoutedRequest }

    expect([none.status, await none.text()]).toEqual([
      409,
      expect.stringContaining('app emulator provider create --kind fulfillment'),
    ])
    expect([several.status, await several.text()]).toEqual([409, expect.stringContaining(`--provider ${first.id}`)])
    expect(named.request).toMatchObject({ appKey: B, deliveries: 1 })
    expect((await ask(id, { provider: carrier.id })).status).toBe(409)
    expect((await ask(id, { provider: 99 })).status).toBe(400)
    expect((await ask(id, { provider: 'x' })).status).toBe(400)
  })

  it('rejects an order that is shipped, closed or unknown, and a request without an order (EVT-020)', async () => {
    const { shop, orders, place, ask } = await fulfilling()
    const provider = await open(shop, { kind: 'fulfillment' })
    for (const operation of ['ship', 'cancel', 'refund']) {
      const { id } = await place()
      await shop.control('POST', `${orders}/${id}/${operation}`, {})
      expect((await ask(id)).status).toBe(409)
    }

    expect([(await ask(999_999)).status, (await ask('x')).status]).toEqual([400, 400])
    const bare = await shop.rawControl('POST', `/providers/${provider.id}/requests`, { store: shop.store.code })
    expect([bare.status, await bare.text()]).toEqual([409, expect.stringContaining('app emulator fulfillment request')])
  })
})

it('a reset deletes the providers with the apps (GEN-016)', async () => {
  const shop = await makeShop()
  await shop.register({ appKey: A })
  await open(shop)

  await shop.control('POST', '/reset')

  expect(await shop.control('GET', '/providers')).toEqual({ providers: [] })
})
