import { describe, expect, it } from 'vitest'

import { products } from '../../../../../src/catalog/resources/products.ts'
import { addAttribute, addCategory, bind, makeProductShop, mug, writerScopes } from './product-shop.ts'

const cup = { externalRef: 'cup-1', title: 'Cup', price: 3 }

async function makeBulkShop() {
  const shop = await makeProductShop()
  const bulk = (items: unknown, { as = shop.token, headers }: { as?: string; headers?: Record<string, string> } = {}) =>
    shop.send(as, 'POST /products/bulk', { items }, headers)
  return { ...shop, bulk }
}

const count = (shop: Awaited<ReturnType<typeof makeBulkShop>>) => shop.rows('SELECT id FROM products').length

describe('POST /products/bulk', () => {
  it('writes each row and returns one result for each, in order (PROD-100 PROD-101 PROD-102 PROD-105)', async () => {
    const shop = await makeBulkShop()
    const known = await shop.write()

    const { status, body } = await shop.bulk([cup, { ...mug, title: 'Blue mug' }])

    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      total: 2,
      failed: 0,
      results: [
        { externalRef: 'cup-1', id: expect.any(Number), success: true },
        { externalRef: 'mug-1', id: known.body.id, success: true },
      ],
    })
    expect(products.bulk.response.parse(body)).toEqual(body)
    expect(await shop.read(body.results[0].id)).toMatchObject({ name: 'Cup', price: 3 })
    expect(await shop.read(known.body.id)).toMatchObject({ name: 'Blue mug' })
  })

  it('a failed row reports its reason and stops no other row, and the response is still a success (PROD-106 PROD-107 PROD-108 B49)', async () => {
    const shop = await makeBulkShop()
    const before = count(shop)

    const { status, body } = await shop.bulk([cup, { externalRef: 'bad' }, mug])

    expect([status, body.success, body.total, body.failed, count(shop)]).toEqual([200, true, 3, 1, before + 2])
    expect(body.results).toEqual([
      { externalRef: 'cup-1', id: expect.any(Number), success: true },
      {
        externalRef: 'bad',
        id: null,
        success: false,
        message: 'title is missing or invalid.',
      },
      { externalRef: 'mug-1', id: expect.any(Number), success: true },
    ])
  })

  it('returns 200 and success even if every row fails (PROD-107)', async () => {
    const shop = await makeBulkShop()

    const { status, body } = await shop.bulk([{}, {}])

    expect([status, body.success, body.total, body.failed]).toEqual([200, true, 2, 2])
  })

  it.each<[string, unknown, string | null, string]>([
    ['no object', 'x', null, 'The row must be a JSON object.'],
    ['null', null, null, 'The row must be a JSON object.'],
    ['a number', 7, null, 'The row must be a JSON object.'],
    ['a list', [mug], null, 'The row must be a JSON object.'],
    ['no key', { title: 'X' }, null, 'externalRef is missing or invalid.'],
    ['a key of the wrong type', { ...cup, externalRef: 7 }, null, 'externalRef is missing or invalid.'],
    ['an empty key', { ...cup, externalRef: '' }, '', 'externalRef is missing or invalid.'],
    ['a wrong price', { ...cup, price: '3' }, 'cup-1', 'price is missing or invalid.'],
    ['an unknown category', { ...cup, categoryId: 999_999 }, 'cup-1', 'categoryId is unknown in this region.'],
    ['a foreign tax rule', { ...cup, taxRuleId: 999_999 }, 'cup-1', 'taxRuleId is unknown in this region.'],
    [
      'a combination twice',
      { ...cup, variants: [{ combination: { a: 'b' } }, { combination: { a: 'b' } }] },
      'cup-1',
      'variants.1.combination is listed twice.',
    ],
    [
      'an unknown attribute',
      { ...cup, attributes: { x: 'y' } },
      'cup-1',
      'attributes contains a key that is not an attribute in this store.',
    ],
  ])('PROD-106 B49 a row that is %s fails alone and writes nothing', async (_name, row, externalRef, message) => {
    const shop = await makeBulkShop()
    const before = shop.everything()

    const { status, body } = await shop.bulk([row])

    expect([status, body.results]).toEqual([200, [{ externalRef, id: null, success: false, message }]])
    expect(shop.everything()).toEqual(before)
  })

  it('an id above 2^53 and a number without an end fail only their rows (T23)', async () => {
    const shop = await makeBulkShop()
    const rows = ['"categoryId":9007199254740993', '"price":1e999', '"price":1']
    const text = rows.map((field, at) => `{"externalRef":"r${at}","title":"T",${field}}`).join(',')

    const { status, body } = await shop.send(shop.token, 'POST /products/bulk', `{"items":[${text}]}`)

    expect([status, body.failed]).toEqual([200, 2])
    expect(body.results.map(({ success }: { success: boolean }) => success)).toEqual([false, false, true])
  })

  it('rejects variants for an existing externalRef and writes the other rows (PROD-076 PROD-074)', async () => {
    const shop = await makeBulkShop()
    const variants = [{ combination: { size: 's' } }]
    await shop.write()

    const { body } = await shop.bulk([
      { ...mug, title: 'Changed', variants },
      { ...cup, variants },
    ])

    expect(body.results).toEqual([
      { externalRef: 'mug-1', id: null, success: false, message: 'variants are not accepted on an update.' },
      { externalRef: 'cup-1', id: expect.any(Number), success: true },
    ])
    expect(shop.rows('SELECT name FROM products WHERE external_ref = ?', 'mug-1')).toEqual([{ name: 'Enamel mug' }])
    expect(shop.row(body.results[1].id)).toMatchObject({ product_type: 'variant' })
  })

  it('if an externalRef appears twice, the later row finds the product of the earlier one (PROD-040)', async () => {
    const shop = await makeBulkShop()
    const before = count(shop)
    const variants = [{ combination: { size: 's' } }]

    const { body } = await shop.bulk([
      { ...cup, variants },
      { ...cup, title: 'Second' },
      { ...cup, variants },
    ])

    expect([count(shop), body.failed, body.results[0].id]).toEqual([before + 1, 1, body.results[1].id])
    expect(await shop.read(body.results[0].id)).toMatchObject({ name: 'Second', productType: 'variant' })
  })

  it('applies the requirements of a category to each row (PROD-090)', async () => {
    const shop = await makeBulkShop()
    const categoryId = addCategory(shop, 'Shirts')
    const attributeId = addAttribute(shop, { key: 'fit', type: 'variant', values: ['slim'] })
    bind(shop, { categoryId, attributeId, type: 'variant', isRequired: true })

    const { body } = await shop.bulk([
      { ...mug, categoryId },
      { ...cup, categoryId, variants: [{ combination: { fit: 'slim' } }] },
    ])

    expect(body.results.map(({ success }: { success: boolean }) => success)).toEqual([false, true])
  })

  it('needs products.write (PROD-103)', async () => {
    const shop = await makeBulkShop()
    const { token: as } = await shop.install({ region: 'de', requested_scopes: ['products.read'] })
    const before = shop.everything()

    expect((await shop.bulk([mug], { as })).status).toBe(403)
    expect(shop.everything()).toEqual(before)
  })

  it('a store-wide token needs one region for all rows, and a token of one region ignores any pin (PROD-104 A7)', async () => {
    const shop = await makeBulkShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const before = shop.everything()

    expect((await shop.bulk([mug], { as })).status).toBe(400)
    expect(shop.everything()).toEqual(before)
    const wide = await shop.bulk([mug], { as, headers: shop.pin('de') })
    const locked = await shop.bulk([mug], { headers: shop.pin('de') })

    const regionOf = ({ body }: typeof wide) =>
      shop.rows('SELECT region_id FROM prices WHERE product_id = ?', body.results[0].id)
    expect([regionOf(wide), regionOf(locked)]).toEqual([
      [{ region_id: shop.region('de') }],
      [{ region_id: shop.region('tr') }],
    ])
  })

  it('accepts 500 rows in one request, rejects 501 or none, and has a setting for the limit (PROD-109 N30)', async () => {
    const shop = await makeBulkShop()
    const rows = (n: number) => Array.from({ length: n }, (_, at) => ({ ...mug, externalRef: `m-${at}` }))
    const before = count(shop)

    const many = await shop.bulk(rows(501))
    expect([many.status, many.body.message, count(shop)]).toEqual([400, 'items has more than 500 rows.', before])
    expect((await shop.bulk([])).status).toBe(400)
    const most = await shop.bulk(rows(500))
    expect([most.status, most.body.total, most.body.failed, count(shop)]).toEqual([200, 500, 0, before + 500])
    shop.context.changeSettings({ productRowsMax: 2 })
    expect([(await shop.bulk(rows(2))).status, (await shop.bulk(rows(3))).status]).toEqual([200, 400])
  })

  it.each(['{}', '{"items":null}', '{"items":{}}', '{"items":"x"}', '[]', 'null', 'not json', '{"items":[{]}'])(
    'a body such as %s returns 400, and nothing is written (PROD-100)',
    async (text) => {
      const shop = await makeBulkShop()
      const before = shop.everything()

      const { status, body } = await shop.send(shop.token, 'POST /products/bulk', text)

      expect([status, body.success, shop.everything()]).toEqual([400, false, before])
    },
  )

  it('logs one entry for each kind of row warning, with the number of products (B23 N13)', async () => {
    const shop = await makeBulkShop()
    const rows = Array.from({ length: 30 }, (_, at) => ({
      ...mug,
      externalRef: `m-${at}`,
      stockQuantity: 1,
      currency: 'X',
    }))
    await shop.bulk(rows)
    const { body } = await shop.bulk([...rows, { externalRef: 'bad', currency: 'X' }])

    const { entries } = await shop.control<{ entries: { code: string; details: object }[] }>('GET', '/log')

    const seen = entries.filter(({ code }) => code.startsWith('product.'))
    expect(seen.map(({ code }) => code)).toEqual([
      'product.unknown-field',
      'product.stock-ignored',
      'product.unknown-field',
    ])
    expect(seen[1]?.details).toEqual({
      appKey: 'app.acme.loyalty',
      storeId: shop.store.store.id,
      products: 30,
      ids: body.results.slice(0, 20).map(({ id }: { id: number }) => id),
    })
  })
})
