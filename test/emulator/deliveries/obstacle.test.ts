import { describe, expect, it } from 'vitest'

import type { Settings } from '../../../src/catalog/settings.ts'
import type { Delivery } from '../../../src/control/contract.ts'
import { makeShop, REGION_APP, WIDE_APP } from '../api/shop.ts'
import { startReceiver } from './receiver.ts'

const DAY = 24 * 3_600_000

/** An app that failed to take one order.created: it is in the queue, and tried again later. */
async function failed({ wide = false } = {}) {
  const shop = await makeShop()
  const receiver = await startReceiver(500)
  const topics = ['order.created', 'app.uninstalled']
  const fields = { webhook_url: receiver.url, webhook_topics: topics }
  const install = (further: object = {}) =>
    wide ? shop.installWide({ ...fields, ...further }) : shop.install({ ...fields, ...further })
  const appKey = wide ? WIDE_APP : REGION_APP
  const first = await install()
  await shop.control('POST', `/stores/${shop.store.code}/orders`, {})
  await shop.emulator.queue.settle()
  const queue = async () => {
    await shop.emulator.queue.settle()
    return (await shop.control<{ deliveries: Delivery[] }>('GET', '/deliveries')).deliveries
  }
  /** The app works again, and a day goes by. */
  const later = async () => {
    receiver.received.splice(0)
    receiver.answer(200)
    await shop.control('POST', '/clock/advance', { ms: DAY })
    return { queue: await queue(), topics: receiver.received.map(({ headers }) => headers['x-service-topic']) }
  }
  return {
    ...shop,
    receiver,
    install,
    first,
    later,
    queue,
    change: (settings: Partial<Settings>) => shop.control('PUT', '/settings', settings),
    uninstall: () => shop.control('POST', `/stores/${shop.store.code}/apps/${appKey}/uninstall`, {}),
    status: (status: string) => shop.control('POST', `/apps/${appKey}/status`, { status }),
    plan: (plan: string) => shop.setPlan(appKey, plan),
    order: () => shop.control('POST', `/stores/${shop.store.code}/orders`, {}),
  }
}

const notSent = (why: string) => ({
  state: 'dead_letter',
  attempts: 1,
  nextAttemptAt: null,
  lastError: `Not sent: ${why}.`,
})
const NOT_THERE = notSent('the app is no longer installed or subscribed in this region')

describe('a retried delivery is checked again before it is sent', () => {
  it.each([{ wide: false }, { wide: true }])(
    'is not sent while the payment is pending, with or without a reinstall (%j) (INST-074 INST-085 C30)',
    async (options) => {
      const living = await failed(options)
      await living.plan('paid-pending')
      const reinstalled = await failed(options)
      await reinstalled.plan('paid-pending')
      await reinstalled.install()

      const results = [await living.later(), await reinstalled.later()]

      for (const { queue, topics } of results) {
        expect(topics).toEqual([])
        expect(queue).toMatchObject([notSent('the payment is pending')])
      }
    },
  )

  it('is not sent to an app without an install, but app.uninstalled is retried (EVT-011 C30)', async () => {
    const { uninstall, later, queue: settled } = await failed()
    await uninstall()
    await settled()

    const { queue, topics } = await later()

    expect(topics).toEqual(['app.uninstalled'])
    expect(queue).toMatchObject([{ topic: 'app.uninstalled', state: 'delivered', attempts: 2 }, NOT_THERE])
  })

  it('is not sent while the app is suspended, and the log reports it (B42 C30)', async () => {
    const { status, later, control } = await failed()
    await status('X')

    const { queue, topics } = await later()

    const { entries } = await control<{ entries: object[] }>('GET', '/log')
    expect([topics, queue]).toMatchObject([[], [notSent('the app is suspended')]])
    expect(entries).toContainEqual(
      expect.objectContaining({
        code: 'event.dropped',
        message: `order.created was not delivered to ${REGION_APP}: the app is suspended.`,
      }),
    )
  })

  it.each([{ wide: false }, { wide: true }])(
    'a reinstall does not stop the retries (%j) (EVT-012 TOK-014 C30)',
    async (options) => {
      const { install, later } = await failed(options)
      await install()

      const { queue, topics } = await later()

      expect(topics).toEqual(['order.created'])
      expect(queue).toMatchObject([{ state: 'delivered', attempts: 2 }])
    },
  )

  it('is not sent to a reinstall without a subscription to the topic (EVT-006 C30)', async () => {
    const { install, later } = await failed()
    await install({ webhook_topics: ['app.uninstalled'] })

    const { queue, topics } = await later()

    expect([topics, queue]).toMatchObject([[], [NOT_THERE]])
  })

  it('is not sent to a reinstall in another region (EVT-011 TOK-014)', async () => {
    const { uninstall, install, later } = await failed()
    await uninstall()
    await install({ region: 'de' })

    expect((await later()).topics).toEqual(['app.uninstalled'])
  })

  it('a suspension or pending payment that is over before the attempt has no effect (EVT-012 C30)', async () => {
    const { status, plan, later } = await failed()
    await status('X')
    await plan('paid-pending')
    await status('D')
    await plan('paid')

    expect((await later()).topics).toEqual(['order.created'])
  })

  it.each(['uninstall', 'suspend', 'owe'] as const)(
    'queuedEvents sent-anyway: queued events are still sent (%s) (C30)',
    async (what) => {
      const { uninstall, status, plan, later, change } = await failed()
      await change({ queuedEvents: 'sent-anyway' })
      await (what === 'uninstall' ? uninstall() : what === 'suspend' ? status('X') : plan('paid-pending'))

      expect((await later()).topics).toContain('order.created')
    },
  )

  it('a dead letter that is redelivered manually is checked too, and is sent if allowed (C30)', async () => {
    const { plan, later, control, queue, receiver } = await failed()
    await plan('paid-pending')
    const [dead] = (await later()).queue
    await control('POST', `/deliveries/${dead?.id}/redeliver`)
    expect(await queue()).toMatchObject([notSent('the payment is pending')])
    await plan('paid')

    await control('POST', `/deliveries/${dead?.id}/redeliver`)

    expect(await queue()).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(receiver.received).toHaveLength(1)
  })

  it('thousands of blocked deliveries are processed immediately', async () => {
    const { emulator, order, uninstall, context } = await failed()
    await emulator.queue.stop()
    await order()
    context.registry.exec(`
      INSERT INTO deliveries (event_id, install_id, app_key, store_id, region_id, topic, body, state, next_attempt_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT 'evt_' || i, install_id, app_key, store_id, region_id, topic, body, 'pending', 0, 0 FROM n, (SELECT * FROM deliveries LIMIT 1)`)
    await uninstall()

    emulator.queue.start()
    await emulator.queue.settle()

    const left = context.registry.prepare(
      "SELECT count(*) AS n FROM deliveries WHERE state = 'pending' AND topic = 'order.created'",
    )
    // The first one has failed, and is not due yet.
    expect(left.get()).toEqual({ n: 1 })
  })
})

describe('pendingEvents', () => {
  it('lost: events during a pending payment are never sent (N15)', async () => {
    const { plan, order, later, queue } = await failed()
    await plan('paid-pending')
    await order()
    expect(await queue()).toHaveLength(1)
    await plan('paid')

    expect((await later()).topics).toEqual(['order.created'])
  })

  it('wait: new and queued events wait in the queue and are sent after the payment (N15)', async () => {
    const { plan, order, later, queue, change, receiver } = await failed()
    await change({ pendingEvents: 'wait' })
    await plan('paid-pending')
    await order()
    const { queue: waiting, topics } = await later()
    expect(topics).toEqual([])
    expect(waiting).toMatchObject([
      { state: 'pending', attempts: 0, nextAttemptAt: null },
      { state: 'pending', attempts: 1, nextAttemptAt: null, lastError: 'Waiting: the payment is pending.' },
    ])

    await plan('paid')

    expect(await queue()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
    expect(receiver.received).toHaveLength(2)
  })

  it('wait: an uninstall stops the wait (N15)', async () => {
    const { plan, order, queue, change, uninstall } = await failed()
    await change({ pendingEvents: 'wait' })
    await plan('paid-pending')
    await order()

    await uninstall()

    expect(await queue()).toMatchObject([{ ...NOT_THERE, attempts: 0 }, { attempts: 1 }])
  })
})

describe('uninstalledWhilePending', () => {
  it.each([
    ['dropped', []],
    ['sent', ['app.uninstalled']],
  ] as const)('%s (C33 EVT-023)', async (uninstalledWhilePending, expected) => {
    const { change, plan, uninstall, later } = await failed()
    await change({ uninstalledWhilePending, pendingEvents: 'wait' })
    await plan('paid-pending')
    await uninstall()

    expect((await later()).topics).toEqual(expected)
  })
})

describe('suspendedApp', () => {
  it.each([
    ['no-events', [], 200, 200],
    ['all-goes-on', ['order.created', 'order.created'], 200, 200],
    ['nothing-works', [], 401, 401],
  ] as const)(
    '%s: events, calls and the exchange of an earlier code (B42 C31)',
    async (suspendedApp, topics, called, exchanged) => {
      const { change, status, order, later, call, first, approve, exchange, exchangeBody, store } = await failed()
      const code = await approve({ app: first.app, store })
      await change({ suspendedApp })
      await status('X')
      await order()

      expect((await later()).topics).toEqual(topics)
      expect((await call(first.token, '/context')).status).toBe(called)
      await change({ suspendedApp: 'no-events' })
      await status('D')
      const fresh = await approve({ app: first.app, store })
      await change({ suspendedApp })
      await status('X')
      expect((await exchange(exchangeBody(first.app, fresh))).status).toBe(exchanged)
      expect((await exchange(exchangeBody(first.app, code))).status).toBe(401)
    },
  )
})

describe('subscriptionHolds', () => {
  it.each(['topics', 'all'] as const)('%s: delivery address and secret (C32 EVT-006)', async (subscriptionHolds) => {
    const { change, first, register, order, queue, control, receiver, clock, later } = await failed()
    const other = await startReceiver()
    await change({ subscriptionHolds })
    const rotate = { which: 'webhook_signing_secret' }
    const { secret } = await control<{ secret: string }>('POST', `/apps/${REGION_APP}/rotate`, rotate)
    await register({ webhook_url: other.url, webhook_topics: ['order.created'] })
    receiver.received.splice(0)
    await order()
    await queue()

    const [asked, unasked] = subscriptionHolds === 'topics' ? [other, receiver] : [receiver, other]
    const good = subscriptionHolds === 'topics' ? secret : first.app.secrets.webhook_signing_secret
    expect(asked.verdicts(good, clock.now())).toMatchObject([{ ok: true }])
    expect(unasked.received).toEqual([])
    await later()
    expect(unasked.received).toEqual([])
  })
})
