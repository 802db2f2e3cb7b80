import { expect, it } from 'vitest'

import { messages } from '../../../../src/catalog/errors.ts'
import { storeInfo } from '../../../../src/catalog/resources/store-info.ts'
import { makeShop } from '../shop.ts'

const setUp = async () => {
  const shop = await makeShop()
  const { token } = await shop.installWide({ requested_scopes: ['links.read'] })
  const info = (code = 'tr') => shop.call(token, `/store-info?regionId=${shop.region(code)}`)
  const setIdentity = (column: 'logo_url' | 'contact_email', value: string | null) =>
    shop.db.prepare(`UPDATE store_identity SET ${column} = ?`).run(value)
  return { shop, token, info, setIdentity }
}

it('returns the store identity, with the logo on the domain of the region (DISC-046 DISC-051 DISC-052 DISC-053 DISC-054 DISC-049)', async () => {
  const { info } = await setUp()

  const { status, body } = await info('de')

  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    storeName: 'Demo',
    storeDomain: 'demo.shop.example',
    logoUrl: 'https://de.demo.shop.example/media/logo.svg',
    contactEmail: 'hello@demo.shop.example',
  })
  expect(storeInfo.get.response.parse(body)).toEqual(body)
  expect((await info('gb')).body.logoUrl).toBe('https://gb.demo.shop.example/media/logo.svg')
})

it('needs links.read and accepts no other scope (DISC-047 SCOPE-012)', async () => {
  const { shop } = await setUp()
  const reader = await shop.install({ requested_scopes: ['products.read', 'links.write'] })
  const only = await shop.install({ appKey: 'app.acme.links', requested_scopes: ['links.read'] })

  expect((await shop.call(reader.token, '/store-info')).status).toBe(403)
  expect((await shop.call(only.token, '/store-info')).status).toBe(200)
})

it('needs a pin under both readings of A5 (DISC-048 PIN-006)', async () => {
  const { shop, token } = await setUp()

  const missing = await shop.call(token, '/store-info')
  shop.context.changeSettings({ pin: 'documented-only' })

  expect([missing.status, missing.body.message]).toEqual([400, messages.pinMissing])
  expect((await shop.call(token, '/store-info')).status).toBe(400)
})

it.each([
  ['/logo.png', 'https://de.demo.shop.example/logo.png'],
  ['logo.png', 'https://de.demo.shop.example/logo.png'],
  ['media/ü b.png?v=1', 'https://de.demo.shop.example/media/%C3%BC%20b.png?v=1'],
  ['//cdn.example/logo.png', 'https://cdn.example/logo.png'],
  ['https://cdn.example/Logo.png', 'https://cdn.example/Logo.png'],
  ['  /logo.png ', 'https://de.demo.shop.example/logo.png'],
  ['//[', null],
])('returns the logo %j as %j (DISC-049)', async (stored, shown) => {
  const { info, setIdentity } = await setUp()
  setIdentity('logo_url', stored)

  expect((await info('de')).body.logoUrl).toBe(shown)
})

it.each([
  ['/logo.png', null],
  ['//cdn.example/logo.png', null],
  ['https://cdn.example/logo.png', 'https://cdn.example/logo.png'],
  ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
])('returns the logo %j as %j if the region has no domain (DISC-050)', async (stored, shown) => {
  const shop = await makeShop()
  const bare = await shop.openStore({ name: 'Bare', regions: ['TR', 'DE'], withoutDomain: ['de'] })
  const { token } = await shop.installWide({ into: bare, requested_scopes: ['links.read'] })
  shop.context.storeDb(bare.store.id).prepare('UPDATE store_identity SET logo_url = ?').run(stored)
  const logo = async (code: string) => {
    const region = bare.store.regions.find((one) => one.code === code)
    return (await shop.call(token, `/store-info?regionId=${region?.id}`)).body.logoUrl
  }

  expect(await logo('de')).toBe(shown)
  expect(await logo('tr')).not.toBeNull()
})

it('returns null for unset fields, and name and domain of a store without identity data (DISC-055)', async () => {
  const { shop, info, setIdentity } = await setUp()
  setIdentity('logo_url', null)
  setIdentity('contact_email', null)
  const unset = await info()
  shop.db.exec('DELETE FROM store_identity')

  expect(unset.body).toEqual({
    success: true,
    storeName: 'Demo',
    storeDomain: 'demo.shop.example',
    logoUrl: null,
    contactEmail: null,
  })
  expect((await info()).body).toEqual(unset.body)
})

it.each(['', '  ', '\t\n', '\u00a0'])('returns null in each field for %j (DISC-056)', async (blank) => {
  const { shop, info, setIdentity } = await setUp()
  setIdentity('logo_url', blank)
  setIdentity('contact_email', blank)
  shop.context.registry.prepare('UPDATE stores SET name = ?, domain = ?').run(blank, blank)

  expect((await info()).body).toEqual({
    success: true,
    storeName: null,
    storeDomain: null,
    logoUrl: null,
    contactEmail: null,
  })
})

it('treats a blank region domain as missing (DISC-049)', async () => {
  const { shop, info } = await setUp()
  shop.context.registry.prepare("UPDATE regions SET domain = ' '").run()

  expect((await info()).body.logoUrl).toBeNull()
})

it('accepts a locked token after the store closes its region, and rejects a pin on it (CTX-015)', async () => {
  const { shop, info } = await setUp()
  const { token } = await shop.install({ region: 'gb', requested_scopes: ['links.read', 'products.read'] })
  shop.context.registry.prepare('UPDATE regions SET active = 0 WHERE id = ?').run(shop.region('gb'))

  expect((await shop.call(token, '/store-info')).body.logoUrl).toBe('https://gb.demo.shop.example/media/logo.svg')
  expect((await shop.call(token, '/storefront-targets')).body.totalCount).toBeGreaterThan(0)
  expect((await info('gb')).status).toBe(401)
})

it('returns the region and store of a locked token, whatever pin is sent (PIN-001 APP-020)', async () => {
  const { shop } = await setUp()
  const second = await shop.openStore({ name: 'Second' })
  const { token } = await shop.install({ into: second, region: 'gb', requested_scopes: ['links.read'] })

  const { body } = await shop.call(token, `/store-info?regionId=${shop.region('de')}`)

  expect([body.storeName, body.logoUrl]).toEqual(['Second', 'https://gb.second.shop.example/media/logo.svg'])
})

it.each([['XX'], ['FR'], ['tr', 'fr'], 'TR', [7], null])(
  'rejects a store without a domain for %j, which is not one of its regions',
  async (withoutDomain) => {
    const shop = await makeShop()
    const before = shop.context.registry.prepare('SELECT count(*) AS n FROM stores').get()

    const response = await shop.rawControl('POST', '/stores', { name: 'Bare', regions: ['TR'], withoutDomain })

    expect(response.status).toBe(400)
    expect(shop.context.registry.prepare('SELECT count(*) AS n FROM stores').get()).toEqual(before)
  },
)
