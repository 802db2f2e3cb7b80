import { describe, expect, it } from 'vitest'

import { attributes } from '../../../../../src/catalog/resources/attributes.ts'
import { makeCategoryShop } from '../categories/category-shop.ts'

interface Value {
  readonly id: number
  readonly valueKey: string
  readonly label: string | null
  readonly usageCount: number
}

const keysOf = ({ items }: { items: Value[] }) => items.map(({ valueKey }) => valueKey)

describe('GET /attributes/{key}/values', () => {
  it('lists the values (ATTR-015 ATTR-020 ATTR-021 ATTR-022 ATTR-023 ATTR-024 ATTR-025 ATTR-026 ATTR-032 B17)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, '/attributes/color/values')

    const plain = { displayConfig: null, usageCount: 0 }
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        attrKey: 'color',
        totalCount: 3,
        offset: 0,
        usageCountsIncluded: false,
        items: [
          {
            id: 1,
            valueKey: 'red',
            label: 'Kırmızı',
            labels: { de: 'Rot', en: 'Red', tr: 'Kırmızı' },
            sortOrder: 10,
            ...plain,
          },
          {
            id: 2,
            valueKey: 'blue',
            label: 'Mavi',
            labels: { de: 'Blau', en: 'Blue', tr: 'Mavi' },
            sortOrder: 20,
            ...plain,
          },
          {
            id: 3,
            valueKey: 'natural',
            label: 'Doğal',
            labels: { en: 'Natural', tr: 'Doğal' },
            sortOrder: 30,
            ...plain,
          },
        ],
      },
    ])
    expect(attributes.values.response.parse(body)).toEqual(body)
  })

  it('returns the label of the region, and null without a translation (ATTR-027 ATTR-028)', async () => {
    const shop = await makeCategoryShop()
    const wide = await shop.installWideCatalogue()
    const labels = async (code: string) => {
      const { body } = await shop.call(wide, `/attributes/color/values?regionId=${shop.region(code)}`)
      return body.items.map(({ label }: Value) => label)
    }

    expect(await labels('tr')).toEqual(['Kırmızı', 'Mavi', 'Doğal'])
    expect(await labels('de')).toEqual(['Rot', 'Blau', null])
    expect(await labels('gb')).toEqual(['Red', 'Blue', 'Natural'])
    expect((await shop.call(wide, '/attributes/color/values')).status).toBe(400)
  })

  it.each([
    ['', ['linen', 'canvas', 'leather', 'stoneware', 'copper', 'wood', 'wool', 'cotton'], 0],
    ['?limit=2', ['linen', 'canvas'], 0],
    ['?limit=1', ['linen'], 0],
    ['?offset=0', ['linen', 'canvas', 'leather', 'stoneware', 'copper', 'wood', 'wool', 'cotton'], 0],
    ['?offset=6', ['wool', 'cotton'], 6],
    ['?limit=2&offset=3', ['stoneware', 'copper'], 3],
    ['?limit=5&offset=7', ['cotton'], 7],
    ['?offset=8', [], 8],
    ['?limit=999999999999999&offset=999999999999999', [], 999_999_999_999_999],
  ])('%s returns %j of all eight (ATTR-017 ATTR-018)', async (query, keys, offset) => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, `/attributes/material/values${query}`)

    expect([status, keysOf(body), body.totalCount, body.offset]).toEqual([200, keys, 8, offset])
  })

  it('returns a hundred values by default (B17)', async () => {
    const shop = await makeCategoryShop()
    const insert = shop.db.prepare(
      'INSERT INTO attribute_values (attribute_id, value_key, sort_order) VALUES (4, ?, ?)',
    )
    for (let at = 1; at <= 101; at++) insert.run(`v${at}`, at)

    const { body } = await shop.call(shop.token, '/attributes/care/values')

    expect([body.items.length, body.totalCount, body.items.at(-1).valueKey]).toEqual([100, 101, 'v100'])
  })

  it('sorts values by position, then by key (ATTR-025)', async () => {
    const shop = await makeCategoryShop()
    const insert = shop.db.prepare(
      'INSERT INTO attribute_values (attribute_id, value_key, sort_order) VALUES (4, ?, ?)',
    )
    for (const [key, place] of [
      ['b', 5],
      ['a', 5],
      ['c', -1],
    ] as const) {
      insert.run(key, place)
    }

    expect(keysOf((await shop.call(shop.token, '/attributes/care/values')).body)).toEqual(['c', 'a', 'b'])
  })

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1e3',
    'limit=9007199254740993',
    'limit=1&limit=2',
    'offset=-1',
    'offset=x',
    'offset=0x1',
    'offset=99999999999999999999',
    'includeUsage=1',
    'includeUsage=TRUE',
    'includeUsage=',
    'includeUsage=true&includeUsage=false',
  ])('%s returns 400 (B16 ATTR-017 ATTR-018 ATTR-019)', async (query) => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, `/attributes/color/values?${query}`)

    expect([status, body.success]).toEqual([400, false])
  })

  it.each(['no_such', 'COLOR', ' color', 'color%00', '%25', "color'--", '1', '__proto__', 'constructor'])(
    'the unknown key %s returns 404, whatever the query (ATTR-030 B10)',
    async (key) => {
      const shop = await makeCategoryShop()

      for (const query of ['', '?limit=0']) {
        const { status, body } = await shop.call(shop.token, `/attributes/${key}/values${query}`)
        expect([status, body]).toEqual([404, { success: false, message: 'Not found.' }])
      }
    },
  )

  it('counts each active product of the region once (ATTR-019 ATTR-031 ATTR-032)', async () => {
    const shop = await makeCategoryShop()
    const { db } = shop
    // Red: two active products here, one of them by itself and by two variants; a draft, a deleted one, one that the region does not sell.
    const has = db.prepare('INSERT INTO product_attributes (product_id, variant_id, value_id) VALUES (?, ?, 1)')
    for (const [product, variant] of [
      [1, 0],
      [1, 901],
      [1, 902],
      [2, 903],
      [3, 0],
      [4, 0],
      [5, 0],
    ] as const) {
      has.run(product, variant)
    }
    db.exec("UPDATE products SET status = 'P' WHERE id = 3; UPDATE products SET status = 'D' WHERE id = 4")
    db.prepare('DELETE FROM prices WHERE product_id = 5 AND region_id = ?').run(shop.region('tr'))
    db.prepare('DELETE FROM prices WHERE product_id IN (1, 2) AND region_id = ?').run(shop.region('de'))
    db.prepare('INSERT OR IGNORE INTO prices (product_id, region_id, price) VALUES (5, ?, 1)').run(shop.region('de'))
    const wide = await shop.installWideCatalogue()
    const usage = async (token: string, query: string) => {
      const { body } = await shop.call(token, `/attributes/color/values?${query}`)
      return [body.usageCountsIncluded, body.items.map(({ usageCount }: Value) => usageCount)]
    }

    expect(await usage(shop.token, 'includeUsage=true')).toEqual([true, [2, 0, 0]])
    expect(await usage(wide, `includeUsage=true&regionId=${shop.region('de')}`)).toEqual([true, [1, 0, 0]])
    expect(await usage(shop.token, 'includeUsage=false')).toEqual([false, [0, 0, 0]])
    expect(await usage(shop.token, '')).toEqual([false, [0, 0, 0]])
  })

  it('a product with the value counts once, also through its variants, and only while published (ATTR-031)', async () => {
    const shop = await makeCategoryShop()
    const variants = ['s', 'm'].map((size) => ({ combination: { color: 'red', size }, price: 1, stock: 1 }))
    const write = (externalRef: string, fields: object) =>
      shop.send(shop.token, 'POST /products', { externalRef, title: externalRef, price: 1, status: 'A', ...fields })
    const count = async (key: string) =>
      (await shop.call(shop.token, `/attributes/${key}/values?includeUsage=true&limit=1`)).body.items[0].usageCount
    const linen = await count('material')

    const made = [
      await write('V-1', { variants }),
      await write('S-1', { attributes: { color: 'red', material: 'linen' } }),
      await write('S-2', { attributes: { color: 'red' }, status: 'P' }),
    ]

    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await count('color'), (await count('material')) - linen]).toEqual([2, 1])
    await shop.send(shop.token, `PATCH /products/${made[1]?.body.id}`, { status: 'P' })
    expect([await count('color'), (await count('material')) - linen]).toEqual([1, 0])
  })

  it('a variant price alone does not add its product to the region (ATTR-031)', async () => {
    const shop = await makeCategoryShop()
    const tr = shop.region('tr')
    shop.db.prepare('INSERT INTO product_attributes (product_id, value_id) VALUES (1, 1)').run()
    shop.db.prepare('UPDATE prices SET variant_id = 901 WHERE product_id = 1 AND region_id = ?').run(tr)

    const { body } = await shop.call(shop.token, '/attributes/color/values?includeUsage=true')

    expect(body.items[0].usageCount).toBe(0)
  })

  it('does not count products of another store (ATTR-031)', async () => {
    const shop = await makeCategoryShop()
    const other = await shop.openStore({ name: 'Other', seed: 'none' })
    const { token } = await shop.install({ into: other, requested_scopes: ['products.read', 'products.write'] })
    const items = [
      {
        key: 'material',
        label: 'M',
        attrType: 'attribute',
        sortOrder: 1,
        values: [{ key: 'linen', label: 'K', sortOrder: 1 }],
      },
    ]
    await shop.send(token, 'POST /attributes', { items })
    const count = async (by: string) =>
      (await shop.call(by, '/attributes/material/values?includeUsage=true')).body.items[0].usageCount

    expect([await count(shop.token), await count(token)]).toEqual([1, 0])
  })

  it('returns the stored displayConfig with every digit (ATTR-024)', async () => {
    const shop = await makeCategoryShop()
    shop.db
      .prepare('UPDATE attribute_values SET display_config = ? WHERE id = 1')
      .run('{"hex":"#c00","n":0.10000000000000000001}')

    const text = await (await shop.api(shop.token, '/attributes/color/values?limit=1')).text()

    expect(text).toContain('"displayConfig":{"hex":"#c00","n":0.10000000000000000001}')
  })
})
