import { expect, it } from 'vitest'

import type { Delivery } from '../../../src/control/contract.ts'
import { providerKinds, type NewProvider, type Provider, type RoutedRequest } from '../../../src/control/provider.ts'
import { makeShop, type Shop } from '../api/shop.ts'
import { startReceiver } from './receiver.ts'

const A = 'app.acme.carrier'
const B = 'app.rival.carrier'
const provider = { kind: 'carrier', name: 'Parcel', appKey: A } as const

async function open(shop: Shop, input: Partial<NewProvider> = {}): Promise<Provider> {
  return (await shop.control<{ provider: Provider }>('POST', '/providers', { ...provider, ...input })).provider
}

async function route(shop: Shop, { id }: Provider, input: object = {}): Promise<RoutedRequest> {
  const body = { store: shop.store.code, ...input }
  return (await shop.control<{ request: RoutedRequest }>('POST', `/providers/${id}/requests`, body)).request
}

/** Two apps with both scopes and both topics, each with a receiver of its own. */
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
  'GEN-015 GEN-016 the operator opens a provider of the kind %s and links it to an app',
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
])('GEN-015 %j opens nothing', async (input) => {
  const shop = await makeShop()
  await shop.register({ appKey: A })

  const { status } = await shop.rawControl('POST', '/providers', input)

  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(await shop.control('GET', '/providers')).toEqual({ providers: [] })
})

it('GEN-018 EVT-021 EVT-022 an app sees what is routed to its own provider and nothing of another', async () => {
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

it('GEN-018 EVT-011 a request of another region goes to no install of this one', async () => {
  const { shop, a } = await twoApps()
  const carrier = await open(shop)

  const elsewhere = await route(shop, carrier, { region: 'de' })
  await shop.emulator.queue.settle()

  const { deliveries } = await shop.control<{ deliveries: Delivery[] }>('GET', '/deliveries')
  expect([elsewhere.deliveries, a.received, deliveries]).toEqual([0, [], []])
})

it('GEN-018 nothing is routed to analytics, to a provider or from a store that there is not', async () => {
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

it('GEN-016 a reset takes the providers with the apps', async () => {
  const shop = await makeShop()
  await shop.register({ appKey: A })
  await open(shop)

  await shop.control('POST', '/reset')

  expect(await shop.control('GET', '/providers')).toEqual({ providers: [] })
})
