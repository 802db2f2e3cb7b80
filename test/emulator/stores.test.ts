import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { Registration, Store } from '../../src/control/contract.ts'
import { makeEmulator } from '../support/emulator.ts'

describe('test stores', () => {
  it('creates a real store with its own database, admin, storefront and manager (APP-020 APP-021)', async () => {
    const { openStore, emulator, urls } = makeEmulator()

    const { store, manager } = await openStore({ name: 'Demo' })

    expect(store).toMatchObject({ id: 1001, code: 'demo', name: 'Demo', domain: 'demo.shop.example' })
    expect(manager.email).toContain('@')
    expect(emulator.context.storeDb(store.id).prepare('SELECT count(*) AS n FROM orders').get()?.['n']).toBe(40)
    const front = await emulator.fetch(new Request(`${urls.storefront}/demo/de`))
    expect(front.status).toBe(200)
    expect(await front.text()).toContain('Linen tote bag')
  })

  it('keeps each store in its own file (APP-020)', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-stores-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const { openStore } = makeEmulator({ dir })

    await openStore({ name: 'One', seed: 'none' })
    const two = await openStore({ name: 'Two', regions: ['FR'] })

    expect(existsSync(join(dir, 'stores', 'one.db'))).toBe(false)
    const db = new DatabaseSync(join(dir, 'stores', 'two.db'), { readOnly: true })
    onTestFinished(() => db.close())
    expect(db.prepare('SELECT DISTINCT currency FROM orders').all()).toEqual([{ currency: 'EUR' }])
    expect(two.store.regions).toHaveLength(1)
  })

  it('creates no store file outside its folder or with a reserved name (T24)', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-stores-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const { openStore, emulator } = makeEmulator({ dir: join(dir, 'emulator') })
    const names = ['../../x', '..', '/etc/passwd', 'a\\..\\b', 'CON', 'nul', 'x'.repeat(80), '\u0000y', '％2e％2e']

    for (const name of names) {
      const { store } = await openStore({ name, seed: 'none' })
      emulator.context.storeDb(store.id)
    }

    const files = readdirSync(join(dir, 'emulator', 'stores')).filter((name) => name.endsWith('.db'))
    expect(readdirSync(dir)).toEqual(['emulator'])
    expect(files).toHaveLength(names.length)
    for (const file of files) expect(file).toMatch(/^(?!(con|nul)\.)[a-z0-9][a-z0-9-]{0,45}\.db$/)
  })

  it('adds the new code to the list of the chosen app and to no other (APP-019 APP-022)', async () => {
    const { registerApp, openStore, control } = makeEmulator()
    await registerApp({ appKey: 'app.acme.one' })
    await registerApp({ appKey: 'app.acme.two' })

    const { code } = await openStore({ appKey: 'app.acme.one' })

    const { apps } = await control<{ apps: Registration[] }>('GET', '/apps')
    expect(apps.map((app) => app.test_store_codes)).toEqual([[code], []])
  })

  it('adds an existing store to another app only once (B54)', async () => {
    const { registerApp, openStore, control, rawControl } = makeEmulator()
    const { appKey } = await registerApp()
    const { code } = await openStore()

    await control('POST', `/apps/${appKey}/test-stores`, { code })
    const { app } = await control<{ app: Registration }>('POST', `/apps/${appKey}/test-stores`, { code })

    expect(app.test_store_codes).toEqual([code])
    expect((await rawControl('POST', `/apps/${appKey}/test-stores`, { code: 'nowhere' })).status).toBe(404)
  })

  it('assigns one currency to each region, and ids that no other store has (GEN-010 GEN-011)', async () => {
    const { openStore } = makeEmulator()

    const one = await openStore({ name: 'One' })
    const two = await openStore({ name: 'Two', regions: ['us', 'AE'] })

    expect(one.store.regions).toMatchObject([
      {
        code: 'tr',
        countryCode: 'TR',
        currencyCode: 'TRY',
        languageCode: 'tr',
        isDefault: true,
        domain: 'tr.one.shop.example',
      },
      { code: 'de', countryCode: 'DE', currencyCode: 'EUR', languageCode: 'de', isDefault: false },
      { code: 'gb', countryCode: 'GB', currencyCode: 'GBP', languageCode: 'en', isDefault: false },
    ])
    expect(two.store.regions.map(({ currencyCode }) => currencyCode)).toEqual(['USD', 'AED'])
    const ids = [...one.store.regions, ...two.store.regions].map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
  })

  it.each([
    ['a country without a place in the table', { regions: ['ZZ'] }],
    ['no region', { regions: [] }],
    ['an empty name', { name: '  ' }],
    ['an unknown app', { appKey: 'app.no.such' }],
    ['an unknown field', { colour: 'red' }],
  ])('rejects %s with a message and creates nothing', async (_what, input) => {
    const { rawControl, control } = makeEmulator()

    const answer = await rawControl('POST', '/stores', { name: 'Demo', ...input })

    expect([400, 404]).toContain(answer.status)
    expect(((await answer.json()) as { error: { message: string } }).error.message).not.toBe('')
    expect(await control('GET', '/stores')).toEqual({ stores: [] })
  })

  it('creates a unique code for a second store with the same name, and a usable one for any script', async () => {
    const { openStore } = makeEmulator()

    const codes = []
    for (const name of ['Demo', 'Demo', 'Çiçek Dükkânı', '花屋'])
      codes.push((await openStore({ name, seed: 'none' })).code)

    expect(codes).toEqual(['demo', 'demo-2', 'cicek-dukkani', 'store'])
  })
})

const dump = async (name: string) => {
  const { openStore, emulator } = makeEmulator()
  const { store } = await openStore({ name })
  const db = emulator.context.storeDb(store.id)
  const tables = ['products', 'prices', 'warehouses', 'stock', 'tax_rules', 'customers', 'orders', 'order_items']
  return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]))
}

describe('seed', () => {
  it('creates the same data for the same name, and different data for another', async () => {
    const [one, again, other] = [await dump('Demo'), await dump('Demo'), await dump('Bazaar')]

    expect(again).toEqual(one)
    expect(other['prices']).not.toEqual(one['prices'])
  })

  it('spreads orders over regions and every shown status, the oldest without a region, money as decimal text (ORD-003 ORD-005)', async () => {
    const { orders = [], prices = [] } = await dump('Demo')

    expect(new Set(orders.map(({ status }) => status))).toEqual(
      new Set(['paid', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded']),
    )
    expect(new Set(orders.map(({ region_id }) => region_id))).toEqual(new Set([1, 2, 3, null]))
    const places = orders
      .toSorted((a, b) => Number(a['created_at']) - Number(b['created_at']))
      .map(({ region_id }) => region_id)
    expect(places.lastIndexOf(null)).toBe(places.filter((region) => region === null).length - 1)
    for (const region of [1, 2, 3]) {
      const statuses = orders.filter(({ region_id }) => region_id === region).map(({ status }) => status)
      expect(statuses).toEqual(expect.arrayContaining(['paid', 'processing', 'shipped', 'delivered']))
    }
    for (const order of orders) {
      expect(order['grand_total']).toMatch(/^\d+\.\d{2}$/)
      const cents = (name: string) => Math.round(Number(order[name]) * 100)
      expect(cents('subtotal') + cents('tax_total')).toBe(cents('grand_total'))
    }
    for (const { price } of prices) expect(price).toMatch(/^\d+\.\d{2}$/)
  })

  it('omits some products from some regions, and has an inactive tax rule and an empty warehouse', async () => {
    const { products = [], prices = [], tax_rules: rules = [], warehouses = [], stock = [] } = await dump('Demo')

    const sold = (region: number) => prices.filter(({ region_id }) => region_id === region).length
    expect([sold(1), sold(2) < products.length, sold(3) < products.length]).toEqual([12, true, true])
    expect(rules.filter(({ active }) => active === 0)).toHaveLength(3)
    expect(warehouses.filter(({ is_default }) => is_default === 1)).toHaveLength(1)
    const filled = new Set(stock.map(({ warehouse_id }) => warehouse_id))
    expect(warehouses.filter(({ id }) => !filled.has(id))).toHaveLength(1)
  })

  it('contains only example names and addresses (N11)', async () => {
    const { orders = [], customers = [] } = await dump('Demo')

    for (const { email } of customers) expect(email).toMatch(/\.example$/)
    for (const { shipping_address } of orders) expect(String(shipping_address)).toContain('Example Street')
  })

  it('creates an empty store on request', async () => {
    const { openStore, emulator } = makeEmulator()

    const { store } = await openStore({ seed: 'none' })

    expect(emulator.context.storeDb(store.id).prepare('SELECT count(*) AS n FROM products').get()).toEqual({ n: 0 })
  })
})

it('lists stores in the order of creation', async () => {
  const { openStore, control } = makeEmulator()
  await openStore({ name: 'Zoo', seed: 'none' })
  await openStore({ name: 'Ark', seed: 'none' })

  const { stores } = await control<{ stores: Store[] }>('GET', '/stores')

  expect(stores.map(({ id, code }) => [id, code])).toEqual([
    [1001, 'zoo'],
    [1002, 'ark'],
  ])
})
