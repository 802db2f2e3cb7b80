import { describe, expect, it } from 'vitest'

import type { AttemptRow, Delivery } from '../../../src/control/contract.ts'
import type { InstalledOptions } from '../../support/emulator/installed-app.ts'
import { makeInstalled } from '../../support/emulator/installed-app.ts'
import { startReceiver } from './receiver.ts'

async function makeReceiving(options: InstalledOptions = {}) {
  const receiver = await startReceiver()
  const test = await makeInstalled({ webhookUrl: receiver.url, topics: ['order.created', 'order.paid'], ...options })
  const order = async (paid = false): Promise<number> =>
    (await test.control<{ order: { id: number } }>('POST', `/stores/${test.store.code}/orders`, { paid })).order.id
  const settle = async (ms = 0) => {
    test.clock.advance(ms)
    await test.emulator.queue.settle()
  }
  const deliveries = async () =>
    (await test.control<{ deliveries: Delivery[] }>('GET', '/deliveries')).deliveries.toReversed()
  const attempts = async () =>
    (await test.control<{ attempts: AttemptRow[] }>('GET', '/attempts')).attempts.toReversed()
  const verdicts = () =>
    receiver
      .verdicts(test.app.secrets.webhook_signing_secret, test.clock.now())
      .map((one) => (one.ok ? 'good' : one.reason))
  const received = () => receiver.received.map(({ event }) => (event as { data: { orderId: number } }).data.orderId)
  return { ...test, receiver, order, settle, deliveries, attempts, verdicts, received }
}

describe('delayed deliveries', () => {
  it('late: nothing is sent or counted before its time, and the event is signed when it is sent', async () => {
    const { set, order, settle, receiver, deliveries, verdicts } = await makeReceiving()
    await set({ kind: 'late', times: null, delayMs: 20_000 })
    await order()
    await settle()

    expect(receiver.received).toHaveLength(0)
    expect(await deliveries()).toMatchObject([
      { state: 'pending', attempts: 0, nextAttemptAt: '2026-11-21T12:00:20.000Z', lastError: null },
    ])
    await settle(19_999)
    expect(receiver.received).toHaveLength(0)
    await settle(1)

    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(verdicts()).toEqual(['good'])
  })

  it('out-of-order: the next delivery overtakes it', async () => {
    const { set, order, settle, received } = await makeReceiving()
    await set({ kind: 'out-of-order' })
    const first = await order()
    await settle()
    const second = await order()
    await settle()
    await settle()

    expect(received()).toEqual([second, first])
  })

  it('out-of-order: without a next delivery it is sent after its delay', async () => {
    const { set, order, settle, received } = await makeReceiving()
    await set({ kind: 'out-of-order', delayMs: 3000 })
    const only = await order()
    await settle(2999)
    expect(received()).toEqual([])
    await settle(1)

    expect(received()).toEqual([only])
  })

  it('out-of-order: a delivery whose release fails is released after the next delivery', async () => {
    const { set, order, settle, received, emulator } = await makeReceiving()
    const { registry } = emulator.context
    await set({ kind: 'out-of-order' })
    const first = await order()
    await settle()
    registry.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON deliveries WHEN NEW.state = 'pending' BEGIN SELECT raise(ABORT, 'disk full'); END",
    )
    const second = await order()
    await settle()
    registry.exec('DROP TRIGGER full')
    const third = await order()
    await settle()
    await settle()

    expect(received()).toEqual([second, third, first])
    expect(registry.prepare("SELECT count(*) AS n FROM log WHERE code = 'queue.bug'").get()).toEqual({ n: 1 })
  })

  it('burst: deliveries that arrive within its time are sent together', async () => {
    const { set, order, settle, receiver, deliveries } = await makeReceiving()
    await set({ kind: 'burst', times: null, delayMs: 10_000 })
    for (let n = 0; n < 4; n++) {
      await order()
      await settle(2000)
    }

    expect(receiver.received).toHaveLength(0)
    expect(new Set((await deliveries()).map(({ nextAttemptAt }) => nextAttemptAt))).toEqual(
      new Set(['2026-11-21T12:00:10.000Z']),
    )
    await settle(2000)
    expect(receiver.received).toHaveLength(4)
  })

  it('are sent immediately by retryDeliveries, without a second fault', async () => {
    const { set, order, settle, control, deliveries } = await makeReceiving()
    await set({ kind: 'late', times: null, delayMs: 20_000 })
    await order()
    await settle()

    expect(await control('POST', '/deliveries/retry', { appKey: 'app.acme.other' })).toEqual({ retried: 0 })
    expect(await control('POST', '/deliveries/retry', {})).toEqual({ retried: 1 })
    await settle()

    expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
  })
})

describe('altered deliveries', () => {
  it('duplicate: the same event is sent twice at the same time, each with its own valid signature', async () => {
    const { set, order, settle, receiver, verdicts, deliveries, attempts } = await makeReceiving()
    await set({ kind: 'duplicate' })
    await order()
    await settle()

    const [first, second] = receiver.received
    expect(verdicts()).toEqual(['good', 'good'])
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers['x-service-hmac-sha256']).not.toBe(first?.headers['x-service-hmac-sha256'])
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
    const sent = (await attempts()).map(({ cause, isCopy, status }) => `${cause} ${status} ${isCopy}`)
    expect(new Set(sent)).toEqual(new Set(['fault duplicate 200 false', 'fault duplicate 200 true']))
  })

  it.each([
    ['signature-truncated', 'signature-malformed'],
    ['signature-wrong', 'signature-mismatch'],
  ] as const)('%s: accepting it does not count, and the valid event is resent (T11)', async (kind, verdict) => {
    const { set, order, settle, verdicts, deliveries, attempts } = await makeReceiving()
    await set({ kind })
    await order()
    await settle()

    expect(await deliveries()).toMatchObject([
      {
        state: 'pending',
        attempts: 1,
        lastStatus: 200,
        lastError: 'The webhook address responded with 200 to an invalid signature.',
      },
    ])
    await settle(10_000)

    expect(verdicts()).toEqual([verdict, 'good'])
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect((await attempts()).map(({ cause, attempt }) => [cause, attempt])).toEqual([
      [`fault ${kind}`, 1],
      [null, 2],
    ])
  })

  it('cut-off: the connection ends in the middle of the body, and the event is resent', async () => {
    const { set, order, settle, receiver, deliveries, verdicts } = await makeReceiving()
    await set({ kind: 'truncated' })
    await order()
    await settle()

    await expect.poll(receiver.broken).toBe(1)
    expect(receiver.received).toHaveLength(0)
    expect(await deliveries()).toMatchObject([
      { state: 'pending', lastStatus: null, lastError: 'A fault closed the connection in the middle of the body.' },
    ])
    await settle(10_000)
    expect(verdicts()).toEqual(['good'])
  })

  it('sends to another address if the fault specifies one', async () => {
    const other = await startReceiver(401)
    const { set, order, settle, receiver, deliveries } = await makeReceiving()
    await set({ kind: 'signature-wrong', to: other.url })
    await order()
    await settle()

    expect([receiver.received.length, other.received.length]).toEqual([0, 1])
    expect(await deliveries()).toMatchObject([{ state: 'pending', lastStatus: 401 }])
  })

  it('sends to a name below localhost on this machine, and rejects a URL on another machine (T34)', async () => {
    const other = await startReceiver(401)
    const { set, order, settle } = await makeReceiving()
    const url = other.url.replace('127.0.0.1', 'shop.localhost')
    await set({ kind: 'signature-wrong', to: url })
    await order()
    await settle()

    expect(other.received.map(({ headers }) => headers.host)).toEqual([new URL(url).host])
    for (const to of ['http://10.0.0.1/', 'http://2130706433/', 'http://localhost@evil.example/', 'x'])
      await expect(set({ kind: 'truncated', to })).rejects.toThrow('emulator.bad-request')
  })
})

it('a fault affects only its topic and app, and no API call', async () => {
  const { set, order, settle, received, statuses, faults, receiver } = await makeReceiving()
  await set({ kind: 'late', times: null, topic: 'order.c*' })
  await set({ kind: 'duplicate', times: null, appKey: 'app.acme.other' })
  const id = await order(true)
  await settle()

  expect(received()).toEqual([id])
  expect(receiver.received[0]?.headers['x-service-topic']).toBe('order.paid')
  expect(await statuses('/orders', 1)).toEqual([200])
  expect(await faults()).toMatchObject([{ matched: 1, hits: 1 }, { matched: 0 }])
})

it('the same seed selects the same deliveries', async () => {
  const chosen = async () => {
    const { set, order, settle, attempts } = await makeReceiving()
    await set({ kind: 'signature-wrong', times: null, percent: 40, seed: 5 })
    for (let n = 0; n < 20; n++) {
      await order()
      await settle()
    }
    return (await attempts()).map(({ cause }) => cause)
  }

  const first = await chosen()

  expect(new Set(first)).toEqual(new Set([null, 'fault signature-wrong']))
  expect(await chosen()).toEqual(first)
})
