import { describe, expect, it } from 'vitest'

import { topicNames } from '../../../src/catalog/topics.ts'
import type { TestEventAnswer } from '../../../src/control/contract.ts'
import { makeShop, REGION_APP } from '../api/shop.ts'
import { startReceiver } from './receiver.ts'

async function registered(reply = 200) {
  const shop = await makeShop()
  const receiver = await startReceiver(reply)
  const app = await shop.register({ webhook_url: receiver.url })
  const send = (input: object) => shop.control<TestEventAnswer>('POST', `/apps/${REGION_APP}/test-event`, input)
  const refused = async (input: object) =>
    (await shop.rawControl('POST', `/apps/${REGION_APP}/test-event`, input)).status
  const addStore = (code: string) => shop.control('POST', `/apps/${REGION_APP}/test-stores`, { code })
  return { shop, receiver, app, send, refused, addStore }
}

describe('test events', () => {
  it('have a real HMAC, real headers, a real envelope and an eventId that starts with test: (EVT-001 EVT-002 EVT-003 EVT-004 EVT-024)', async () => {
    const { shop, receiver, app, send, addStore } = await registered()
    await addStore(shop.store.code)

    const answer = await send({ topic: 'order.created' })

    const [verdict] = receiver.verdicts(app.secrets.webhook_signing_secret, shop.clock.now())
    expect(verdict).toMatchObject({ ok: true, topic: 'order.created', storeId: String(shop.store.store.id) })
    const [request] = receiver.received
    expect(request?.event).toEqual({
      eventId: answer.eventId,
      storeId: shop.store.store.id,
      // B41: the default region.
      regionId: shop.region('tr'),
      data: {
        orderId: expect.any(Number),
        orderNumber: expect.stringMatching(/^DEMO-/),
        status: expect.any(String),
        currency: 'TRY',
      },
    })
    expect(answer.eventId).toMatch(/^test:/)
    expect(answer).toMatchObject({ status: 200, error: null, ms: expect.any(Number) })
  })

  it.each([...topicNames])('%s can be sent manually (EVT-020 EVT-021 EVT-022 EVT-026)', async (topic) => {
    const { shop, receiver, send, addStore } = await registered()
    await addStore(shop.store.code)

    await send({ topic })

    expect(receiver.received.map(({ headers }) => headers['x-service-topic'])).toEqual([topic])
  })

  it('are not queued, even if the app rejects them (EVT-005)', async () => {
    const { shop, receiver, send, addStore } = await registered(500)
    await addStore(shop.store.code)

    const answer = await send({ topic: 'order.paid' })
    await shop.emulator.queue.settle()
    await shop.control('POST', '/clock/advance', { ms: 3_600_000 })

    expect(answer).toMatchObject({ status: 500, error: 'The webhook address responded with 500.' })
    expect(receiver.received).toHaveLength(1)
    expect(await shop.control('GET', '/deliveries')).toEqual({ deliveries: [] })
    expect(shop.db.prepare('SELECT count(*) AS n FROM events').get()).toEqual({ n: 0 })
  })

  it('report a stopped app with a message', async () => {
    const { shop, receiver, send, addStore } = await registered()
    await addStore(shop.store.code)
    await receiver.stop()

    expect(await send({ topic: 'order.paid' })).toMatchObject({
      status: null,
      error: expect.stringContaining('connection refused'),
    })
  })

  it('use the first test store unless another one is specified (B41)', async () => {
    const { shop, receiver, send, refused, addStore } = await registered()
    const other = await shop.openStore({ name: 'Other', regions: ['DE'] })
    const foreign = await shop.openStore({ name: 'Foreign' })
    await addStore(other.code)
    await addStore(shop.store.code)

    await send({ topic: 'app.uninstalled' })
    await send({ topic: 'app.uninstalled', storeCode: shop.store.code })

    expect(receiver.received.map(({ event }) => event.storeId)).toEqual([other.store.id, shop.store.store.id])
    expect(await refused({ topic: 'app.uninstalled', storeCode: foreign.code })).toBe(400)
  })

  it('need a test store, a known topic and a webhook_url (B41 EVT-014)', async () => {
    const { shop, refused, addStore } = await registered()
    expect(await refused({ topic: 'order.paid' })).toBe(409)
    await addStore(shop.store.code)

    expect(await refused({ topic: 'order.nothing' })).toBe(400)
    await shop.register({ webhook_url: null })
    expect(await refused({ topic: 'order.paid' })).toBe(409)
  })
})
