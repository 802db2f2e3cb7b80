import { describe, expect, it } from 'vitest'

import { products } from '../../../../../src/catalog/resources/products.ts'
import { addCategory, makeProductShop, mug, put, writerScopes } from './product-shop.ts'

const variant = { combination: { size: 's' } }

describe('POST /products', () => {
  it('creates a product and returns success, id and created (PROD-030 PROD-002 PROD-003 PROD-006 PROD-009 PROD-013 SCOPE-008)', async () => {
    const shop = await makeProductShop()

    const { status, body } = await shop.write()
    const read = await shop.read(body.id)

    expect([status, body]).toEqual([200, { success: true, id: expect.any(Number), created: true }])
    expect(products.create.response.parse(body)).toEqual(body)
    expect(read).toEqual({
      success: true,
      id: body.id,
      name: 'Enamel mug',
      sku: expect.any(String),
      status: 'P',
      productType: 'simple',
      price: 12.5,
      currency: 'TRY',
      stockQuantity: 0,
      categoryId: null,
      imageUrl: null,
      createdAt: shop.clock.now().toISOString(),
    })
  })

  it('needs products.write (PROD-031 SCOPE-008)', async () => {
    const shop = await makeProductShop()
    const { token } = await shop.install({ region: 'de', requested_scopes: ['products.read', 'inventory.write'] })
    const before = shop.everything()

    const { status } = await shop.write({}, { as: token })

    expect([status, shop.everything()]).toEqual([403, before])
  })

  it('a store-wide token needs a region, and the price is in its currency (PROD-032 PROD-033 PROD-034 PROD-036 PROD-008)', async () => {
    const shop = await makeProductShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const before = shop.everything()

    const unpinned = await shop.write({}, { as })
    expect([unpinned.status, shop.everything()]).toEqual([400, before])
    const header = await shop.write({ price: 10 }, { as, headers: shop.pin('de') })
    const query = await shop.send(as, `POST /products?regionId=${shop.region('gb')}`, { ...mug, externalRef: 'q' })

    expect(await shop.read(header.body.id, { as, headers: shop.pin('de') })).toMatchObject({
      price: 10,
      currency: 'EUR',
    })
    expect(await shop.read(query.body.id, { as, headers: shop.pin('gb') })).toMatchObject({ currency: 'GBP' })
    const elsewhere = await shop.call(as, `/products/${header.body.id}`, { headers: shop.pin('gb') })
    expect(elsewhere.status).toBe(404)
  })

  it('requires the pin under both readings of the documents (PROD-032 A5)', async () => {
    const shop = await makeProductShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    shop.context.changeSettings({ pin: 'documented-only' })

    const answers = [
      await shop.write({}, { as }),
      await shop.patch(1, {}, { as }),
      await shop.send(as, 'POST /products/bulk', { items: [mug] }),
      await shop.send(as, 'PATCH /prices', { productId: 1, price: 1 }),
      await shop.send(as, 'POST /prices/bulk', { items: [{ productId: 1, price: 1 }] }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  })

  it('updates the existing product for a known externalRef and keeps omitted fields (PROD-040 PROD-018)', async () => {
    const shop = await makeProductShop()
    const first = await shop.write({ sku: 'MUG', gtin: '4006381333931', weightGram: 320, status: 'A' })
    const count = shop.rows('SELECT id FROM products').length

    const second = await shop.write({ title: 'Blue mug', price: 13 })

    expect([first.body.created, second.body]).toEqual([true, { success: true, id: first.body.id, created: false }])
    expect(shop.rows('SELECT id FROM products')).toHaveLength(count)
    expect(await shop.read(first.body.id)).toMatchObject({ name: 'Blue mug', price: 13, sku: 'MUG', status: 'A' })
    expect(shop.row(first.body.id)).toMatchObject({ gtin: '4006381333931', weight_gram: '320' })
  })

  it('scopes externalRef to the app and the store (B22)', async () => {
    const shop = await makeProductShop()
    const other = await shop.install({ appKey: 'app.acme.other', requested_scopes: writerScopes })
    const store = await shop.openStore({ name: 'Other', seed: 'none' })
    const there = await shop.install({ into: store, requested_scopes: writerScopes })
    const own = await shop.write()

    const foreign = await shop.write({ title: 'Theirs' }, { as: other.token })
    const elsewhere = await shop.write({ title: 'There' }, { as: there.token })

    expect([foreign.body.created, elsewhere.body.created]).toEqual([true, true])
    expect((await shop.write()).body).toEqual({ success: true, id: own.body.id, created: false })
    expect(foreign.body.id).not.toBe(own.body.id)
    expect(await shop.read(foreign.body.id)).toMatchObject({ name: 'Theirs' })
    expect(await shop.read(elsewhere.body.id, { as: there.token })).toMatchObject({ name: 'There' })
  })

  it('an existing externalRef under another pin adds the product to that region with its own price (PROD-040 B22)', async () => {
    const shop = await makeProductShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const first = await shop.write({ price: 100 }, { as, headers: shop.pin('tr') })

    const second = await shop.write({ price: 5 }, { as, headers: shop.pin('de') })

    expect(second.body).toEqual({ success: true, id: first.body.id, created: false })
    expect(await shop.read(first.body.id, { as, headers: shop.pin('tr') })).toMatchObject({ price: 100 })
    expect(await shop.read(first.body.id, { as, headers: shop.pin('de') })).toMatchObject({ price: 5 })
    expect(await shop.warnings()).toEqual([])
  })

  it('enters another region at price 0 with a warning if no price is sent, and keeps its home price (B22)', async () => {
    const shop = await makeProductShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const { body } = await shop.write({ price: 100 }, { as, headers: shop.pin('tr') })

    await shop.write({ price: null }, { as, headers: shop.pin('tr') })
    expect(await shop.warnings()).toEqual([])
    await shop.write({ price: null }, { as, headers: shop.pin('de') })

    expect(await shop.read(body.id, { as, headers: shop.pin('tr') })).toMatchObject({ price: 100 })
    expect(await shop.read(body.id, { as, headers: shop.pin('de') })).toMatchObject({ price: 0 })
    expect(await shop.warnings()).toEqual(['warn product.no-price'])
  })

  it('the externalRef of a product deleted by the store creates a new product', async () => {
    const shop = await makeProductShop()
    const first = await shop.write()
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = ?").run(first.body.id)

    const second = await shop.write()

    expect([second.status, second.body.created]).toEqual([200, true])
    expect(second.body.id).not.toBe(first.body.id)
    expect(shop.row(first.body.id)).toMatchObject({ status: 'D' })
  })
})

describe('fields of a product write', () => {
  it('generates a unique sku from the store formula if none is sent (PROD-043)', async () => {
    const shop = await makeProductShop()
    const one = await shop.write({ sku: undefined })
    const two = await shop.write({ externalRef: 'mug-2', sku: null })

    const [first, second] = [await shop.read(one.body.id), await shop.read(two.body.id)]

    expect(first.sku).toBe(`${shop.store.code.toUpperCase()}-ENAMEL-${one.body.id}`)
    expect(second.sku).toBe(`${shop.store.code.toUpperCase()}-ENAMEL-${two.body.id}`)
    await shop.write({ title: 'Renamed' })
    expect(await shop.read(one.body.id)).toMatchObject({ sku: first.sku, name: 'Renamed' })
  })

  it('stores the sku that was sent, and accepts a duplicate with a warning (PROD-042 PROD-004)', async () => {
    const shop = await makeProductShop()

    const one = await shop.write({ sku: 'S-1' })
    expect(await shop.warnings()).toEqual([])
    const two = await shop.write({ externalRef: 'mug-2', sku: 'S-1' })
    await shop.write({ externalRef: 'mug-3', sku: 'S-3' })
    await shop.write({ externalRef: 'mug-3', sku: 'S-1' })

    expect([(await shop.read(one.body.id)).sku, (await shop.read(two.body.id)).sku]).toEqual(['S-1', 'S-1'])
    expect(await shop.warnings()).toEqual(['warn product.sku-shared', 'warn product.sku-shared'])
  })

  it('accepts a product without a price as 0, with a warning (PROD-044)', async () => {
    const shop = await makeProductShop()

    const { status, body } = await shop.write({ price: undefined })

    expect([status, (await shop.read(body.id)).price]).toEqual([200, 0])
    expect(await shop.warnings()).toEqual(['warn product.no-price'])
  })

  it('stores the price to the last digit (PROD-044 GEN-012)', async () => {
    const shop = await makeProductShop()
    const sent = '{"externalRef":"m","title":"Mug","price":0.10000000000000000001}'

    const { body } = await shop.send(shop.token, 'POST /products', sent)

    expect(await (await shop.api(shop.token, `/products/${body.id}`)).text()).toContain(
      '"price":0.10000000000000000001,',
    )
  })

  it.each([
    ['PROD-047 PROD-014', 'A', 'A'],
    ['PROD-047 PROD-015', 'P', 'P'],
    ['B17', undefined, 'P'],
    ['B17', null, 'P'],
  ])('%s status %s is returned as %s', async (_rule, status, shown) => {
    const shop = await makeProductShop()

    const { body } = await shop.write({ status })

    expect(await shop.read(body.id)).toMatchObject({ status: shown })
  })

  it('changes status from A to P and back, and leaves it unchanged if omitted (PROD-017 PROD-020)', async () => {
    const shop = await makeProductShop()
    const seen: string[] = []
    for (const status of ['A', 'P', 'A', undefined]) {
      const { body } = await shop.write({ status })
      seen.push((await shop.read(body.id)).status)
    }
    const { body } = await shop.write()
    await shop.patch(body.id, { status: 'P' })
    seen.push((await shop.read(body.id)).status)

    expect(seen).toEqual(['A', 'P', 'A', 'A', 'P'])
  })

  it('puts the initial stock into the default warehouse of the store (PROD-045 PROD-010 B51)', async () => {
    const shop = await makeProductShop()

    const { body } = await shop.write({ stockQuantity: 7.5 })

    expect(await shop.read(body.id)).toMatchObject({ stockQuantity: 7.5 })
    expect(
      shop.rows(
        'SELECT w.is_default, s.variant_id FROM stock s JOIN warehouses w ON w.id = s.warehouse_id WHERE product_id = ?',
        body.id,
      ),
    ).toEqual([{ is_default: 1, variant_id: 0 }])
  })

  it("puts the initial stock into the app's first warehouse in the region, if any (B51)", async () => {
    const shop = await makeProductShop()
    const warehouse = (code: string, region: string, owner: string) =>
      put(shop, 'warehouses', {
        name: code,
        code,
        country_code: 'TR',
        region_id: shop.region(region),
        owner_app_key: owner,
      })
    warehouse('a', 'de', 'app.acme.loyalty')
    warehouse('b', 'tr', 'app.acme.other')
    const mine = warehouse('c', 'tr', 'app.acme.loyalty')
    warehouse('d', 'tr', 'app.acme.loyalty')

    const { body } = await shop.write({ stockQuantity: 3 })

    expect(shop.rows('SELECT warehouse_id, quantity FROM stock WHERE product_id = ?', body.id)).toEqual([
      { warehouse_id: mine, quantity: '3' },
    ])
  })

  it.each([[0], [null], [undefined]])(
    'an initial stock of %s creates no stock row (PROD-045)',
    async (stockQuantity) => {
      const shop = await makeProductShop()

      const { body } = await shop.write({ stockQuantity })

      expect(shop.rows('SELECT * FROM stock WHERE product_id = ?', body.id)).toEqual([])
    },
  )

  it('ignores stock with a warning if the store has no warehouse (B51)', async () => {
    const shop = await makeProductShop()
    const store = await shop.openStore({ name: 'Other', seed: 'none' })
    shop.context.storeDb(store.store.id).exec('DELETE FROM warehouses')
    const there = await shop.install({ into: store, requested_scopes: writerScopes })

    const { status, body } = await shop.write({ stockQuantity: 3 }, { as: there.token })

    expect([status, (await shop.read(body.id, { as: there.token })).stockQuantity]).toEqual([200, 0])
    expect(await shop.warnings()).toEqual(['warn product.stock-nowhere'])
  })

  it("never puts stock into another app's warehouse if the store lacks one (B51 WH-027)", async () => {
    const shop = await makeProductShop()
    const store = await shop.openStore({ name: 'Other', seed: 'none' })
    const db = shop.context.storeDb(store.store.id)
    const other = await shop.install({ into: store, appKey: 'app.acme.other', requested_scopes: ['inventory.write'] })
    await shop.send(other.token, 'POST /warehouses', { name: 'Theirs' })
    const there = await shop.install({ into: store, requested_scopes: [...writerScopes, 'orders.write'] })

    const { body } = await shop.write({ stockQuantity: 3 }, { as: there.token })
    const order = { externalOrderId: 'e-1', items: [{ productId: body.id, quantity: 1 }], deductStock: true }
    const imported = await shop.send(there.token, 'POST /orders', order)

    expect([(await shop.read(body.id, { as: there.token })).stockQuantity, imported.status]).toEqual([0, 200])
    expect(db.prepare('SELECT * FROM stock').all()).toEqual([])
    expect(await shop.warnings()).toEqual(['warn product.stock-nowhere'])
  })

  it('ignores stockQuantity on an update, with a warning (PROD-046 B23)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write({ stockQuantity: 7 })

    await shop.write({ stockQuantity: 99 })
    const patched = await shop.patch(body.id, { stockQuantity: 98 })

    expect([patched.status, (await shop.read(body.id)).stockQuantity]).toEqual([200, 7])
    expect(await shop.warnings()).toEqual(['warn product.stock-ignored', 'warn product.stock-ignored'])
  })

  it('accepts a category of the region and returns it (PROD-048 PROD-011)', async () => {
    const shop = await makeProductShop()
    const everywhere = addCategory(shop, 'Cups')
    const here = put(shop, 'categories', { name: 'Here', region_id: shop.region('tr') })

    for (const categoryId of [everywhere, here]) {
      const { body } = await shop.write({ categoryId })
      expect((await shop.read(body.id)).categoryId).toBe(categoryId)
    }
  })

  it('are stored unchanged (PROD-049 PROD-050 PROD-052 PROD-053 PROD-054 PROD-055 PROD-056 PROD-060 PROD-061)', async () => {
    const shop = await makeProductShop()

    const { status, body } = await shop.write({
      description: '<p>Hot & cold</p>',
      gtin: '4006381333931',
      mpn: 'MPN/1',
      weightGram: 320.25,
      lengthCm: 10,
      widthCm: 9.5,
      heightCm: 8,
      harmonizedCode: '732393',
      countryOfOrigin: 'TR',
    })

    expect(status).toBe(200)
    expect(shop.row(body.id)).toMatchObject({
      description: '<p>Hot & cold</p>',
      gtin: '4006381333931',
      mpn: 'MPN/1',
      weight_gram: '320.25',
      length_cm: '10',
      width_cm: '9.5',
      height_cm: '8',
      harmonized_code: '732393',
      country_of_origin: 'TR',
    })
    expect(await shop.warnings()).toEqual([])
  })

  it.each([
    [{ lengthCm: 10 }, { length_cm: '10', width_cm: null, height_cm: null }],
    [
      { widthCm: 10, heightCm: 2 },
      { length_cm: null, width_cm: '10', height_cm: '2' },
    ],
  ])('%j leaves missing fields unset, and warns that there is no volume (PROD-057 PROD-058)', async (sent, kept) => {
    const shop = await makeProductShop()

    const { status, body } = await shop.write(sent)

    expect(status).toBe(200)
    expect(shop.row(body.id)).toMatchObject(kept)
    expect(await shop.warnings()).toEqual(['warn product.no-volume'])
    await shop.patch(body.id, { title: 'Changed' })
    expect(await shop.warnings()).toEqual(['warn product.no-volume'])
  })

  it('a product with no dimension, or with all of them, needs no warning (PROD-057)', async () => {
    const shop = await makeProductShop()

    const { body } = await shop.write({ weightGram: 5 })
    await shop.patch(body.id, { lengthCm: 1, widthCm: 2, heightCm: 3 })
    await shop.patch(body.id, { heightCm: 4 })

    expect(await shop.warnings()).toEqual([])
    expect(shop.row(body.id)).toMatchObject({ length_cm: '1', width_cm: '2', height_cm: '4' })
  })

  it('stores a shipping profile and a package of the store, and otherwise uses the default, which is not an id (PROD-062 PROD-063)', async () => {
    const shop = await makeProductShop()
    const profile = put(shop, 'shipping_profiles', { name: 'Heavy', profile_type: 'flat' })
    const box = put(shop, 'shipping_packages', {
      name: 'Box',
      length_cm: '10',
      width_cm: '10',
      height_cm: '10',
      empty_weight_g: '50',
      max_weight_kg: '5',
    })

    const { body } = await shop.write()
    expect(shop.row(body.id)).toMatchObject({ shipping_profile_id: null, shipping_package_id: null })
    const { status } = await shop.write({ shippingProfileId: profile, shippingPackageId: box })

    expect(status).toBe(200)
    expect(shop.row(body.id)).toMatchObject({ shipping_profile_id: profile, shipping_package_id: box })
  })

  it('reads only url from images, shows the first image and fetches none (PROD-083 PROD-084 PROD-087 PROD-012)', async () => {
    const shop = await makeProductShop()
    const images = [
      { url: 'http://127.0.0.1:9/nothing-listens-here.png', alt: 'ignored' },
      { url: 'https://cdn.example/two.png' },
    ]

    const { status, body } = await shop.write({ images })

    expect([status, (await shop.read(body.id)).imageUrl]).toEqual([200, images[0]?.url])
    expect(JSON.parse(String(shop.row(body.id)['images']))).toEqual(images.map(({ url }) => url))
    await shop.write({ images: undefined })
    expect((await shop.read(body.id)).imageUrl).toBe(images[0]?.url)
    await shop.write({ images: [] })
    expect((await shop.read(body.id)).imageUrl).toBeNull()
  })

  it('ignores currency, tax, productType and variantAxes, with a warning (PROD-037 PROD-038 PROD-070 PROD-071 N22)', async () => {
    const shop = await makeProductShop()

    const { status, body } = await shop.write({
      currency: 'USD',
      taxRate: 99,
      productType: 'variant',
      variantAxes: ['size'],
      id: 1,
      ownerAppKey: 'x',
    })

    expect(status).toBe(200)
    expect(await shop.read(body.id)).toMatchObject({ currency: 'TRY', productType: 'simple' })
    expect(shop.row(body.id)).toMatchObject({ variant_axes: null, owner_app_key: 'app.acme.loyalty' })
    expect(await shop.warnings()).toEqual(['warn product.unknown-field'])
  })
})

describe('the gtin of a product', () => {
  it('proves an exact GTIN match only if no other product has the same one (PROD-051 PROD-050)', async () => {
    const shop = await makeProductShop()
    const gtin = '4006381333931'
    const { product } = await shop.control<{ product: { id: number } }>('POST', `/stores/${shop.store.code}/products`, {
      name: 'Lamp',
      gtin,
      prices: { tr: '10' },
    })
    const adopt = () =>
      shop.send(shop.token, `POST /products/reconciliation/${product.id}/adopt`, {
        externalRef: 'lamp',
        proof: { type: 'exact_gtin', gtin },
      })
    const { body } = await shop.write({ gtin })

    const ambiguous = await adopt()
    await shop.patch(body.id, { gtin: '4006381333948' })
    const adopted = await adopt()

    expect([ambiguous.status, adopted.status, adopted.body.adopted]).toEqual([409, 200, true])
    expect((await shop.patch(product.id, { title: 'Our lamp' })).status).toBe(200)
  })
})

describe('the tax rule of a product', () => {
  const rules = (shop: Awaited<ReturnType<typeof makeProductShop>>, code: string) =>
    shop.rows('SELECT id, active, is_default FROM tax_rules WHERE region_id = ?', shop.region(code))
  const reduced = (shop: Awaited<ReturnType<typeof makeProductShop>>, code: string) =>
    Number(rules(shop, code).find((rule) => rule['active'] === 1 && rule['is_default'] === 0)?.['id'])

  it('stores a rule of the region for that region, and otherwise uses the default, which is not a row (PROD-064 PROD-065)', async () => {
    const shop = await makeProductShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const { body } = await shop.write({}, { as, headers: shop.pin('tr') })
    const kept = () => shop.rows('SELECT region_id, tax_rule_id FROM product_tax_rules WHERE product_id = ?', body.id)
    expect(kept()).toEqual([])

    for (const code of ['tr', 'de']) {
      await shop.write({ taxRuleId: reduced(shop, code) }, { as, headers: shop.pin(code) })
    }

    expect(kept()).toEqual(
      ['tr', 'de'].map((code) => ({ region_id: shop.region(code), tax_rule_id: reduced(shop, code) })),
    )
  })

  it('an order is taxed by the rule of each product, or by the default rule of the region (PROD-064 PROD-065)', async () => {
    const shop = await makeProductShop()
    const { body: books } = await shop.write({ status: 'A', price: 100, taxRuleId: reduced(shop, 'tr') })
    const { body: mugs } = await shop.write({ externalRef: 'b', status: 'A', price: 10 })
    const { token } = await shop.install({ appKey: 'app.acme.orders', requested_scopes: ['orders.read'] })
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const elsewhere = await shop.write(
      { externalRef: 'c', status: 'A', price: 5, taxRuleId: reduced(shop, 'de') },
      { as, headers: shop.pin('de') },
    )
    await shop.write({ externalRef: 'c', price: 1000 }, { as, headers: shop.pin('tr') })
    const rate = (isDefault: number) =>
      Number(
        shop.rows(
          'SELECT rate FROM tax_rules WHERE region_id = ? AND active = 1 AND is_default = ?',
          shop.region('tr'),
          isDefault,
        )[0]?.['rate'],
      )
    const items = [books.id, mugs.id, elsewhere.body.id].map((productId) => ({ productId, quantity: 2 }))

    const { order } = await shop.control<{ order: { id: number } }>('POST', `/stores/${shop.store.code}/orders`, {
      region: 'tr',
      items,
    })

    const { body } = await shop.call(token, `/orders/${order.id}`)
    expect(body.subtotal).toBe(2220)
    expect(body.taxTotal).toBe((200 * rate(0) + 2020 * rate(1)) / 100)
    expect(rate(0)).not.toBe(rate(1))
  })

  it('an update keeps the rule, or changes it if one is sent (PROD-066 A33)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write({ taxRuleId: reduced(shop, 'tr') })
    const kept = () => shop.rows('SELECT tax_rule_id FROM product_tax_rules WHERE product_id = ?', body.id)
    await shop.patch(body.id, { title: 'Other' })
    await shop.write({ title: 'Another' })
    expect(kept()).toEqual([{ tax_rule_id: reduced(shop, 'tr') }])

    const standard = Number(rules(shop, 'tr').find((rule) => rule['is_default'] === 1)?.['id'])
    await shop.patch(body.id, { taxRuleId: standard })

    expect(kept()).toEqual([{ tax_rule_id: standard }])
  })

  it('rejects an unknown or replaced rule, or one of another region, with 400 on every path and writes nothing (PROD-067 PROD-068)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write({ externalRef: 'known' })
    const replaced = Number(rules(shop, 'tr').find((rule) => rule['active'] === 0)?.['id'])
    const before = shop.everything()

    for (const taxRuleId of [999_999, reduced(shop, 'de'), replaced]) {
      const answers = [
        await shop.write({ taxRuleId }),
        await shop.write({ taxRuleId, externalRef: 'known' }),
        await shop.patch(body.id, { taxRuleId, title: 'Changed' }),
      ]
      for (const { status, body: answer } of answers) {
        expect([status, answer]).toEqual([400, { success: false, message: 'taxRuleId is unknown in this region.' }])
      }
    }
    expect(shop.everything()).toEqual(before)
  })
})

describe('invalid product writes', () => {
  it.each<[string, ...Readonly<Record<string, unknown>>[]]>([
    [
      'PROD-039',
      { externalRef: undefined },
      { externalRef: null },
      { externalRef: '' },
      { externalRef: ' ' },
      { externalRef: 7 },
    ],
    ['PROD-041', { title: undefined }, { title: null }, { title: '' }, { title: ' ' }, { title: ['x'] }],
    ['PROD-042', { sku: 7 }, { sku: '' }, { sku: ' ' }],
    ['PROD-044', { price: '12' }, { price: -0.01 }],
    ['PROD-045', { stockQuantity: -1 }, { stockQuantity: '1' }],
    ['PROD-047', { status: 'D' }, { status: 'a' }, { status: 1 }],
    ['PROD-048', { categoryId: '1' }, { categoryId: 0 }, { categoryId: 1.5 }, { categoryId: 999_999 }],
    ['PROD-049', { description: {} }],
    ['PROD-050', { gtin: 4_006_381_333_931 }, { gtin: '' }, { gtin: ' ' }],
    ['PROD-052', { mpn: '' }, { mpn: ' ' }],
    ['PROD-053', { weightGram: -1 }],
    ['PROD-054', { lengthCm: '1' }],
    ['PROD-055', { widthCm: -1 }],
    ['PROD-056', { heightCm: true }],
    ['PROD-060', { harmonizedCode: 7 }, { harmonizedCode: ' ' }],
    ['PROD-061', { countryOfOrigin: 'TUR' }, { countryOfOrigin: 'tr' }, { countryOfOrigin: 'TR\n' }],
    ['PROD-062', { shippingProfileId: 999_999 }, { shippingProfileId: 'x' }],
    ['PROD-063', { shippingPackageId: 999_999 }],
    ['PROD-064', { taxRuleId: '1' }, { taxRuleId: -1 }],
    ['PROD-069', { variants: {} }, { variants: ['x'] }, { variants: [{}] }],
    [
      'PROD-077',
      { variants: [{ combination: 'red' }] },
      { variants: [{ combination: ['red'] }] },
      { variants: [{ combination: {} }] },
      { variants: [{ combination: { size: 1 } }] },
      { variants: [{ combination: { size: '' } }] },
      { variants: [{ combination: null }] },
    ],
    ['PROD-079', { variants: [{ ...variant, sku: 7 }] }, { variants: [{ ...variant, sku: ' ' }] }],
    ['PROD-080', { variants: [{ ...variant, price: -1 }] }],
    ['PROD-081', { variants: [{ ...variant, stock: -1 }] }, { variants: [{ ...variant, stock: '1' }] }],
    [
      'PROD-083',
      { images: {} },
      { images: ['https://x.example/a.png'] },
      { images: [{}] },
      { images: [{ url: '' }] },
      { images: [{ url: ' ' }] },
    ],
    [
      'PROD-085',
      { attributes: [] },
      { attributes: 'x' },
      { attributes: { color: 1 } },
      { attributes: { color: null } },
    ],
  ])('%s %j and the like answer 400, and nothing is written', async (_rule, ...wrong) => {
    const shop = await makeProductShop()
    const before = shop.everything()

    for (const fields of wrong) {
      const { status, body } = await shop.write(fields)
      expect([fields, status, body]).toEqual([fields, 400, { success: false, message: expect.any(String) }])
    }
    expect(shop.everything()).toEqual(before)
  })

  it.each(['categoryId', 'shippingProfileId', 'shippingPackageId', 'taxRuleId'])(
    'a %s above 2^53 returns 400 and never 500 (T23)',
    async (name) => {
      const shop = await makeProductShop()
      const before = shop.everything()

      for (const id of ['9007199254740993', '9223372036854775808', '99999999999999999999999999']) {
        const sent = `{"externalRef":"m","title":"Mug","${name}":${id}}`
        const { status, body } = await shop.send(shop.token, 'POST /products', sent)
        expect([status, body.message]).toEqual([400, expect.stringContaining(`${name} is unknown`)])
      }
      expect(shop.everything()).toEqual(before)
    },
  )

  it.each(['price', 'stockQuantity', 'weightGram', 'lengthCm', 'widthCm', 'heightCm'])(
    'a %s without an end returns 400 immediately (T23)',
    async (name) => {
      const shop = await makeProductShop()
      const before = shop.everything()

      for (const number of ['1e999', '1.2345678901234567e999999', '1e-300', `0.${'1'.repeat(10_000)}`]) {
        const sent = `{"externalRef":"m","title":"Mug","${name}":${number}}`
        const { status, body } = await shop.send(shop.token, 'POST /products', sent)
        expect([status, body.message]).toEqual([400, expect.stringContaining(name)])
      }
      expect(shop.everything()).toEqual(before)
    },
  )

  it('rejects a category of another region as unknown (PROD-048)', async () => {
    const shop = await makeProductShop()
    const categoryId = put(shop, 'categories', { name: 'There', region_id: shop.region('de') })

    const { status, body } = await shop.write({ categoryId })

    expect([status, body.message]).toEqual([400, 'categoryId is unknown in this region.'])
  })

  it('rejects an inactive shipping profile as unknown (PROD-062)', async () => {
    const shop = await makeProductShop()
    const shippingProfileId = put(shop, 'shipping_profiles', { name: 'Old', profile_type: 'flat', active: 0 })

    const { status, body } = await shop.write({ shippingProfileId })

    expect([status, body.message]).toEqual([400, 'shippingProfileId is unknown.'])
  })

  it.each(["'; DROP TABLE products; --", '../../etc/passwd', '\u0000\u0007', '<script>', '%00', '😀'.repeat(500)])(
    '%j in any text field is treated as plain data (T23)',
    async (text) => {
      const shop = await makeProductShop()

      const { status, body } = await shop.write({
        externalRef: text,
        title: text,
        sku: text,
        description: text,
        gtin: text,
        mpn: text,
        harmonizedCode: text,
        images: [{ url: text }],
        variants: [{ combination: { [text]: text }, sku: text }],
      })
      const again = await shop.write({ externalRef: text, title: 'Again' })

      expect([status, again.body]).toEqual([200, { success: true, id: body.id, created: false }])
      const page = await shop.call(shop.token, `/products?search=${encodeURIComponent('Again')}`)
      expect([page.status, page.body.items[0].id]).toEqual([200, body.id])
    },
  )

  it('does not repeat submitted keys in an error message (P13)', async () => {
    const shop = await makeProductShop()

    const inAttributes = await shop.write({ attributes: { '<script>': 1 } })
    const inCombination = await shop.write({ variants: [{ combination: { '<b>': 1 } }] })

    expect(inAttributes.body.message).toBe('attributes is missing or invalid.')
    expect(inCombination.body.message).toBe('variants.0.combination is missing or invalid.')
  })
})
