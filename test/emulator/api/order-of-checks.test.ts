import { describe, expect, it } from 'vitest'

import { endpoints } from '../../../src/catalog/catalog.ts'
import type { EndpointFacts } from '../../../src/catalog/endpoint.ts'
import { scopeNames } from '../../../src/catalog/scopes.ts'
import { makeShop, REGION_APP, WIDE_APP } from './shop.ts'

const badBody = { externalRef: '', amount: -1 }

describe('the order of checks (B10): with every later defect present, the earlier one is reported', () => {
  it('checks token 401, then 429, then inconsistent 401, then 402, then 403, pins, 404, 400', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    const conflict = `PUT /orders/999999/costs?regionId=1`
    const headers = { 'X-Region-Id': 'x' }
    const status = async (request: string, extra = {}) => (await shop.send(token, request, badBody, extra)).status
    const registry = shop.context.registry

    expect(await status('PUT /orders/999999/costs')).toBe(404)
    expect(await status('PUT /orders/999999/costs?regionId=x')).toBe(401)
    expect(await status(conflict, headers)).toBe(400)
    registry.prepare(`UPDATE tokens SET scopes = '["orders.read"]'`).run()
    expect(await status(conflict, headers)).toBe(403)
    registry.prepare("UPDATE installs SET subscription = 'P'").run()
    expect(await status(conflict, headers)).toBe(402)
    registry.prepare("UPDATE apps SET install_scope = 'region' WHERE app_key = ?").run(WIDE_APP)
    expect(await status(conflict, headers)).toBe(401)
    for (let count = 0; count < 600; count++) await status(conflict, headers)
    expect(await status(conflict, headers)).toBe(429)
    registry.prepare('UPDATE tokens SET revoked_at = 1').run()
    expect(await status(conflict, headers)).toBe(401)
  })

  it('reports a missing order before an invalid body, and that before an error from the order state', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const id = shop.orderIn('tr')

    expect((await shop.send(token, 'PUT /orders/999999/costs', 'not json')).status).toBe(404)
    expect((await shop.send(token, 'PUT /orders/abc/costs', 'not json')).status).toBe(404)
    expect((await shop.send(token, `PUT /orders/${id}/costs`, 'not json')).status).toBe(400)
  })

  it('reports a missing pin before a missing id', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    expect((await shop.call(token, '/orders/999999')).status).toBe(400)
    expect((await shop.call(token, `/orders/999999?regionId=${shop.region('tr')}`)).status).toBe(404)
  })
})

describe('the rate limit', () => {
  it('rejects the 601st request per minute with 429, and the window ends with its minute (LIM-001 LIM-002 B12)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const other = await shop.install({ region: 'de' })
    const get = async () => (await shop.call(token, '/context')).status

    for (let count = 0; count < 600; count++) expect(await get()).toBe(200)
    expect(await get()).toBe(429)
    expect((await shop.call(other.token, '/context')).status).toBe(200)
    shop.clock.advance(59_999)
    expect(await get()).toBe(429)
    shop.clock.advance(1)
    expect(await get()).toBe(200)
  })

  it('shares one budget across all endpoints and outcomes, and has a separate one for another token (LIM-003)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: scopeNames })
    const wide = await shop.installWide({ requested_scopes: scopeNames })
    const ask = ({ method, path }: EndpointFacts, as = token) =>
      shop.send(as, `${method} ${path.replaceAll(/\{[^}]+\}/g, '1')}`, method === 'GET' ? undefined : '{}')

    for (let count = 0; count < 600; count++) {
      const endpoint = endpoints[count % endpoints.length]
      if (endpoint !== undefined) expect((await ask(endpoint)).status, endpoint.id).not.toBe(429)
    }
    const spent = await Promise.all(endpoints.map(async (endpoint) => (await ask(endpoint)).status))
    const other = await Promise.all(endpoints.map(async (endpoint) => (await ask(endpoint, wide.token)).status))

    expect(new Set(spent)).toEqual(new Set([429]))
    expect(other).not.toContain(429)
  })

  it('Retry-After is absent by default, and in whole seconds if enabled (LIM-013 N9)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    for (let count = 0; count < 600; count++) await shop.call(token, '/context')
    shop.clock.advance(12_500)

    const silent = await shop.call(token, '/context')
    shop.context.changeSettings({ retryAfterEverywhere: true })
    const told = await shop.call(token, '/context')

    expect([silent.status, silent.headers.get('retry-after')]).toEqual([429, null])
    expect([told.status, told.headers.get('retry-after')]).toEqual([429, '48'])
  })
})

describe('missing resources', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/orders/'],
    ['GET', '//orders'],
    ['GET', '/orders/1/costs/'],
    ['GET', '/Orders'],
    ['DELETE', '/orders'],
    ['PATCH', '/orders/1'],
    ['HEAD', '/orders'],
    ['OPTIONS', '/context'],
    ['POST', '/context'],
    ['GET', '/orders/%E0%A4%A'],
  ])('%s %s returns 404, because no 405 is documented (GEN-038)', async (method, path) => {
    const shop = await makeShop()
    const { token } = await shop.install()

    expect((await shop.call(token, path, { method })).status).toBe(404)
  })

  it.each(['99999999999999999999', '9223372036854775808', '9007199254740993', 'abc', '-1', '1.0', '0', '%00', '1%20'])(
    'an order id such as %s returns 404 and never 500',
    async (id) => {
      const shop = await makeShop()
      const { token } = await shop.install()

      const { status, body } = await shop.call(token, `/orders/${id}`)

      expect([status, body.message]).toEqual([404, 'Order not found.'])
    },
  )
})

describe('emulator information beyond the platform', () => {
  it('returns the true cause in a header only if enabled, and always in the request list (P4)', async () => {
    const shop = await makeShop()
    const { token, regionId } = await shop.install()
    const silent = await shop.api(token, '/orders/999999')
    shop.context.changeSettings({ showCause: true })

    const told = await shop.api(token, '/orders/999999?a=1')
    await shop.api('svcapp_unknown', '/context')

    expect([silent.headers.get('x-emulator-cause'), told.headers.get('x-emulator-cause')]).toEqual([
      null,
      'order-not-found',
    ])
    const { requests } = await shop.control<{ requests: Record<string, unknown>[] }>('GET', '/requests')
    expect(requests).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        path: '/api/apps/v1/orders/999999?a=1',
        status: 404,
        appKey: REGION_APP,
        storeId: shop.store.store.id,
        regionId,
        cause: 'order-not-found',
      }),
    )
    expect(requests).toContainEqual(
      expect.objectContaining({ path: '/api/apps/v1/context', status: 401, appKey: null, cause: 'token-unknown' }),
    )
  })

  it('a missing scope, a write with an older prefix and an exceeded limit each have their own message and cause (TOK-019 GEN-037 ERR-014 LIM-001 P4)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['orders.read'] })
    const older = shop.seedToken('oldapp_1', { shape: 'older-prefix' })

    const forbidden = await shop.call(token, '/products')
    const readOnly = await shop.send(older, 'POST /orders', {})
    for (let count = 0; count < 599; count++) await shop.call(token, '/context')
    const tooMany = await shop.call(token, '/context')

    expect([forbidden, readOnly, tooMany].map(({ status, body }) => [status, body])).toEqual([
      [403, { success: false, message: 'The token lacks the scope products.read.' }],
      [403, { success: false, message: 'This token is read-only.' }],
      [429, { success: false, message: 'Too many requests. The limit is 600 per minute for each token.' }],
    ])
    const { requests } = await shop.control<{ requests: { status: number; cause: string | null }[] }>(
      'GET',
      '/requests',
    )
    const refused = requests.filter(({ status }) => status === 403 || status === 429)
    expect(new Set(refused.map(({ cause }) => cause))).toEqual(
      new Set(['scope-missing', 'older-prefix-write', 'rate-limited']),
    )
  })

  it('the request list is bounded (T14)', async () => {
    const shop = await makeShop()
    for (let count = 0; count < 1100; count++) await shop.call('nobody', `/context?${'x'.repeat(1000)}`)

    const { requests } = await shop.control<{ requests: { path: string }[] }>('GET', '/requests')

    expect(requests.length).toBeLessThanOrEqual(1100)
    const api = requests.filter(({ path }) => path.startsWith('/api/apps/v1'))
    expect(api).toHaveLength(1000)
    expect(Math.max(...api.map(({ path }) => path.length))).toBeLessThanOrEqual(300)
  })
})
