import { describe, expect, it } from 'vitest'

import { messages } from '../../src/catalog/errors.ts'
import type { Settings } from '../../src/catalog/settings.ts'
import type { SettingsAnswer } from '../../src/control/setting.ts'
import { readForm } from '../support/emulator.ts'
import { makeShop, REGION_APP, WIDE_APP } from './api/shop.ts'
import { startReceiver } from './deliveries/receiver.ts'

async function switched(settings: Partial<Settings>) {
  const shop = await makeShop()
  await shop.control<SettingsAnswer>('PUT', '/settings', settings)
  return shop
}

const causeOf = ({ headers }: { headers: Headers }) => headers.get('x-emulator-cause')

describe('paymentCheck (B10)', () => {
  const paths = ['/context', '/nowhere', '/warehouses']

  it.each([
    ['after-rate', [402, 402, 402]],
    ['before-rate', [402, 402, 402]],
    ['after-scope', [402, 404, 403]],
  ] as const)(
    '%s: a pending payment on an endpoint, on an unknown path, and without the scope (INST-075 B10)',
    async (paymentCheck, expected) => {
      const shop = await switched({ paymentCheck })
      const { token } = await shop.install({ requested_scopes: ['orders.read'] })
      await shop.setPlan(REGION_APP, 'paid-pending')

      const statuses = await Promise.all(paths.map(async (path) => (await shop.call(token, path)).status))

      expect(statuses).toEqual(expected)
    },
  )

  it.each([
    ['after-rate', 429],
    ['before-rate', 402],
    ['after-scope', 429],
  ] as const)(
    '%s: a pending payment over the limit returns %i (INST-075 LIM-001 B10)',
    async (paymentCheck, expected) => {
      const shop = await switched({ paymentCheck })
      const { token } = await shop.install()
      for (let call = 0; call < 600; call++) await shop.api(token, '/context')
      await shop.setPlan(REGION_APP, 'paid-pending')

      expect((await shop.call(token, '/context')).status).toBe(expected)
    },
  )
})

describe('unneededPin (B11)', () => {
  it.each([
    ['checked', [401, 400, 401]],
    ['not-read', [200, 200, 200]],
  ] as const)(
    '%s: a malformed, a conflicting and an unknown pin if none is needed (PIN-009 PIN-010 B11)',
    async (unneededPin, expected) => {
      const shop = await switched({ unneededPin })
      const { token } = await shop.installWide()
      const conflict = { headers: { 'X-Region-Id': String(shop.region('de')) } }

      const answers = [
        await shop.call(token, '/shipping-profiles?regionId=x'),
        await shop.call(token, `/shipping-profiles?regionId=${shop.region('tr')}`, conflict),
        await shop.call(token, '/context?regionId=9999'),
      ]

      expect(answers.map(({ status }) => status)).toEqual(expected)
    },
  )

  it('not-read: a required pin is validated, and the context shows a valid one (PIN-011 CTX-012 B11)', async () => {
    const shop = await switched({ unneededPin: 'not-read' })
    const { token } = await shop.installWide()
    const pinned = async (query: string) => (await shop.call(token, `/context${query}`)).body.pinnedRegionId

    expect((await shop.call(token, '/products?regionId=x')).status).toBe(401)
    expect([await pinned(`?regionId=${shop.region('de')}`), await pinned('?regionId=x'), await pinned('')]).toEqual([
      shop.region('de'),
      null,
      null,
    ])
  })
})

describe('emptyPin (C41)', () => {
  it.each([
    ['malformed', 401, 401, 400],
    ['as-none', 400, 200, 200],
  ] as const)(
    '%s: an empty query, an empty query that is not needed, and an empty header with a query (PIN-009 PIN-011 C41)',
    async (emptyPin, ...expected) => {
      const shop = await switched({ emptyPin })
      const { token } = await shop.installWide()
      const header = { headers: { 'X-Region-Id': '' } }

      const answers = [
        await shop.call(token, '/products?regionId='),
        await shop.call(token, '/categories?regionId='),
        await shop.call(token, `/products?regionId=${shop.region('de')}`, header),
      ]

      expect(answers.map(({ status }) => status)).toEqual(expected)
    },
  )
})

describe('rateWindow (B12)', () => {
  it.each([
    // 600 calls: 300 now, 300 half a minute later. Then, after so many ms more: whether the next call passes.
    ['fixed', 30_000, 200],
    ['sliding', 29_999, 429],
    ['sliding', 30_000, 200],
  ] as const)(
    '%s: %i ms after the second half of 600 calls a call returns %i (LIM-001 B12)',
    async (rateWindow, ms, expected) => {
      const shop = await switched({ rateWindow })
      const { token } = await shop.install()
      const calls = async (count: number) => {
        for (let call = 0; call < count; call++) await shop.api(token, '/context')
      }
      await calls(300)
      shop.clock.advance(30_000)
      await calls(300)
      expect((await shop.call(token, '/context')).status).toBe(429)

      shop.clock.advance(ms)

      expect((await shop.call(token, '/context')).status).toBe(expected)
    },
  )

  it('fixed allows 600 more calls after a minute, sliding only as many as have left the window (LIM-001 B12)', async () => {
    const passed = async (rateWindow: Settings['rateWindow']) => {
      const shop = await switched({ rateWindow })
      const { token } = await shop.install()
      const calls = async (count: number) => {
        let good = 0
        for (let call = 0; call < count; call++) if ((await shop.api(token, '/context')).status === 200) good++
        return good
      }
      await calls(1)
      shop.clock.advance(59_000)
      await calls(599)
      shop.clock.advance(1000)
      return calls(700)
    }

    expect(await passed('fixed')).toBe(600)
    expect(await passed('sliding')).toBe(1)
  })

  it.each([
    ['sliding', 200],
    ['sliding-all', 429],
  ] as const)(
    '%s: a client that keeps calling while it is rejected (LIM-001 LIM-013 B12)',
    async (rateWindow, expected) => {
      const shop = await switched({ rateWindow, retryAfterEverywhere: true })
      const { token } = await shop.install()
      for (let call = 0; call < 600; call++) await shop.api(token, '/context')
      shop.clock.advance(30_000)
      for (let call = 0; call < 600; call++) expect((await shop.api(token, '/context')).status).toBe(429)
      const wait = (await shop.call(token, '/context')).headers.get('retry-after')

      shop.clock.advance(30_000)

      expect(wait).toBe(rateWindow === 'sliding' ? '30' : '60')
      expect((await shop.call(token, '/context')).status).toBe(expected)
    },
  )

  it('sliding applies to the exchange too (EXCH-013 B12)', async () => {
    const shop = await switched({ rateWindow: 'sliding' })
    const tries = async (count: number) => {
      let status = 0
      for (let at = 0; at < count; at++)
        ({ status } = await shop.exchange({ clientId: 'x', clientSecret: 'x', code: 'x' }))
      return status
    }
    await tries(1)
    shop.clock.advance(59_000)
    expect(await tries(30)).toBe(429)
    shop.clock.advance(1000)

    expect([await tries(1), await tries(1)]).toEqual([401, 429])
  })
})

describe('oldTokenEnds (B15)', () => {
  it.each([
    ['at-exchange', 200],
    ['at-approve', 401],
  ] as const)('%s: the old token between Approve and exchange (TOK-014 B15)', async (oldTokenEnds, between) => {
    const shop = await switched({ oldTokenEnds })
    const { token, app } = await shop.install()
    const other = await shop.install({ region: 'de' })

    const code = await shop.approve({ app, store: shop.store })
    const answers = [(await shop.call(token, '/context')).status, (await shop.call(other.token, '/context')).status]
    const { access_token: fresh } = (await (await shop.exchange(shop.exchangeBody(app, code))).json()) as {
      access_token: string
    }

    expect(answers).toEqual([between, 200])
    expect([(await shop.call(token, '/context')).status, (await shop.call(fresh, '/context')).status]).toEqual([
      401, 200,
    ])
  })
})

describe('the consent page', () => {
  const asked = (clientId: string, state = '') =>
    `/admin/plugins/install/${REGION_APP}?client_id=${clientId}&scope=orders.read${state}`

  async function consent(settings: Partial<Settings>, query: 'none' | 'no state' | 'empty state') {
    const shop = await switched(settings)
    const { app } = await shop.register()
    await shop.control('POST', `/apps/${REGION_APP}/test-stores`, { code: shop.store.code })
    const browser = await shop.signIn(shop.store)
    const plain = `/admin/plugins/install/${REGION_APP}`
    const path = query === 'none' ? plain : asked(app.client_id, query === 'empty state' ? '&state=' : '')
    const form = readForm(await (await browser.open(path)).text())
    const answer = async (what: 'approve' | 'deny') =>
      (await browser.post(`${plain}/${what}`, form)).headers.get('location')
    return { answer }
  }
  const callback = 'http://127.0.0.1:3000/auth/callback'

  it.each([
    ['to-admin', 'no state', '/admin/plugins'],
    ['to-app', 'no state', `${callback}?error=access_denied`],
    ['to-app', 'none', '/admin/plugins'],
  ] as const)(
    'cancelWithoutState %s, %s in the address (INST-042 A25)',
    async (cancelWithoutState, query, expected) => {
      const { answer } = await consent({ cancelWithoutState }, query)

      expect(await answer('deny')).toBe(expected)
    },
  )

  it.each([
    ['returned', /\?code=[0-9a-f]{64}&state=$/, `${callback}?error=access_denied&state=`],
    ['as-none', /\?code=[0-9a-f]{64}$/, '/admin/plugins'],
  ] as const)('emptyState %s: Approve and Cancel (INST-036 INST-042 C40)', async (emptyState, approved, denied) => {
    const first = await consent({ emptyState }, 'empty state')
    const second = await consent({ emptyState }, 'empty state')

    expect(await first.answer('approve')).toMatch(approved)
    expect(await second.answer('deny')).toBe(denied)
  })

  it.each(['own-words', 'documented'] as const)('oppositeScope %s (INST-068 INST-069 A12)', async (oppositeScope) => {
    const shop = await switched({ oppositeScope })
    await shop.installWide()
    await shop.register({ appKey: WIDE_APP, install_scope: 'region' })

    const shown = await (await shop.signIn(shop.store)).open(`/admin/plugins/install/${WIDE_APP}`)

    const [said, unsaid] = ['installed store-wide on this store', messages.oppositeScope]
    const words = await shown.text()
    expect(shown.status).toBe(400)
    expect([words.includes(said), words.includes(unsaid)]).toEqual([
      oppositeScope === 'own-words',
      oppositeScope !== 'own-words',
    ])
  })

  it.each([
    ['home-region', 200],
    ['rejected', 400],
  ] as const)('closedSelection %s (INST-059 C42)', async (closedSelection, expected) => {
    const shop = await switched({ closedSelection })
    await shop.register()
    await shop.register({ appKey: WIDE_APP, install_scope: 'store' })
    for (const key of [REGION_APP, WIDE_APP]) {
      await shop.control('POST', `/apps/${key}/test-stores`, { code: shop.store.code })
    }
    const browser = await shop.signIn(shop.store, 'de')
    await shop.control('POST', `/stores/${shop.store.code}/regions/de/deactivate`, {})
    const status = async (key: string) => (await browser.open(`/admin/plugins/install/${key}`)).status

    expect([await status(REGION_APP), await status(WIDE_APP)]).toEqual([expected, 200])
    await browser.post('/admin/region', { region_id: String(shop.region('gb')) })
    expect(await status(REGION_APP)).toBe(200)
  })
})

describe('operations that send events', () => {
  const topics = ['order.created', 'order.paid', 'order.shipped', 'fulfillment.requested']
  const scopes = ['orders.read', 'orders.write', 'fulfillment.write']

  async function hooked(settings: Partial<Settings>) {
    const shop = await switched(settings)
    const receiver = await startReceiver()
    const { token } = await shop.install({
      requested_scopes: scopes,
      webhook_url: receiver.url,
      webhook_topics: topics,
    })
    const received = async () => {
      await shop.emulator.queue.settle()
      return receiver.received.map(({ headers }) => String(headers['x-service-topic'])).toSorted()
    }
    return { shop, token, receiver, received }
  }

  it.each([
    [{ importEmits: false, importTopics: 'by-status' }, 'shipped', []],
    [{ importEmits: true, importTopics: 'created' }, 'shipped', ['order.created']],
    [{ importEmits: true, importTopics: 'by-status' }, 'shipped', ['order.created', 'order.paid', 'order.shipped']],
    [{ importEmits: true, importTopics: 'by-status' }, undefined, ['order.created', 'order.paid']],
  ] as const)(
    '%j: an import with the externalStatus %s (ORD-076 EVT-026 C38)',
    async (settings, externalStatus, expected) => {
      const { shop, token, received } = await hooked(settings)
      const { id } = shop.db.prepare("SELECT id FROM products WHERE status = 'A' LIMIT 1").get() as { id: number }
      const body = { externalOrderId: 'x1', externalStatus, items: [{ productId: id, quantity: 1, unitPrice: 5 }] }

      const { status } = await shop.send(token, 'POST /orders', body)

      expect(status).toBe(200)
      expect(await received()).toEqual(expected)
    },
  )

  it.each([
    ['by-hand', []],
    ['when-paid', ['fulfillment.requested']],
  ] as const)(
    'fulfillmentRequested %s: an order that is paid immediately, and one that is paid later (EVT-020 EVT-026 C39)',
    async (fulfillmentRequested, expected) => {
      const { shop, received, receiver } = await hooked({ fulfillmentRequested })
      const orders = `/stores/${shop.store.code}/orders`
      await shop.control('POST', orders, { paid: true })
      expect(await received()).toEqual([...expected, 'order.created', 'order.paid'])
      const { order } = await shop.control<{ order: { id: number; orderNumber: string } }>('POST', orders, {
        paid: false,
      })
      await received()
      receiver.received.splice(0)

      await shop.control('POST', `${orders}/${order.id}/pay`, {})

      expect(await received()).toEqual([...expected, 'order.paid'])
      const wish = receiver.received.find(({ headers }) => headers['x-service-topic'] === 'fulfillment.requested')
      if (wish !== undefined)
        expect(wish.event.data).toMatchObject({ orderId: order.id, orderNumber: order.orderNumber, status: 'paid' })
    },
  )
})

it('every rejection in these readings has its own cause', async () => {
  const shop = await switched({ suspendedApp: 'nothing-works' })
  const { token } = await shop.install()
  await shop.control('POST', `/apps/${REGION_APP}/status`, { status: 'X' })

  expect(causeOf(await shop.call(token, '/context'))).toBe('app-suspended')
})
