import { describe, expect, it } from 'vitest'

import { categories } from '../../../../../src/catalog/resources/categories.ts'
import { makeCategoryShop, seeded } from './category-shop.ts'

const care = { key: 'care', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 5 }
const color = { key: 'color', attrType: 'variant', isRequired: true, isMulti: false, sortOrder: 1 }

type CategoryShop = Awaited<ReturnType<typeof makeCategoryShop>>

const bind = (shop: CategoryShop, items: unknown, id: number = seeded.paper, token = shop.token) =>
  shop.send(token, `POST /categories/${id}/attributes`, { items })

const bound = async (shop: CategoryShop, id: number = seeded.paper, token = shop.token) =>
  (await shop.call(token, `/categories/${id}/attributes`)).body

describe('GET /categories/{id}/attributes', () => {
  it('lists bound attributes and required axes (CAT-063 CAT-065 CAT-066 CAT-067 CAT-068 CAT-069 CAT-070 CAT-071 CAT-072 CAT-073)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, `/categories/${seeded.tShirts}/attributes`)

    const axis = { attrType: 'variant', isVariantAxis: true, isMulti: false }
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        categoryId: seeded.tShirts,
        requiredVariantAxes: ['size'],
        items: [
          {
            key: 'size',
            label: 'Beden',
            ...axis,
            isRequired: true,
            sortOrder: 50,
            allowedValues: ['s', 'm', 'l'],
          },
          {
            key: 'color',
            label: 'Renk',
            ...axis,
            isRequired: false,
            sortOrder: 60,
            allowedValues: ['red', 'blue', 'natural'],
          },
        ],
      },
    ])
    expect(categories.attributes.response.parse(body)).toEqual(body)
  })

  it('an attribute without values accepts any value, and allowedValues is null (CAT-069 CAT-071 CAT-073 CAT-074)', async () => {
    const shop = await makeCategoryShop()

    const { items, requiredVariantAxes } = await bound(shop, seeded.home)

    expect(items).toMatchObject([
      { key: 'material', isVariantAxis: false, isMulti: true, attrType: 'attribute' },
      { key: 'care', isVariantAxis: false, isMulti: false, allowedValues: null },
    ])
    expect(items[0].allowedValues).toHaveLength(8)
    expect(requiredVariantAxes).toEqual([])
  })

  it('a required attribute that is not an axis is missing from the required axes (CAT-065)', async () => {
    const shop = await makeCategoryShop()
    await bind(shop, [{ ...care, isRequired: true }, color])

    expect((await bound(shop)).requiredVariantAxes).toEqual(['color'])
  })

  it('returns the label of the region, and null without a translation (CAT-067)', async () => {
    const shop = await makeCategoryShop()
    shop.db.prepare("DELETE FROM attribute_labels WHERE language = 'en'").run()
    const wide = await shop.installWideCatalogue()
    const labels = async (code: string) => {
      const path = `/categories/${seeded.tShirts}/attributes?regionId=${shop.region(code)}`
      return (await shop.call(wide, path)).body.items.map(({ label }: { label: string | null }) => label)
    }

    expect([await labels('de'), await labels('gb')]).toEqual([
      ['Größe', 'Farbe'],
      [null, null],
    ])
    expect((await shop.call(wide, '/categories/1/attributes')).status).toBe(400)
  })

  it('a category without attributes returns none, and others are sorted by position, then by key (CAT-063 CAT-072)', async () => {
    const shop = await makeCategoryShop()
    expect(await bound(shop)).toEqual({ success: true, categoryId: seeded.paper, requiredVariantAxes: [], items: [] })
    await bind(shop, [
      { ...care, sortOrder: 7 },
      { ...color, sortOrder: -7 },
      { key: 'material', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 7 },
      { key: 'size', attrType: 'variant', isRequired: false, isMulti: false, sortOrder: 0 },
    ])

    const { items } = await bound(shop)

    expect(items.map(({ key }: { key: string }) => key)).toEqual(['color', 'size', 'care', 'material'])
  })
})

describe('POST /categories/{id}/attributes', () => {
  it('binds each row and reports each one (CAT-075 CAT-082 CAT-083)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await bind(shop, [care, color])

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        categoryId: seeded.paper,
        total: 2,
        failed: 0,
        results: [
          { sent: 'care', success: true, key: 'care', attrType: 'attribute' },
          { sent: 'color', success: true, key: 'color', attrType: 'variant' },
        ],
      },
    ])
    expect(categories['bind-attributes'].response.parse(body)).toEqual(body)
    expect((await bound(shop)).items).toMatchObject([
      { key: 'color', attrType: 'variant', isRequired: true, isMulti: false, sortOrder: 1 },
      { key: 'care', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 5 },
    ])
  })

  it('every new product must have a bound required axis (CAT-065 CAT-070)', async () => {
    const shop = await makeCategoryShop()
    const product = { externalRef: 'P-1', title: 'Paper lamp', price: 1, categoryId: seeded.paper }
    const variant = { externalRef: 'P-2', variants: [{ combination: { size: 's' }, price: 1, stock: 1 }] }
    const write = async (fields: object) =>
      (await shop.send(shop.token, 'POST /products', { ...product, ...fields })).status
    const before = [await write({}), await write({ ...variant, externalRef: 'P-3' })]
    await bind(shop, [color])

    const red = { combination: { size: 's', color: 'red' }, price: 1, stock: 1 }
    const after = [
      await write({ externalRef: 'P-4' }),
      await write(variant),
      await write({ ...variant, variants: [red] }),
    ]

    expect([before, after]).toEqual([
      [200, 200],
      [400, 400, 200],
    ])
    expect((await bound(shop)).requiredVariantAxes).toEqual(['color'])
  })

  it('the same binding twice is listed once and succeeds both times (CAT-084)', async () => {
    const shop = await makeCategoryShop()
    const first = await bind(shop, [care, care])
    const before = shop.everything()

    const again = await bind(shop, [care])

    expect([first.body.failed, again.body.failed, again.body.results[0].success]).toEqual([0, 0, true])
    expect((await bound(shop)).items).toHaveLength(1)
    expect(shop.everything()).toEqual(before)
  })

  it.each([{ isRequired: true }, { isMulti: true }, { sortOrder: 6 }])(
    '%j does not overwrite an existing binding, and the row fails (CAT-084 CAT-086)',
    async (change) => {
      const shop = await makeCategoryShop()
      await bind(shop, [care])
      const before = shop.everything()

      const { status, body } = await bind(shop, [{ ...care, ...change }])

      expect([status, body.success, body.failed, body.results]).toEqual([
        200,
        true,
        1,
        [
          {
            sent: 'care',
            success: false,
            key: 'care',
            attrType: 'attribute',
            message: 'The attribute is already bound with other settings, which were not changed.',
          },
        ],
      ])
      expect(shop.everything()).toEqual(before)
    },
  )

  it('an unknown key fails its row, creates no attribute and does not affect the other rows (CAT-085)', async () => {
    const shop = await makeCategoryShop()
    const before = shop.rows('attributes', 'attribute_labels', 'attribute_values')

    const { body } = await bind(shop, [{ ...care, key: 'no_such' }, care])

    expect([body.total, body.failed]).toEqual([2, 1])
    expect(body.results).toEqual([
      {
        sent: 'no_such',
        success: false,
        key: 'no_such',
        attrType: 'attribute',
        message: 'key is not in the attribute dictionary. Create the attribute first.',
      },
      { sent: 'care', success: true, key: 'care', attrType: 'attribute' },
    ])
    expect(shop.rows('attributes', 'attribute_labels', 'attribute_values')).toEqual(before)
  })

  it('other bindings are unchanged (CAT-086 CAT-084)', async () => {
    const shop = await makeCategoryShop()

    await bind(shop, [color], seeded.home)

    expect((await bound(shop, seeded.home)).items.map(({ key }: { key: string }) => key)).toEqual([
      'color',
      'material',
      'care',
    ])
  })

  it('the type comes from the dictionary (CAT-078)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await bind(shop, [{ ...color, attrType: 'attribute' }])

    expect([body.failed, body.results[0].message]).toEqual([1, 'attrType differs from the dictionary.'])
    expect((await bound(shop)).items).toEqual([])
  })

  it.each<[string, unknown, string | null, string | null, string]>([
    ['CAT-077', { ...care, key: undefined }, null, 'attribute', 'key'],
    ['CAT-077', { ...care, key: null }, null, 'attribute', 'key'],
    ['CAT-077', { ...care, key: '' }, '', 'attribute', 'key'],
    ['CAT-077', { ...care, key: 7 }, null, 'attribute', 'key'],
    ['CAT-078', { ...care, attrType: undefined }, 'care', null, 'attrType'],
    ['CAT-078', { ...care, attrType: '' }, 'care', '', 'attrType'],
    ['CAT-079', { ...care, isRequired: undefined }, 'care', 'attribute', 'isRequired'],
    ['CAT-079', { ...care, isRequired: 'false' }, 'care', 'attribute', 'isRequired'],
    ['CAT-079', { ...care, isRequired: null }, 'care', 'attribute', 'isRequired'],
    ['CAT-080', { ...care, isMulti: undefined }, 'care', 'attribute', 'isMulti'],
    ['CAT-080', { ...care, isMulti: 0 }, 'care', 'attribute', 'isMulti'],
    ['CAT-081', { ...care, sortOrder: undefined }, 'care', 'attribute', 'sortOrder'],
    ['CAT-081', { ...care, sortOrder: 1.5 }, 'care', 'attribute', 'sortOrder'],
    ['CAT-081', { ...care, sortOrder: '1' }, 'care', 'attribute', 'sortOrder'],
  ])('%s B33 the row %j fails alone, with words', async (_rule, row, ...[sent, attrType, field]) => {
    const shop = await makeCategoryShop()

    const { status, body } = await bind(shop, [row, color])

    expect([status, body.total, body.failed]).toEqual([200, 2, 1])
    expect(body.results[0]).toEqual({
      sent,
      success: false,
      key: sent,
      attrType,
      message: `${field} is missing or invalid.`,
    })
    expect((await bound(shop)).items).toMatchObject([{ key: 'color' }])
  })

  it.each([[null], [7], ['care'], [[care]], [true]])('fails only the row %j (CAT-077 T23)', async (row) => {
    const shop = await makeCategoryShop()

    const { status, body } = await bind(shop, [row, care])

    expect([status, body.failed, body.results]).toEqual([
      200,
      1,
      [
        { sent: null, success: false, key: null, attrType: null, message: 'The row must be a JSON object.' },
        { sent: 'care', success: true, key: 'care', attrType: 'attribute' },
      ],
    ])
  })

  it.each<unknown>([undefined, null, {}, 'care', 7, []])(
    'CAT-075 items %j answers 400, and nothing is written',
    async (items) => {
      const shop = await makeCategoryShop()
      const before = shop.everything()

      const { status, body } = await bind(shop, items)

      expect([status, body]).toEqual([400, { success: false, message: 'items is missing or invalid.' }])
      expect(shop.everything()).toEqual(before)
    },
  )

  it.each([
    '[]',
    'null',
    '{',
    '{"items":[{"__proto__":{"key":"care"}}]}',
    '{"items":[{"key":"care","sortOrder":9007199254740993}]}',
  ])('the body %s binds nothing (T23)', async (text) => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { status, body } = await shop.send(shop.token, `POST /categories/${seeded.paper}/attributes`, text)

    expect(status === 400 || body.failed === 1).toBe(true)
    expect(shop.everything()).toEqual(before)
  })

  it('hostile keys are looked up and not found (CAT-085)', async () => {
    const shop = await makeCategoryShop()
    const keys = ["' OR 1=1 --", '%', '_are', '../care', 'care\u0000', 'CARE', ' care', '\u001b[2J']
    const before = shop.everything()

    const { body } = await bind(
      shop,
      keys.map((key) => ({ ...care, key })),
    )

    expect([body.failed, body.results.map(({ sent }: { sent: string }) => sent)]).toEqual([keys.length, keys])
    expect(shop.everything()).toEqual(before)
  })
})
