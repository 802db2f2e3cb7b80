import { randomBytes } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { digestSecret } from '../../../src/protocol/access-token.ts'
import { makeShop, REGION_APP } from './shop.ts'

const hex = 'ab'.repeat(32)

describe('access tokens', () => {
  it('a region token is valid for one region only (TOK-001 TOK-002 PIN-003 GEN-019 GEN-020)', async () => {
    const shop = await makeShop()
    const { token, storeId, regionId } = await shop.install({ region: 'de' })

    const { status, body } = await shop.call(token, '/context')

    expect(token).toMatch(new RegExp(`^svcapp_${storeId}_${regionId}_[0-9a-f]{64}$`))
    expect([status, body.regions.length, body.regions[0].code]).toEqual([200, 1, 'de'])
  })

  it('a store-wide token uses the region of each request (TOK-003 TOK-004)', async () => {
    const shop = await makeShop()
    const { token, storeId } = await shop.installWide()

    const [tr, de] = await Promise.all(
      ['tr', 'de'].map((code) => shop.call(token, `/products?regionId=${shop.region(code)}`)),
    )

    expect(token).toMatch(new RegExp(`^svcapp_${storeId}_all_[0-9a-f]{64}$`))
    expect([tr?.body.items[0].currency, de?.body.items[0].currency]).toEqual(['TRY', 'EUR'])
  })

  it('a legacy two-part token uses the home region, and a pin changes nothing (TOK-005 TOK-006 A29)', async () => {
    const shop = await makeShop()
    await shop.install()
    const token = shop.seedToken(`svcapp_${shop.store.store.id}_${hex}`, { shape: 'two-part' })

    const context = await shop.call(token, '/context')
    const products = await shop.call(token, `/products?regionId=${shop.region('de')}`)

    expect(context.body).toMatchObject({ installScope: 'region', pinnedRegionId: shop.region('tr') })
    expect(context.body.regions.map(({ code }: { code: string }) => code)).toEqual(['tr'])
    expect(products.body.items[0].currency).toBe('TRY')
  })

  it('an older prefix allows reads but no writes (TOK-018 TOK-019)', async () => {
    const shop = await makeShop()
    await shop.install()
    const token = shop.seedToken(`oldapp_${hex}`, { shape: 'older-prefix' })
    const order = shop.orderIn('tr')

    expect((await shop.call(token, '/orders')).status).toBe(200)
    expect((await shop.call(token, `/orders/${order}/costs`)).status).toBe(200)
    for (const [request, body] of [
      ['POST /orders', { externalOrderId: 'x', items: [{ productId: 1, quantity: 1 }] }],
      [`PUT /orders/${order}/costs`, { externalRef: 'x', costType: 'fee', amount: 1 }],
      [`DELETE /orders/${order}/costs/x`, ''],
    ] as const) {
      expect((await shop.send(token, request, body)).status).toBe(403)
    }
  })

  it.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic YTpi' }],
    ['no token', { Authorization: 'Bearer ' }],
    ['two tokens', { Authorization: 'Bearer a b' }],
    ['an unknown token', { Authorization: `Bearer svcapp_1001_1_${hex}` }],
    ['a very long token', { Authorization: `Bearer ${'a'.repeat(5000)}` }],
  ])('%s returns 401 before any other check (GEN-022)', async (_name, headers) => {
    const shop = await makeShop()

    for (const path of ['/context', '/orders/1?regionId=x', '/no-such-thing']) {
      const response = await shop.emulator.fetch(new Request(`${shop.urls.api}/api/apps/v1${path}`, { headers }))
      expect([response.status, Object.keys((await response.json()) as object)]).toEqual([401, ['success', 'message']])
    }
  })

  it.each([
    ['a word behind it', (token: string) => `Bearer ${token} x`],
    ['a word before it', (token: string) => `X Bearer ${token}`],
    ['two tokens', (token: string) => `Bearer ${token},Bearer ${token}`],
    ['two spaces', (token: string) => `Bearer  ${token}`],
    ['the scheme in small letters', (token: string) => `bearer ${token}`],
    ['no scheme', (token: string) => token],
  ])('returns 401 for a valid token sent with %s (GEN-022)', async (_name, header) => {
    const shop = await makeShop()
    const { token } = await shop.install()

    const response = await shop.emulator.fetch(
      new Request(`${shop.urls.api}/api/apps/v1/context`, { headers: { Authorization: header(token) } }),
    )

    expect((await shop.call(token, '/context')).status).toBe(200)
    expect(response.status).toBe(401)
  })

  it('every rejected token gets the same response, and the request list shows the cause and a revoked owner (GEN-022 P4)', async () => {
    const shop = await makeShop()
    const { token, regionId } = await shop.install()
    await shop.control('POST', `/stores/${shop.store.code}/apps/${REGION_APP}/uninstall`, { regionId })

    const answers = []
    for (const headers of [
      {},
      { Authorization: 'Basic x' },
      { Authorization: 'Bearer x' },
      { Authorization: `Bearer ${token}` },
    ]) {
      const response = await shop.emulator.fetch(new Request(`${shop.urls.api}/api/apps/v1/context`, { headers }))
      answers.push(await response.json())
    }

    const refused = { success: false, message: 'The access token is missing, invalid or expired.' }
    expect(answers).toEqual([refused, refused, refused, refused])
    const { requests } = await shop.control<{ requests: Record<string, unknown>[] }>('GET', '/requests')
    const api = requests.filter(({ path }) => path === '/api/apps/v1/context')
    expect(new Set(api.map(({ cause, appKey }) => `${String(cause)} ${String(appKey)}`))).toEqual(
      new Set(['token-missing null', 'token-malformed null', 'token-unknown null', `token-revoked ${REGION_APP}`]),
    )
  })

  it('a token works after almost a hundred years, and no endpoint renews it (TOK-009 TOK-010 TOK-011 TOK-012)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    shop.context.advanceClock(99 * 365 * 24 * 3_600_000)

    expect((await shop.call(token, '/context')).status).toBe(200)
    for (const path of ['/token', '/token/refresh', '/oauth/refresh', '/oauth/token']) {
      expect((await shop.send(token, `POST ${path}`, { grant_type: 'refresh_token' })).status).toBe(404)
    }
  })

  it('an uninstall revokes the token and keeps its row as a digest (TOK-013 TOK-015 TOK-016 TOK-023)', async () => {
    const shop = await makeShop()
    const { token, regionId } = await shop.install()
    await shop.control('POST', `/stores/${shop.store.code}/apps/${REGION_APP}/uninstall`, { regionId })

    const { status } = await shop.call(token, '/context')

    const rows = shop.context.registry.prepare('SELECT * FROM tokens').all()
    expect(status).toBe(401)
    expect(rows).toMatchObject([{ digest: digestSecret(token), revoked_because: 'uninstalled' }])
    expect(JSON.stringify(rows)).not.toContain(token.slice(-64))
  })

  it('a reinstall revokes only the token of that region (TOK-014 PIN-014)', async () => {
    const shop = await makeShop()
    const tr = await shop.install({ region: 'tr' })
    const de = await shop.install({ region: 'de' })
    const again = await shop.install({ region: 'tr' })

    const statuses = [tr, de, again].map(async ({ token }) => (await shop.call(token, '/context')).status)

    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  })

  it('legacy tokens are revoked with the install of their home region, and with no other (TOK-013 TOK-014 TOK-023)', async () => {
    const shop = await makeShop()
    await shop.install({ region: 'tr' })
    await shop.install({ region: 'de' })
    const seed = () => [
      shop.seedToken(`svcapp_${shop.store.store.id}_${randomBytes(32).toString('hex')}`, { shape: 'two-part' }),
      shop.seedToken(`older_${randomBytes(32).toString('hex')}`, { shape: 'older-prefix' }),
    ]
    const statuses = (tokens: string[]) =>
      Promise.all(tokens.map(async (token) => (await shop.call(token, '/context')).status))
    const uninstall = (code: string) =>
      shop.control('POST', `/stores/${shop.store.code}/apps/${REGION_APP}/uninstall`, { regionId: shop.region(code) })

    const first = seed()
    await uninstall('de')
    expect(await statuses(first)).toEqual([200, 200])
    await shop.install({ region: 'tr' })
    expect(await statuses(first)).toEqual([401, 401])

    const second = seed()
    await uninstall('tr')
    expect(await statuses(second)).toEqual([401, 401])
    expect(shop.context.registry.prepare("SELECT count(*) AS n FROM tokens WHERE shape = 'two-part'").get()).toEqual({
      n: 2,
    })
  })

  it('every token is rejected if the registered scope is unknown (TOK-021 TOK-022)', async () => {
    const shop = await makeShop()
    const region = await shop.install()
    const wide = await shop.installWide()
    for (const appKey of [REGION_APP, 'app.acme.wide']) {
      await shop.registerApp({ appKey, install_scope: 'planet', unchecked: { install_scope: true } })
    }

    for (const { token } of [region, wide]) {
      const { status, body } = await shop.call(token, '/context')
      expect([status, body.message]).toEqual([401, "The app token's scope is inconsistent."])
    }
  })

  it('returns the documented 401 if the token shape does not match the registered install_scope (TOK-021 TOK-022 GEN-021)', async () => {
    const shop = await makeShop()
    const region = await shop.install()
    const wide = await shop.installWide()
    await shop.registerApp({ install_scope: 'store' })
    await shop.registerApp({ appKey: 'app.acme.wide', install_scope: 'region' })
    const twoPart = shop.seedToken(`svcapp_${shop.store.store.id}_${hex}`, { shape: 'two-part' })

    for (const token of [region.token, wide.token, twoPart]) {
      const { status, body } = await shop.call(token, '/context')
      expect([status, body]).toEqual([401, { success: false, message: "The app token's scope is inconsistent." }])
    }
  })

  it('no exchange issues a token in a legacy or older shape (TOK-020)', async () => {
    const shop = await makeShop()
    await shop.install()
    await shop.installWide()

    const shapes = shop.context.registry.prepare('SELECT DISTINCT shape FROM tokens ORDER BY shape').all()

    expect(shapes).toEqual([{ shape: 'region' }, { shape: 'store' }])
  })
})

describe('payment', () => {
  it('every call, including GET context, returns 402 while the payment is pending and works afterwards (ERR-013 A47 N15)', async () => {
    const shop = await makeShop()
    await shop.register()
    await shop.setPlan(REGION_APP, 'paid-pending')
    const { token } = await shop.install()

    for (const path of ['/context', '/orders', '/products', '/orders/999999', '/no-such-thing']) {
      const { status, body } = await shop.call(token, path)
      expect([status, body.message]).toEqual([402, 'The app subscription is not active (payment pending).'])
    }
    await shop.setPlan(REGION_APP, 'paid')
    expect((await shop.call(token, '/context')).status).toBe(200)
  })
})
