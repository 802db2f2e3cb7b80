import { expect, it } from 'vitest'

import { context } from '../../../../src/catalog/resources/context.ts'
import { apiScopes, makeShop, REGION_APP } from '../shop.ts'

it('a plain GET shows everything that a region token can see (CTX-001 CTX-002 CTX-003 CTX-004 CTX-014 GEN-001)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install({ region: 'de', requested_scopes: ['links.read'] })

  const { status, body } = await shop.call(token, '/context')

  const { id, code } = shop.store.store
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    appKey: REGION_APP,
    store: { id, code },
    installScope: 'region',
    pinnedRegionId: shop.region('de'),
    regions: [
      {
        id: shop.region('de'),
        code: 'de',
        countryCode: 'DE',
        currencyCode: 'EUR',
        languageCode: 'de',
        isDefault: false,
      },
    ],
    scopes: ['links.read'],
  })
})

it('every field has its documented type (CTX-005 to CTX-011 CTX-016 to CTX-022 TOK-008)', async () => {
  const shop = await makeShop()
  const tokens = [(await shop.install()).token, (await shop.installWide()).token]

  for (const token of tokens) {
    const { body } = await shop.call(token, '/context')
    expect(context.get.response.parse(body)).toEqual(body)
    expect(body.success).toBe(true)
    expect(Number.isSafeInteger(body.store.id)).toBe(true)
    expect(typeof body.store.code).toBe('string')
    for (const region of body.regions) {
      expect([typeof region.id, typeof region.code, typeof region.languageCode, typeof region.isDefault]).toEqual([
        'number',
        'string',
        'string',
        'boolean',
      ])
      expect(region.countryCode).toMatch(/^[A-Z]{2}$/)
      expect(region.currencyCode).toMatch(/^[A-Z]{3}$/)
    }
    expect(body.scopes).toEqual(apiScopes)
  }
})

it('returns the app, the store and the scope of each install (CTX-006 CTX-007 CTX-008 CTX-009 CTX-010 TOK-008)', async () => {
  const shop = await makeShop()
  const region = await shop.install()
  const wide = await shop.installWide()

  const [one, other] = await Promise.all([region, wide].map(({ token }) => shop.call(token, '/context')))

  expect(one?.body).toMatchObject({ appKey: REGION_APP, installScope: 'region', store: { code: shop.store.code } })
  expect(other?.body).toMatchObject({ appKey: 'app.acme.wide', installScope: 'store', store: { id: wide.storeId } })
})

it('pinnedRegionId is the pin, or null without one (CTX-011 CTX-012)', async () => {
  const shop = await makeShop()
  const { token } = await shop.installWide()

  const bare = await shop.call(token, '/context')
  const pinned = await shop.call(token, '/context', { headers: { 'X-Region-Id': String(shop.region('gb')) } })

  expect([bare.body.pinnedRegionId, pinned.body.pinnedRegionId]).toEqual([null, shop.region('gb')])
})

it('a setting makes pinnedRegionId null for a locked token (CTX-012 A34)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install()
  shop.context.changeSettings({ contextPin: 'null' })

  expect((await shop.call(token, '/context')).body.pinnedRegionId).toBeNull()
})

it('a store-wide install shows every active region (CTX-013 CTX-015 CTX-016 CTX-017 CTX-018 CTX-019 CTX-020 CTX-021 GEN-010 GEN-011)', async () => {
  const shop = await makeShop()
  const { token } = await shop.installWide()
  const shown = async () => (await shop.call(token, '/context')).body.regions

  const { regions } = shop.store.store
  expect(await shown()).toEqual(regions.map(({ domain: _domain, ...region }) => region))
  shop.context.registry.prepare('UPDATE regions SET active = 0 WHERE id = ?').run(shop.region('gb'))
  expect((await shown()).map(({ code }: { code: string }) => code)).toEqual(['tr', 'de'])
})

it('returns the scopes of the install, whatever is registered later (CTX-022 SCOPE-001 SCOPE-002 VER-011)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: ['orders.read'] })
  await shop.registerApp({ requested_scopes: ['orders.read', 'products.read'] })

  const { body } = await shop.call(token, '/context')
  const denied = await shop.call(token, '/products')

  expect(body.scopes).toEqual(['orders.read'])
  expect(denied.status).toBe(403)
})

it('a new permission needs a new approval, and only the new token includes it (SCOPE-003)', async () => {
  const shop = await makeShop()
  const old = await shop.install({ requested_scopes: ['orders.read'] })
  const renewed = await shop.install({ requested_scopes: ['orders.read', 'products.read'] })

  expect((await shop.call(renewed.token, '/products')).status).toBe(200)
  expect((await shop.call(old.token, '/products')).status).toBe(401)
})
