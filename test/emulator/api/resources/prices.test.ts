import { describe, expect, it } from 'vitest'

import { prices } from '../../../../src/catalog/resources/prices.ts'
import { scopeNames } from '../../../../src/catalog/scopes.ts'
import { makeProductShop, writerScopes } from './products/product-shop.ts'

const variants = [{ combination: { size: 's' }, price: 9 }, { combination: { size: 'm' } }]

async function makePriceShop() {
  const shop = await makeProductShop()
  const { body } = await shop.write({ price: 10, variants })
  const { body: other } = await shop.write({ externalRef: 'mug-2', price: 20 })
  const variantIds = shop
    .rows('SELECT id FROM variants WHERE product_id = ? ORDER BY id', body.id)
    .map((row) => Number(row['id']))
  const priceRows = () => shop.rows('SELECT product_id, variant_id, region_id, price FROM prices ORDER BY 1, 2, 3')
  const set = (sent: unknown, as = shop.token, headers = {}) => shop.send(as, 'PATCH /prices', sent, headers)
  const setAll = (items: unknown, as = shop.token, headers = {}) =>
    shop.send(as, 'POST /prices/bulk', { items }, headers)
  const priceOf = (productId: number, variantId = 0, region = 'tr') =>
    shop.rows(
      'SELECT price FROM prices WHERE product_id = ? AND variant_id = ? AND region_id = ?',
      productId,
      variantId,
      shop.region(region),
    )[0]?.['price']
  return { ...shop, id: body.id as number, otherId: other.id as number, variantIds, priceRows, set, setAll, priceOf }
}

describe('PATCH /prices', () => {
  it('sets the price of a product, which is read back (PROD-110 PROD-111 PROD-112 PROD-113 SCOPE-008)', async () => {
    const shop = await makePriceShop()

    const { status, body } = await shop.set({ productId: shop.id, variantId: null, price: 12.5 })

    expect([status, body]).toEqual([200, { success: true }])
    expect(prices.set.response.parse(body)).toEqual(body)
    expect((await shop.read(shop.id)).price).toBe(12.5)
    expect(shop.priceOf(shop.id, shop.variantIds[0])).toBe('9')
  })

  it('sets the price of a variant with or without its own price, and not that of the product (PROD-112)', async () => {
    const shop = await makePriceShop()

    for (const [at, variantId] of shop.variantIds.entries()) {
      expect((await shop.set({ productId: shop.id, variantId, price: 30 + at })).status).toBe(200)
    }

    expect(shop.variantIds.map((variantId) => shop.priceOf(shop.id, variantId))).toEqual(['30', '31'])
    expect((await shop.read(shop.id)).price).toBe(10)
  })

  it.each(['12345678901234567890.123456789', '0', '0.10000000000000000001'])(
    'stores the price %s to the last digit (GEN-012 T23)',
    async (price) => {
      const shop = await makePriceShop()

      await shop.set(`{"productId":${shop.id},"price":${price}}`)

      expect(await (await shop.api(shop.token, `/products/${shop.id}`)).text()).toContain(`"price":${price},`)
    },
  )

  it('needs products.write, because no scope for prices exists (PROD-114)', async () => {
    const shop = await makePriceShop()
    const before = shop.priceRows()
    const { token } = await shop.install({ requested_scopes: scopeNames.filter((name) => name !== 'products.write') })

    expect((await shop.set({ productId: shop.id, price: 1 }, token)).status).toBe(403)
    expect(shop.priceRows()).toEqual(before)
    expect(scopeNames.filter((name) => name.includes('price'))).toEqual([])
  })

  it('a store-wide token needs a region, and only the price of that region is set (PROD-115 PROD-036)', async () => {
    const shop = await makePriceShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const { body } = await shop.write({ price: 1 }, { as, headers: shop.pin('tr') })
    await shop.write({ price: 2 }, { as, headers: shop.pin('de') })

    expect((await shop.set({ productId: body.id, price: 7 }, as)).status).toBe(400)
    expect((await shop.set({ productId: body.id, price: 7 }, as, shop.pin('de'))).status).toBe(200)

    expect([shop.priceOf(body.id), shop.priceOf(body.id, 0, 'de')]).toEqual(['1', '7'])
  })

  it('a product of another app, outside the region, deleted or missing returns the same 404, and nothing is set (PROD-121 PROD-122)', async () => {
    const shop = await makePriceShop()
    const foreignApp = await shop.install({ appKey: 'app.acme.other', requested_scopes: writerScopes })
    const foreign = await shop.write({}, { as: foreignApp.token })
    const de = await shop.install({ region: 'de', requested_scopes: writerScopes })
    const elsewhere = await shop.write({ externalRef: 'de-1' }, { as: de.token })
    const gone = await shop.write({ externalRef: 'gone' })
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = ?").run(gone.body.id)
    const before = shop.priceRows()
    const own = shop.variantIds[0]

    for (const sent of [
      { productId: 1, price: 1 },
      { productId: foreign.body.id, price: 1 },
      { productId: elsewhere.body.id, price: 1 },
      { productId: gone.body.id, price: 1 },
      { productId: 999_999, price: 1 },
      { productId: shop.otherId, variantId: own, price: 1 },
      { productId: shop.id, variantId: 999_999, price: 1 },
    ]) {
      const one = await shop.set(sent)
      const many = await shop.setAll([{ productId: shop.id, price: 1 }, sent])
      for (const { status, body } of [one, many]) {
        expect([sent, status, body]).toEqual([sent, 404, { success: false, message: 'Not found.' }])
      }
    }
    for (const id of ['9007199254740993', '99999999999999999999']) {
      expect((await shop.set(`{"productId":${id},"price":1}`)).status).toBe(404)
      expect((await shop.set(`{"productId":${shop.id},"variantId":${id},"price":1}`)).status).toBe(404)
    }
    expect(shop.priceRows()).toEqual(before)
  })

  it.each([
    ['PROD-111', '{"price":1}'],
    ['PROD-111', '{"productId":null,"price":1}'],
    ['PROD-111', '{"productId":"1","price":1}'],
    ['PROD-111', '{"productId":0,"price":1}'],
    ['PROD-111', '{"productId":1.5,"price":1}'],
    ['PROD-112', '{"productId":ID,"variantId":"1","price":1}'],
    ['PROD-112', '{"productId":ID,"variantId":0,"price":1}'],
    ['PROD-113', '{"productId":ID}'],
    ['PROD-113', '{"productId":ID,"price":null}'],
    ['PROD-113', '{"productId":ID,"price":"1"}'],
    ['PROD-113', '{"productId":ID,"price":-0.01}'],
    ['PROD-113', '{"productId":ID,"price":1e999}'],
    ['PROD-113', '{"productId":999999,"price":1e-300}'],
    ['PROD-110', '[]'],
    ['PROD-110', 'not json'],
  ])('%s rejects %s with 400, alone and among others, and sets nothing', async (_rule, text) => {
    const shop = await makePriceShop()
    const before = shop.priceRows()
    const sent = text.replace('ID', String(shop.id))

    const one = await shop.set(sent)
    const many = await shop.send(
      shop.token,
      'POST /prices/bulk',
      `{"items":[{"productId":${shop.id},"price":1},${sent}]}`,
    )

    expect([one.status, one.body.success, many.status, many.body.success]).toEqual([400, false, 400, false])
    expect(shop.priceRows()).toEqual(before)
  })
})

describe('POST /prices/bulk', () => {
  it('sets all prices, with and without variantId, and returns only success (PROD-116 PROD-117)', async () => {
    const shop = await makePriceShop()
    const variantId = shop.variantIds[1]

    const { status, body } = await shop.setAll([
      { productId: shop.id, price: 1 },
      { productId: shop.otherId, variantId: null, price: 2 },
      { productId: shop.id, variantId, price: 3 },
    ])

    expect([status, body]).toEqual([200, { success: true }])
    expect(prices.bulk.response.parse(body)).toEqual(body)
    expect([shop.priceOf(shop.id), shop.priceOf(shop.otherId), shop.priceOf(shop.id, variantId)]).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('one invalid price at any position returns 404, and none is set (A8)', async () => {
    const shop = await makePriceShop()
    const before = shop.everything()
    const good = { productId: shop.id, price: 1 }

    for (const items of [
      [good, { productId: 1, price: 1 }],
      [{ productId: 1, price: 1 }, good],
    ]) {
      expect((await shop.setAll(items)).status).toBe(404)
    }
    expect(shop.everything()).toEqual(before)
  })

  it('the later price applies if a product appears twice', async () => {
    const shop = await makePriceShop()

    await shop.setAll([
      { productId: shop.id, price: 1 },
      { productId: shop.id, price: 2 },
    ])

    expect((await shop.read(shop.id)).price).toBe(2)
  })

  it('accepts 500 rows, and rejects 501 or none (PROD-118)', async () => {
    const shop = await makePriceShop()
    const rows = (n: number, price: number) => Array.from({ length: n }, () => ({ productId: shop.id, price }))

    const most = await shop.setAll(rows(500, 5))
    const many = await shop.setAll(rows(501, 6))
    const none = await shop.setAll([])

    expect([most.status, many.status, none.status]).toEqual([200, 400, 400])
    expect((await shop.read(shop.id)).price).toBe(5)
  })

  it.each(['{}', '{"items":null}', '{"items":{}}', '{"items":[null]}', '{"items":[[]]}', '[]'])(
    'a body such as %s returns 400 (PROD-117)',
    async (text) => {
      const shop = await makePriceShop()

      expect((await shop.send(shop.token, 'POST /prices/bulk', text)).status).toBe(400)
    },
  )

  it('needs products.write, and a region with a store-wide token (PROD-119 PROD-120)', async () => {
    const shop = await makePriceShop()
    const reader = await shop.install({ appKey: 'app.acme.other', requested_scopes: ['products.read'] })
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const { body } = await shop.write({}, { as, headers: shop.pin('de') })
    const items = [{ productId: body.id, price: 77 }]

    const [forbidden, unpinned] = [await shop.setAll(items, reader.token), await shop.setAll(items, as)]
    const elsewhere = await shop.setAll(items, as, shop.pin('gb'))
    const pinned = await shop.setAll(items, as, shop.pin('de'))

    expect([forbidden.status, unpinned.status, elsewhere.status, pinned.status]).toEqual([403, 400, 404, 200])
    expect(shop.priceOf(body.id, 0, 'de')).toBe('77')
  })
})
