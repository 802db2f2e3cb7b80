import type { ServerResponse } from 'node:http'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { EmulatorContext } from '../../../src/emulator/context.ts'
import { createQueue } from '../../../src/emulator/deliveries/queue.ts'
import { makeShop, type Shop } from '../api/shop.ts'
import { startReceiver } from './receiver.ts'

async function installed(reply: Parameters<typeof startReceiver>[0]) {
  const shop = await makeShop()
  const receiver = await startReceiver(reply)
  await shop.install({ webhook_url: receiver.url, webhook_topics: ['order.created'] })
  return { shop, receiver }
}

/** The emulator's own queue stands still; this one has other limits. */
async function ownQueue(shop: Shop, options: Parameters<typeof createQueue>[1], context = shop.context) {
  await shop.emulator.queue.stop()
  const queue = createQueue(context, options)
  onTestFinished(() => queue.stop())
  queue.start()
  return queue
}

const place = (shop: Shop) => shop.control('POST', `/stores/${shop.store.code}/orders`, {})
const list = async (shop: Shop) => (await shop.control<{ deliveries: object[] }>('GET', '/deliveries')).deliveries

describe('the queue', () => {
  it('an app that does not respond in time fails the attempt with a message (B38 T14)', async () => {
    const { shop } = await installed(() => {})
    const queue = await ownQueue(shop, { timeoutMs: 80 })
    await place(shop)

    queue.wake()
    await queue.settle()

    expect(await list(shop)).toMatchObject([
      { state: 'pending', attempts: 1, lastStatus: null, lastError: 'No response within 0.08 s.' },
    ])
  })

  it('an endless response counts by its status line and is not read forever (T14)', async () => {
    const { shop } = await installed((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(drip))
    })
    await place(shop)
    await shop.emulator.queue.settle()

    expect(await list(shop)).toMatchObject([{ state: 'delivered', lastStatus: 200 }])
  })

  it('sends many deliveries in parallel, but at most 20', async () => {
    const held: ServerResponse[] = []
    let most = 0
    const { shop } = await installed((response) => {
      most = Math.max(most, held.push(response))
      // As many as are allowed have come: one more would arrive in this time.
      if (held.length === 20)
        setTimeout(() => {
          for (const one of held.splice(0)) one.writeHead(200).end()
        }, 50)
    })
    await shop.emulator.queue.stop()
    for (let count = 0; count < 60; count++) await place(shop)

    shop.emulator.queue.start()
    await shop.emulator.queue.settle()

    expect(most).toBe(20)
    expect(new Set((await list(shop)).map((delivery) => 'state' in delivery && delivery.state))).toEqual(
      new Set(['delivered']),
    )
  })

  it('a retry that is due is sent automatically (N5)', async () => {
    const { shop, receiver } = await installed(500)
    shop.context.changeSettings({ retryDelaysMs: [30] })
    await place(shop)
    await shop.emulator.queue.settle()
    receiver.answer(200)
    shop.clock.advance(30)

    await expect.poll(() => receiver.received.length).toBe(2)
  })

  it('a response that cannot be saved is saved later', async () => {
    const { shop, receiver } = await installed(200)
    await shop.emulator.queue.stop()
    await place(shop)
    shop.context.registry.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON deliveries BEGIN SELECT raise(ABORT, 'disk full'); END",
    )
    shop.emulator.queue.start()
    await shop.emulator.queue.settle()
    expect(await list(shop)).toMatchObject([{ state: 'pending', attempts: 0 }])

    shop.context.registry.exec('DROP TRIGGER full')

    await expect.poll(async () => list(shop)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
  })

  it('the webhook_url is validated strictly, so only https and loopback http are requested', async () => {
    const { shop, receiver } = await installed(200)
    for (const url of ['http://example.com/in', 'ftp://127.0.0.1/in', 'http://2130706433/in', 'not an address']) {
      shop.context.registry.prepare('UPDATE apps SET webhook_url = ?').run(url)
      await place(shop)
    }
    await shop.emulator.queue.settle()

    expect((await list(shop)).map((row) => 'lastError' in row && row.lastError)).toEqual(
      Array(4).fill('The webhook_url must use https, or http on this machine.'),
    )
    expect(receiver.received).toEqual([])
  })

  it('a signing secret that cannot be decrypted fails the attempt, but not the emulator', async () => {
    const { shop, receiver } = await installed(200)
    shop.context.changeSettings({ retryDelaysMs: [30] })
    shop.context.registry.exec('UPDATE apps SET sealed_signing_secret = randomblob(92)')
    await place(shop)
    await shop.emulator.queue.settle()

    const lastError = "An emulator secret cannot be decrypted with the emulator's key."
    expect(await list(shop)).toMatchObject([{ state: 'pending', attempts: 1, lastStatus: null, lastError }])
    shop.clock.advance(30)
    await shop.emulator.queue.settle()

    expect(await list(shop)).toMatchObject([{ state: 'dead_letter', attempts: 2, lastError }])
    expect(receiver.received).toEqual([])
  })

  it.each([
    ['who may have a delivery', 'installs'],
    ['what is due', 'deliveries'],
  ])('if %s cannot be read, the error is logged once and the read is retried', async (_, table) => {
    const { shop, receiver } = await installed(200)
    await shop.emulator.queue.stop()
    await place(shop)
    shop.context.registry.exec(`ALTER TABLE ${table} RENAME TO hidden`)

    shop.emulator.queue.start()
    await shop.emulator.queue.settle()
    shop.emulator.queue.wake()
    await shop.emulator.queue.settle()
    shop.context.registry.exec(`ALTER TABLE hidden RENAME TO ${table}`)

    await expect.poll(() => list(shop)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
    const noted = shop.context.registry.prepare("SELECT message FROM log WHERE code = 'queue.bug'").all()
    expect(noted).toEqual([{ message: expect.stringMatching(`^The delivery queue failed .*no such table.*${table}`) }])
  })

  it('an error in a listener does not change the recorded attempt', async () => {
    const { shop, receiver } = await installed(500)
    const refuse = () => {
      throw new Error('not as expected')
    }
    const context: EmulatorContext = Object.create(shop.context, { notify: { value: refuse } })
    const queue = await ownQueue(shop, {}, context)
    await place(shop)
    queue.wake()
    await queue.settle()
    expect(await list(shop)).toMatchObject([{ state: 'pending', attempts: 1, lastStatus: 500 }])
    receiver.answer(200)

    shop.clock.advance(3_600_000)
    await queue.settle()

    expect(await list(shop)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(receiver.received).toHaveLength(2)
  })
})
