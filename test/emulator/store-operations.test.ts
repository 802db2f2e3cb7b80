import { describe, expect, it } from 'vitest'

import type { StoreProduct, StoreTaxRule, StoreWarehouse } from '../../src/control/store-contract.ts'
import { makeShop, type Shop } from './api/shop.ts'

/** A control operation on the shop's store: what was answered, whichever it was. */
async function act(shop: Shop, path: string, body: unknown = {}) {
  const response = await shop.rawControl('POST', `/stores/${shop.store.code}${path}`, body)
  // The test knows what it asked for.
  return { status: response.status, body: (await response.json()) as any } // oxlint-disable-line typescript/no-explicit-any
}

async function create(shop: Shop, fields: object = {}): Promise<StoreProduct> {
  const { status, body } = await act(shop, '/products', {
    name: 'Lamp',
    prices: { tr: '950.5', de: '19.90' },
    ...fields,
  })
  expect([status, body.error]).toEqual([200, undefined])
  return body.product
}

const count = (shop: Shop, table: string) => Number(shop.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])

describe('a product of the store', () => {
  it('is in every region with a price, stored as sent, and belongs to no app', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    const product = await create(shop, { gtin: '4006381333931', mpn: 'L-1', stock: '2.5', categoryId: 1 })

    expect(product).toMatchObject({ status: 'A', gtin: '4006381333931', mpn: 'L-1', ownerAppKey: null, categoryId: 1 })
    expect(product.prices).toEqual([
      { region: 'tr', price: '950.5', currency: 'TRY' },
      { region: 'de', price: '19.90', currency: 'EUR' },
    ])
    const seen = (code: string) => shop.call(token, `/products/${product.id}?regionId=${shop.region(code)}`)
    expect((await seen('tr')).body).toMatchObject({ name: 'Lamp', price: 950.5, stockQuantity: 2.5, sku: product.sku })
    expect((await seen('de')).body).toMatchObject({ price: 19.9, currency: 'EUR' })
    expect((await seen('gb')).status).toBe(404)
  })

  it('gets the formula SKU if none is sent, and keeps one that is', async () => {
    const shop = await makeShop()

    const [plain, named] = [await create(shop), await create(shop, { sku: 'MY-1', status: 'P' })]

    expect([plain.sku, named.sku, named.status]).toEqual([`DEMO-LAMP-${plain.id}`, 'MY-1', 'P'])
  })

  it('stores attributes as dictionary values', async () => {
    const shop = await makeShop()

    const { id } = await create(shop, {
      attributes: { material: 'wood' },
      imageUrl: 'https://demo.shop.example/lamp.jpg',
    })

    const said = shop.db
      .prepare(
        'SELECT v.value_key FROM product_attributes a JOIN attribute_values v ON v.id = a.value_id WHERE product_id = ?',
      )
      .all(id)
    const row = shop.db.prepare('SELECT image_url, images FROM products WHERE id = ?').get(id)
    expect(said).toEqual([{ value_key: 'wood' }])
    expect(row).toEqual({
      image_url: 'https://demo.shop.example/lamp.jpg',
      images: '["https://demo.shop.example/lamp.jpg"]',
    })
  })

  it.each<[what: string, fields: object, code?: string]>([
    ['no name', { name: ' ' }],
    ['no price', { prices: {} }],
    ['a price below 0', { prices: { tr: '-1' } }],
    ['a price as a float', { prices: { tr: 1.5 } }],
    ['an unknown region', { prices: { xx: '1' } }, 'pin.unknown'],
    ['an unknown category', { categoryId: 999 }],
    ['an unknown attribute', { attributes: { colour: 'red' } }],
    ['an unknown value', { attributes: { color: 'mauve' } }],
    ['a barcode of letters', { gtin: 'abcdefgh' }],
    ['a barcode of 7 digits', { gtin: '1234567' }],
    ['a status that only a deletion gives', { status: 'D' }],
    ['a negative stock', { stock: '-1' }],
    ['no address as image', { imageUrl: 'lamp' }],
    ['an unknown field', { colour: 'red' }],
  ])('%s is refused in words, and nothing is written', async (_what, fields, code = 'emulator.bad-request') => {
    const shop = await makeShop()
    const before = [count(shop, 'products'), count(shop, 'prices'), count(shop, 'stock')]

    const { status, body } = await act(shop, '/products', { name: 'Lamp', prices: { tr: '1' }, ...fields })

    expect([status, body.error.code]).toEqual([400, code])
    expect(body.error.message).not.toBe('')
    expect([count(shop, 'products'), count(shop, 'prices'), count(shop, 'stock')]).toEqual(before)
  })
})

describe('the status of a product', () => {
  it('changes from draft to published to deleted, and each change has a later time', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const { id } = await create(shop)
    const times: string[] = []
    const step = async (operation: string) => {
      const { body } = await act(shop, `/products/${id}/${operation}`)
      times.push(body.product.updatedAt)
      return body.product.status
    }

    expect(await step('unpublish')).toBe('P')
    expect((await shop.call(token, `/products/${id}`)).body.status).toBe('P')
    expect(await step('publish')).toBe('A')
    expect(await step('delete')).toBe('D')

    expect((await shop.call(token, `/products/${id}`)).status).toBe(404)
    expect(times).toEqual([...new Set(times)].toSorted())
    const last = shop.db.prepare('SELECT max(updated_at) AS at FROM products WHERE id <> ?').get(id)
    expect(Date.parse(String(times[0]))).toBeGreaterThan(Number(last?.['at']))
  })

  it('an operation that changes nothing leaves the time unchanged', async () => {
    const shop = await makeShop()
    const { id, updatedAt } = await create(shop)

    expect((await act(shop, `/products/${id}/publish`)).body.product.updatedAt).toBe(updatedAt)
  })

  it('a deleted product cannot be restored, and an unknown product or operation is rejected', async () => {
    const shop = await makeShop()
    const { id } = await create(shop)
    await act(shop, `/products/${id}/delete`)

    const answers = await Promise.all(
      [
        `/products/${id}/publish`,
        `/products/${id}/delete`,
        '/products/9999/delete',
        '/products/x/delete',
        '/products/1/sell',
      ].map((path) => act(shop, path)),
    )

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 400, 400, 400])
  })
})

describe('stock counted by the store', () => {
  it('is the counted quantity, in the default or the specified warehouse', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const { id, updatedAt } = await create(shop)

    const first = await act(shop, `/products/${id}/stock`, { quantity: '7' })
    await act(shop, `/products/${id}/stock`, { quantity: '1.25', warehouseId: 2 })
    await act(shop, `/products/${id}/stock`, { quantity: '4' })

    expect(first.body.stock).toEqual({ productId: id, variantId: null, warehouseId: 1, quantity: '7' })
    expect((await shop.call(token, `/products/${id}`)).body.stockQuantity).toBe(5.25)
    const row = shop.db.prepare('SELECT updated_at FROM products WHERE id = ?').get(id)
    expect(Number(row?.['updated_at'])).toBe(Date.parse(updatedAt) + 3)
  })

  it('can be set for one variant', async () => {
    const shop = await makeShop()
    const { id } = await create(shop)
    const variant = shop.db.prepare(`INSERT INTO variants (product_id, combination) VALUES (?, '{"size":"s"}')`).run(id)
    const variantId = Number(variant.lastInsertRowid)

    const { body } = await act(shop, `/products/${id}/stock`, { quantity: '3', variantId })

    expect(body.stock).toMatchObject({ variantId, quantity: '3' })
    expect((await act(shop, '/products/1/stock', { quantity: '3', variantId })).status).toBe(400)
  })

  it.each([
    [{ quantity: '-1' }, 400],
    [{ quantity: 1 }, 400],
    [{}, 400],
    [{ quantity: '1', warehouseId: 99 }, 400],
    [{ quantity: '1', variantId: 99 }, 400],
    [{ quantity: '1', warehouseId: 2 }, 409],
  ])('%j returns %i and writes nothing', async (input, status) => {
    const shop = await makeShop()
    shop.db.prepare("UPDATE warehouses SET owner_app_key = 'app.acme.other' WHERE id = 2").run()
    const stock = () => shop.db.prepare('SELECT * FROM stock').all()
    const before = stock()

    expect((await act(shop, '/products/1/stock', input)).status).toBe(status)
    expect(stock()).toEqual(before)
  })
})

describe('tax rates', () => {
  it('a changed rate keeps the old row as inactive, and the new one has its own id (DISC-037)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const rules = async () => (await shop.call(token, '/tax-rules')).body.items
    const [standard, reduced] = await rules()
    shop.db.prepare('INSERT INTO product_tax_rules VALUES (1, ?, ?)').run(shop.region('tr'), standard.id)

    const { body } = await act(shop, `/tax-rules/${standard.id}/rate`, { rate: '21.5' })

    const rule = body.taxRule as StoreTaxRule
    expect(rule).toMatchObject({ name: 'Standard', rate: '21.5', isDefault: true, replaced: standard.id })
    expect(await rules()).toEqual([{ ...standard, id: rule.id, rate: 21.5 }, reduced])
    expect(shop.db.prepare('SELECT active, is_default FROM tax_rules WHERE id = ?').get(standard.id)).toEqual({
      active: 0,
      is_default: 0,
    })
    expect(shop.db.prepare('SELECT tax_rule_id FROM product_tax_rules').all()).toEqual([{ tax_rule_id: rule.id }])
    expect((await act(shop, `/tax-rules/${standard.id}/rate`, { rate: '22' })).status).toBe(409)
  })

  it.each([['-1'], ['101'], ['100.01'], ['x'], [''], [20], [null]])('rejects a rate of %j', async (rate) => {
    const shop = await makeShop()
    const before = shop.db.prepare('SELECT * FROM tax_rules').all()

    expect((await act(shop, '/tax-rules/2/rate', { rate })).status).toBe(400)
    expect(shop.db.prepare('SELECT * FROM tax_rules').all()).toEqual(before)
  })

  it('a rate of 100 percent is accepted, and an unknown rule is rejected', async () => {
    const shop = await makeShop()

    expect((await act(shop, '/tax-rules/2/rate', { rate: '100' })).status).toBe(200)
    expect((await act(shop, '/tax-rules/999/rate', { rate: '1' })).status).toBe(400)
  })
})

describe('warehouses of the store', () => {
  it('a new warehouse is empty, in the specified region, and not the default', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })

    const { body } = await act(shop, '/warehouses', { name: 'Annex', region: 'de' })

    const warehouse = body.warehouse as StoreWarehouse
    expect(warehouse).toMatchObject({ code: 'de-1', countryCode: 'DE', regionId: shop.region('de'), isDefault: false })
    const listed = (await shop.call(token, '/warehouses')).body.items
    expect(listed).toContainEqual(expect.objectContaining({ id: warehouse.id, isVirtual: false, isMine: false }))
    expect((await act(shop, '/warehouses', { name: 'Annex', region: 'de' })).body.warehouse.code).toBe('de-2')
  })

  it('a warehouse becomes the only default, and the warehouse of an app cannot', async () => {
    const shop = await makeShop()
    const { warehouse } = (await act(shop, '/warehouses', { name: 'New', code: 'new' })).body
    shop.db.prepare("UPDATE warehouses SET owner_app_key = 'app.acme.other' WHERE id = 2").run()

    expect((await act(shop, `/warehouses/${warehouse.id}/default`)).body.warehouse.isDefault).toBe(true)
    expect((await act(shop, '/warehouses/2/default')).status).toBe(409)

    const defaults = shop.db.prepare('SELECT id FROM warehouses WHERE is_default = 1').all()
    expect(defaults).toEqual([{ id: warehouse.id }])
    expect((await act(shop, '/warehouses/99/default')).status).toBe(400)
  })

  it('the first warehouse of an empty store is its default', async () => {
    const shop = await makeShop()
    const empty = await shop.openStore({ name: 'Empty', seed: 'none' })

    const { warehouse } = await shop.control<{ warehouse: StoreWarehouse }>(
      'POST',
      `/stores/${empty.code}/warehouses`,
      {
        name: 'Only',
      },
    )

    expect(warehouse).toMatchObject({ isDefault: true, code: 'tr-1' })
  })

  it("an app's warehouse is never the default, which is the first warehouse that the store owns (WH-027)", async () => {
    const shop = await makeShop()
    const store = await shop.openStore({ name: 'Empty', seed: 'none' })
    const { token } = await shop.install({ into: store, requested_scopes: ['inventory.write', 'products.write'] })
    await shop.send(token, 'POST /warehouses', { name: 'Of the app' })
    const create = (name: string) =>
      shop.control<{ warehouse: StoreWarehouse }>('POST', `/stores/${store.code}/warehouses`, { name })

    const [main, further] = [await create('Main'), await create('Further')]

    expect([main.warehouse.isDefault, further.warehouse.isDefault]).toEqual([true, false])
  })

  it.each([
    [{ name: '' }, 400],
    [{ name: 'x'.repeat(101) }, 400],
    [{ name: 'New', code: 'UPPER' }, 400],
    [{ name: 'New', region: 'xx' }, 400],
    [{ name: 'New', code: 'tr-main' }, 409],
  ])('%j returns %i', async (input, status) => {
    const shop = await makeShop()

    expect((await act(shop, '/warehouses', input)).status).toBe(status)
    expect(count(shop, 'warehouses')).toBe(4)
  })
})

describe('closing a region', () => {
  it('removes it from the pins and lists of a store-wide install, and its own install continues (CTX-013 CTX-014 CTX-015 PIN-013)', async () => {
    const shop = await makeShop()
    const [wide, locked] = [await shop.installWide(), await shop.install({ region: 'de' })]
    const codes = async (token: string) =>
      (await shop.call(token, '/context')).body.regions.map(({ code }: { code: string }) => code)
    const pinned = () => shop.call(wide.token, `/orders?regionId=${shop.region('de')}`)
    expect((await pinned()).status).toBe(200)

    const { body } = await act(shop, '/regions/de/deactivate')

    expect(body.region.code).toBe('de')
    expect(await codes(wide.token)).toEqual(['tr', 'gb'])
    expect((await pinned()).status).toBe(401)
    expect(await codes(locked.token)).toEqual(['de'])
    expect((await shop.call(locked.token, '/products')).body.items[0].currency).toBe('EUR')
    const imported = await shop.send(locked.token, 'POST /orders', {
      externalOrderId: 'x1',
      items: [{ productId: 1, quantity: 1, unitPrice: 1 }],
    })
    expect(imported.status).toBe(200)

    await act(shop, `/regions/${shop.region('de')}/activate`)
    expect(await codes(wide.token)).toEqual(['tr', 'de', 'gb'])
    expect((await pinned()).status).toBe(200)
  })

  it('the home region cannot be closed, and an unknown region or operation is rejected', async () => {
    const shop = await makeShop()

    const answers = await Promise.all(
      ['/regions/tr/deactivate', '/regions/xx/deactivate', '/regions/de/close'].map((path) => act(shop, path)),
    )

    expect(answers.map(({ status }) => status)).toEqual([409, 400, 400])
    expect((await act(shop, '/regions/tr/activate')).status).toBe(200)
  })
})

describe('shipping of the store', () => {
  const profiles = (shop: Shop) => shop.db.prepare('SELECT name, is_default FROM shipping_profiles ORDER BY id').all()

  it('one tariff is the default: the first, then the requested one, then the first of the rest', async () => {
    const shop = await makeShop()
    const empty = await shop.openStore({ name: 'Empty', seed: 'none' })
    const db = shop.context.storeDb(empty.store.id)
    const at = { ...shop, store: empty, db }
    const add = async (name: string, isDefault = false) =>
      (await act(at, '/shipping-profiles', { name, isDefault })).body.id as number
    await add('One')
    const two = await add('Two', true)
    const three = await add('Three')
    expect(profiles(at)).toEqual([
      { name: 'One', is_default: 0 },
      { name: 'Two', is_default: 1 },
      { name: 'Three', is_default: 0 },
    ])

    expect((await act(at, `/shipping-profiles/${two}/remove`)).status).toBe(200)
    expect((await act(at, `/shipping-profiles/${three}/remove`)).status).toBe(200)

    expect(profiles(at)).toEqual([{ name: 'One', is_default: 1 }])
    expect((await act(at, `/shipping-profiles/${two}/remove`)).status).toBe(400)
  })

  it('a box keeps its measures as sent, and products of a removed box use the default one', async () => {
    const shop = await makeShop()
    const box = { name: 'Large', lengthCm: '60.5', widthCm: '40', heightCm: '40', maxWeightKg: '20' }
    const { id } = (await act(shop, '/shipping-packages', box)).body
    shop.db.prepare('UPDATE products SET shipping_package_id = ? WHERE id = 1').run(id)

    expect(shop.db.prepare('SELECT * FROM shipping_packages WHERE id = ?').get(id)).toMatchObject({
      length_cm: '60.5',
      empty_weight_g: '0',
      max_weight_kg: '20',
    })
    await act(shop, `/shipping-packages/${id}/remove`)

    expect(shop.db.prepare('SELECT shipping_package_id FROM products WHERE id = 1').get()).toEqual({
      shipping_package_id: null,
    })
  })

  it.each([
    ['/shipping-profiles', { name: '' }],
    ['/shipping-profiles', { name: 'x', profileType: '' }],
    ['/shipping-packages', { name: 'x' }],
    ['/shipping-packages', { name: 'x', lengthCm: '-1', widthCm: '1', heightCm: '1', maxWeightKg: '1' }],
  ])('%s rejects %j', async (path, input) => {
    const shop = await makeShop()

    expect((await act(shop, path, input)).status).toBe(400)
  })
})

it('an operation on an unknown store returns 404', async () => {
  const shop = await makeShop()

  const answers = await Promise.all(
    ['/products', '/products/1/delete', '/tax-rules/1/rate', '/warehouses', '/regions/de/activate'].map((path) =>
      shop.rawControl('POST', `/stores/nowhere${path}`, {}),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

it('two changes in one millisecond, or with a clock that moved back, stay in order (DELTA-011)', async () => {
  const shop = await makeShop()
  const { id } = await create(shop)
  const later = Date.UTC(2100, 0)
  shop.db.prepare('UPDATE products SET updated_at = ? WHERE id = 1').run(later)

  const { body } = await act(shop, `/products/${id}/unpublish`)

  expect(Date.parse(body.product.updatedAt)).toBe(later + 1)
})
