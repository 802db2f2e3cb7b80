import { describe, expect, it } from 'vitest'

import { orderCosts } from '../../../../../src/catalog/resources/order-costs.ts'
import { makeShop, REGION_APP } from '../../shop.ts'

const line = { externalRef: 'c-1', costType: 'influencer_commission', amount: 12.34, description: 'Spring campaign' }

describe('order costs', () => {
  it('a written line is returned in a bare array (COST-001 COST-003 COST-005 COST-008 COST-010 COST-012 COST-013 COST-015 COST-017 COST-024 GEN-036 SCOPE-014)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['orders.costs.write'] })
    const path = `/orders/${shop.orderIn('tr')}/costs`

    const written = await shop.send(token, `PUT ${path}`, line)
    const { status, body } = await shop.call(token, path)

    expect([written.status, written.body]).toEqual([200, { success: true, updated: false }])
    expect([status, body]).toEqual([200, [{ ...line, currency: 'TRY', createdAt: shop.clock.now().toISOString() }]])
    expect(orderCosts.list.response.parse(body)).toEqual(body)
  })

  it('a repeated write updates the same line and reports it (COST-027 COST-028 COST-029 COST-014 A39)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const path = `/orders/${shop.orderIn('tr')}/costs`

    const first = await shop.send(token, `PUT ${path}`, line)
    const second = await shop.send(token, `PUT ${path}`, { ...line, amount: 0, costType: 'cod_fee', description: null })

    expect([first.body.updated, second.body.updated]).toEqual([false, true])
    expect((await shop.call(token, path)).body).toMatchObject([
      { externalRef: 'c-1', amount: 0, costType: 'cod_fee', description: null },
    ])
  })

  it.each(['.', '..'])('rejects the reference %j, which no path can contain (C29)', async (externalRef) => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const path = `/orders/${shop.orderIn('tr')}/costs`

    const { status, body } = await shop.send(token, `PUT ${path}`, { ...line, externalRef })

    expect([status, body.message]).toEqual([
      400,
      'externalRef must not be "." or "..", because a URL path cannot contain such a segment.',
    ])
    expect((await shop.call(token, path)).body).toEqual([])
    expect((await shop.send(token, `PUT ${path}`, { ...line, externalRef: '...' })).status).toBe(200)
    expect((await shop.call(token, `${path}/...`, { method: 'DELETE' })).body).toEqual({ success: true, deleted: 1 })
  })

  it('each app reads, updates and deletes only its own lines (COST-004 COST-014)', async () => {
    const shop = await makeShop()
    const one = await shop.install()
    const other = await shop.install({ appKey: 'app.acme.other' })
    const path = `/orders/${shop.orderIn('tr')}/costs`
    await shop.send(one.token, `PUT ${path}`, line)

    const written = await shop.send(other.token, `PUT ${path}`, { ...line, amount: 99 })
    const deleted = await shop.call(other.token, `${path}/c-1`, { method: 'DELETE' })

    expect([written.body.updated, deleted.body.deleted]).toEqual([false, 1])
    expect((await shop.call(other.token, path)).body).toEqual([])
    expect((await shop.call(one.token, path)).body).toMatchObject([{ amount: 12.34 }])
  })

  it('the same externalRef on another order is another line (COST-014)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    const answers = [shop.orderIn('tr'), shop.orderIn('de')].map((id) =>
      shop.send(token, `PUT /orders/${id}/costs`, line),
    )

    expect((await Promise.all(answers)).map(({ body }) => body.updated)).toEqual([false, false])
  })

  it('deleting returns 1, and then 0 with 200 (COST-030 COST-032 COST-033 COST-023)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const path = `/orders/${shop.orderIn('tr')}/costs`
    await shop.send(token, `PUT ${path}`, { ...line, externalRef: 'a/b c%' })
    const remove = () => shop.call(token, `${path}/${encodeURIComponent('a/b c%')}`, { method: 'DELETE' })

    const [first, second] = [await remove(), await remove()]

    expect([first.status, first.body]).toEqual([200, { success: true, deleted: 1 }])
    expect([second.status, second.body]).toEqual([200, { success: true, deleted: 0 }])
  })

  it.each(['GET /orders/1/costs', 'PUT /orders/1/costs', 'DELETE /orders/1/costs/x'])(
    '%s needs orders.costs.write (COST-002 COST-018 COST-031)',
    async (request) => {
      const shop = await makeShop()
      const { token } = await shop.install({ requested_scopes: ['orders.read', 'orders.write', 'customers.read'] })

      const [method = '', path = ''] = request.split(' ')
      expect((await shop.call(token, path, { method })).status).toBe(403)
    },
  )

  it('lines survive an uninstall, and a new install can read them (COST-016)', async () => {
    const shop = await makeShop()
    const first = await shop.install()
    const path = `/orders/${shop.orderIn('tr')}/costs`
    await shop.send(first.token, `PUT ${path}`, line)
    await shop.control('POST', `/stores/${shop.store.code}/apps/${REGION_APP}/uninstall`, {})
    expect(shop.db.prepare('SELECT count(*) AS n FROM cost_lines').get()).toEqual({ n: 1 })

    const again = await shop.install()

    expect((await shop.call(again.token, path)).body).toMatchObject([{ externalRef: 'c-1' }])
  })

  it('the profit and loss page of the owner shows the description (COST-009)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    await shop.send(token, `PUT /orders/${shop.orderIn('tr')}/costs`, { ...line, description: '<b>Spring</b>' })
    const browser = await shop.signIn(shop.store, 'tr')

    const page = await (await browser.open('/admin/orders')).text()

    expect(page).toContain('&lt;b&gt;Spring&lt;/b&gt;')
  })
})

describe('orders accessible to a token', () => {
  it.each([
    ['COST-035 COST-040', 'GET', ''],
    ['COST-036 COST-041', 'PUT', ''],
    ['COST-037 COST-042', 'DELETE', '/c-1'],
  ])(
    '%s a region token gets 404 for an order of another region or a missing order: %s (COST-034)',
    async (_rule, method, rest) => {
      const shop = await makeShop()
      const { token } = await shop.install({ region: 'de' })
      const wide = await shop.installWide()
      await shop.send(wide.token, `PUT /orders/${shop.orderIn('tr')}/costs`, line)

      for (const id of [shop.orderIn('tr'), 999_999]) {
        const path = `/orders/${id}/costs${rest}`
        const { status, body } =
          method === 'PUT' ? await shop.send(token, `PUT ${path}`, line) : await shop.call(token, path, { method })
        expect([status, body]).toEqual([404, { success: false, message: 'Order not found.' }])
      }
    },
  )

  it('a store-wide token can access every order of the store without a pin, and with any pin (COST-038 COST-034)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    for (const code of ['tr', 'de', 'gb', null]) {
      const path = `/orders/${shop.orderIn(code)}/costs`
      const pinned = await shop.send(token, `PUT ${path}?regionId=${shop.region('gb')}`, line)
      const read = await shop.call(token, path)
      const removed = await shop.call(token, `${path}/c-1`, { method: 'DELETE' })
      expect([pinned.status, read.body.length, removed.body.deleted]).toEqual([200, 1, 1])
    }
  })

  it('a region token can access an order without a region (COST-039)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'gb' })

    expect((await shop.send(token, `PUT /orders/${shop.orderIn(null)}/costs`, line)).status).toBe(200)
  })

  it('no token can access an order of another store', async () => {
    const shop = await makeShop()
    const other = await shop.openStore({ name: 'Other', seed: 'none' })
    const { token } = await shop.installWide({ into: other })

    expect((await shop.call(token, `/orders/${shop.orderIn('tr')}/costs`)).status).toBe(404)
  })
})

describe('requirements for a cost line', () => {
  it.each<[string, object]>([
    ['COST-022 COST-043', { amount: -0.01 }],
    ['COST-021', { amount: undefined }],
    ['COST-021', { amount: '1' }],
    ['COST-021', { amount: null }],
    ['COST-026 COST-044', { currency: 'EUR' }],
    ['COST-026', { currency: 'try' }],
    ['COST-019 COST-045', { externalRef: undefined }],
    ['COST-019', { externalRef: '' }],
    ['COST-019', { externalRef: ' ' }],
    ['COST-020 COST-046', { costType: undefined }],
    ['COST-020', { costType: '' }],
    ['COST-020', { costType: '\t' }],
    ['COST-006 COST-047 COST-048', { costType: 'x'.repeat(31) }],
    ['COST-024', { description: 7 }],
  ])('%s %j answers 400, and nothing is written', async (_rule, fields) => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'tr' })
    const path = `/orders/${shop.orderIn('tr')}/costs`

    const { status, body } = await shop.send(token, `PUT ${path}`, { ...line, ...fields })

    expect([status, body.success]).toEqual([400, false])
    expect((await shop.call(token, path)).body).toEqual([])
  })

  it.each<[string, object]>([
    ['COST-011 COST-049', { amount: 0 }],
    ['COST-006', { costType: 'x'.repeat(30) }],
    ['COST-007', { costType: 'anything at all' }],
    ['COST-007', { costType: 'cod_fee' }],
    ['COST-025', { currency: 'TRY' }],
    ['COST-025', { currency: '' }],
    ['COST-025', { currency: null }],
    ['COST-024', { description: undefined }],
  ])('%s %j is taken', async (_rule, fields) => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'tr' })

    const { status } = await shop.send(token, `PUT /orders/${shop.orderIn('tr')}/costs`, { ...line, ...fields })

    expect(status).toBe(200)
  })

  it('the line has the currency of its order (COST-012 COST-025)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const path = `/orders/${shop.orderIn('de')}/costs`
    await shop.send(token, `PUT ${path}`, line)

    expect((await shop.call(token, path)).body[0].currency).toBe('EUR')
  })

  it.each(['12345678901234567890.123456789', '19.99999999999999999999', '4503599627370497.3'])(
    'stores the amount %s to the last digit (GEN-012 T23)',
    async (amount) => {
      const shop = await makeShop()
      const { token } = await shop.install()
      const path = `/orders/${shop.orderIn('tr')}/costs`
      await shop.send(token, `PUT ${path}`, `{"externalRef":"c","costType":"fee","amount":${amount}}`)

      expect(await (await shop.api(token, path)).text()).toContain(`"amount":${amount},`)
    },
  )

  it('rejects a negative amount, however close to 0 (COST-022 T23)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const path = `/orders/${shop.orderIn('tr')}/costs`

    for (const amount of ['-1e-20', '-1e-400', '-0.000000000000000000000000000000000000001']) {
      const { status } = await shop.send(
        token,
        `PUT ${path}`,
        `{"externalRef":"c","costType":"fee","amount":${amount}}`,
      )
      expect([amount, status]).toEqual([amount, 400])
    }
  })
})
