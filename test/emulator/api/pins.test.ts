import { describe, expect, it } from 'vitest'

import { makeShop } from './shop.ts'

const MISSING = 'A region must be specified'
const CONFLICT = 'X-Region-Id conflicts with ?regionId; send only one.'

describe('pins of a region-scoped token', () => {
  it.each(['2', '999999', 'abc', '-1', '', '1e3', '0x1'])(
    'ignores any pin for a region-scoped token, even %j (PIN-001 PIN-002 PIN-003 GEN-035)',
    async (pin) => {
      const shop = await makeShop()
      const { token } = await shop.install({ region: 'tr' })
      const plain = await shop.call(token, '/orders')

      const header = await shop.call(token, '/orders', { headers: { 'X-Region-Id': pin } })
      const query = await shop.call(token, `/orders?regionId=${pin}`)
      const both = await shop.call(token, `/orders?regionId=${pin}`, { headers: { 'X-Region-Id': `${pin}7` } })

      expect(plain.status).toBe(200)
      for (const answer of [header, query, both]) expect(answer.body).toEqual(plain.body)
    },
  )
})

describe('pins of a store-wide token', () => {
  it('both header and query set the region (PIN-004 PIN-005 GEN-033)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const de = String(shop.region('de'))

    const header = await shop.call(token, '/products', { headers: { 'X-Region-Id': de } })
    const query = await shop.call(token, `/products?regionId=${de}`)

    expect(header.body.items[0].currency).toBe('EUR')
    expect(query.body).toEqual(header.body)
  })

  it('two different pins return 400 with the documented message (PIN-007)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const pins = { headers: { 'X-Region-Id': String(shop.region('tr')) } }

    const different = await shop.call(token, `/orders?regionId=${shop.region('de')}`, pins)
    const malformed = await shop.call(token, '/orders?regionId=x', pins)
    const twice = await shop.call(token, `/orders?regionId=${shop.region('tr')}&regionId=${shop.region('de')}`)

    for (const { status, body } of [different, malformed, twice]) {
      expect([status, body]).toEqual([400, { success: false, message: CONFLICT }])
    }
  })

  it('two matching pins cause no conflict (PIN-008)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const tr = String(shop.region('tr'))

    expect((await shop.call(token, `/orders?regionId=${tr}`, { headers: { 'X-Region-Id': tr } })).status).toBe(200)
  })

  it.each(['abc', '-1', '1.0', '01', '0x1', '1e0', '%20', '1 1', '99999999999999999999', ''])(
    'the malformed pin %j returns 401 (PIN-009)',
    async (pin) => {
      const shop = await makeShop()
      const { token } = await shop.installWide()

      expect((await shop.call(token, `/orders?regionId=${pin}`)).status).toBe(401)
      expect((await shop.call(token, '/orders', { headers: { 'X-Region-Id': pin } })).status).toBe(401)
    },
  )

  it('a region of another store returns 401 (PIN-010)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const other = await shop.openStore({ name: 'Other' })

    const { status, body } = await shop.call(token, `/orders?regionId=${other.store.regions[0]?.id}`)

    expect([status, body.success]).toEqual([401, false])
  })

  it('both errors have the same message, and only the request list shows the difference (PIN-009 PIN-010 P4)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    const malformed = await shop.call(token, '/orders?regionId=x')
    const foreign = await shop.call(token, '/orders?regionId=999999')
    await shop.call(token, '/orders?regionId=1&regionId=2')
    await shop.call(token, '/orders')

    expect(malformed.body).toEqual({
      success: false,
      message: 'The region is invalid or not available to this install.',
    })
    expect(foreign.body).toEqual(malformed.body)
    const { requests } = await shop.control<{ requests: { path: string; cause: string | null }[] }>('GET', '/requests')
    const causes = requests.flatMap(({ path, cause }) => (path.startsWith('/api/apps/v1/orders') ? [cause] : []))
    expect(new Set(causes)).toEqual(new Set(['pin-conflict', 'pin-foreign', 'pin-malformed', 'pin-missing']))
  })

  it('accepts an id of several digits as a pin (PIN-004 PIN-009)', async () => {
    const shop = await makeShop()
    let into = shop.store
    while ((into.store.regions[0]?.id ?? 0) < 10) into = await shop.openStore({ name: 'Next' })
    const { token } = await shop.installWide({ into })
    const id = into.store.regions[0]?.id

    expect((await shop.call(token, `/orders?regionId=${id}`)).status).toBe(200)
    expect((await shop.call(token, `/orders?regionId=${id}x`)).status).toBe(401)
  })

  it.each(['/orders', '/orders/1', '/products', '/products/1', '/tax-rules'])(
    'GET %s without a pin returns 400 (PIN-006 PIN-011 GEN-034)',
    async (path) => {
      const shop = await makeShop()
      const { token } = await shop.installWide()

      const { status, body } = await shop.call(token, path)

      expect([status, String(body.message).startsWith(MISSING)]).toEqual([400, true])
    },
  )

  it('POST orders without a pin returns 400, whatever region the body contains (ORD-082 PIN-006)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const body = { externalOrderId: 'x', regionId: shop.region('tr'), items: [{ productId: 1, quantity: 1 }] }

    expect((await shop.send(token, 'POST /orders', body)).status).toBe(400)
    // Under the looser reading of A5 too: an import has no other source of its region (A32).
    shop.context.changeSettings({ pin: 'documented-only' })
    const answer = await shop.send(token, 'POST /orders', body)
    expect([answer.status, answer.body.message.startsWith(MISSING)]).toEqual([400, true])
  })

  it('under the looser reading only endpoints with a documented requirement need a pin (PIN-006 A5)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    shop.context.changeSettings({ pin: 'documented-only' })

    const orders = await shop.call(token, '/orders?pageSize=100')
    const statuses = ['/products', '/tax-rules'].map(async (path) => (await shop.call(token, path)).status)

    expect(new Set(orders.body.items.map(({ currency }: { currency: string }) => currency))).toEqual(
      new Set(['TRY', 'EUR', 'GBP']),
    )
    expect(await Promise.all(statuses)).toEqual([200, 400])
  })

  it('an endpoint that needs no pin returns all regions without one (PIN-012 WH-003)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    const all = await shop.call(token, '/warehouses')
    const pinned = await shop.call(token, `/warehouses?regionId=${shop.region('de')}`)

    const regions = (body: { items: { regionId: number }[] }) => [
      ...new Set(body.items.map(({ regionId }) => regionId)),
    ]
    expect(regions(all.body).toSorted((a, b) => a - b)).toEqual(shop.store.store.regions.map(({ id }) => id))
    expect(regions(pinned.body)).toEqual([shop.region('de')])
  })

  it.each(['/context', '/warehouses', '/orders/1/costs'])(
    'a pin is also checked on %s, which needs none (PIN-009 PIN-010 B11)',
    async (path) => {
      const shop = await makeShop()
      const { token } = await shop.installWide()

      expect((await shop.call(token, `${path}?regionId=999999`)).status).toBe(401)
      expect((await shop.call(token, `${path}?regionId=${shop.region('de')}`)).status).toBe(200)
    },
  )

  it('the regions of the context are exactly the accepted pins, also for a country-limited app (PIN-013 A19)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide({ countries: ['DE', 'GB'] })
    const { body } = await shop.call(token, '/context')

    const taken = []
    for (const { id, code } of shop.store.store.regions) {
      if ((await shop.call(token, `/orders?regionId=${id}`)).status === 200) taken.push(code)
    }

    expect(taken).toEqual(['de', 'gb'])
    expect(body.regions.map(({ code }: { code: string }) => code)).toEqual(taken)
  })

  it('the orders and products of a request belong to one region (PIN-015)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    for (const { id, currencyCode } of shop.store.store.regions) {
      const { body } = await shop.call(token, `/products?regionId=${id}&pageSize=100`)
      expect(new Set(body.items.map(({ currency }: { currency: string }) => currency))).toEqual(new Set([currencyCode]))
    }
  })

  it('order costs depend on the scope of the token and not on the pin (PIN-016)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const order = shop.orderIn('tr')

    const unpinned = await shop.call(token, `/orders/${order}/costs`)
    const elsewhere = await shop.call(token, `/orders/${order}/costs?regionId=${shop.region('de')}`)

    expect([unpinned.status, elsewhere.status]).toEqual([200, 200])
  })
})
