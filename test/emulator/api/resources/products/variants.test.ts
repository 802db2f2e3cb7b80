import { describe, expect, it } from 'vitest'

import { atThisSpeed, processorTime } from '../../../../support/machine/machine-load.ts'
import { addAttribute, addCategory, bind, makeProductShop, mug, put, type ProductShop } from './product-shop.ts'

const red = { combination: { tint: 'red' }, sku: 'MUG-R', price: 9, stock: 4 }
const blue = { combination: { tint: 'blue' }, sku: 'MUG-B', price: 8.5, stock: 0.5 }

/** A category with an attribute bound to it. */
function addBound(
  shop: ProductShop,
  facts: { type: 'variant' | 'attribute'; isRequired?: boolean; isMulti?: boolean },
) {
  const categoryId = addCategory(shop, 'Cups')
  const attributeId = addAttribute(shop, { key: 'tint', type: facts.type, values: ['red', 'blue'] })
  bind(shop, { categoryId, attributeId, ...facts })
  return categoryId
}

const saidOf = (shop: ProductShop, id: number) =>
  shop
    .rows(
      `SELECT a.variant_id > 0 AS variant, v.value_key FROM product_attributes a JOIN attribute_values v ON v.id = a.value_id
       WHERE a.product_id = ? ORDER BY a.variant_id, v.id`,
      id,
    )
    .map((row) => `${row['variant'] === 1 ? 'variant' : 'product'} ${String(row['value_key'])}`)

describe('variants of a product write', () => {
  it('create a variant product with a derived type and derived axes (PROD-069 PROD-007 PROD-070 PROD-071 PROD-077 PROD-078 PROD-079 PROD-080 PROD-081)', async () => {
    const shop = await makeProductShop()
    const variants = [
      { ...red, combination: { size: 's', tint: 'red' } },
      { ...blue, combination: { tint: 'blue', size: 's' } },
    ]

    const { status, body } = await shop.write({ price: 10, variants })

    expect([status, body]).toEqual([200, { success: true, id: body.id, created: true }])
    expect(await shop.read(body.id)).toMatchObject({ productType: 'variant', price: 10, stockQuantity: 4.5 })
    expect(shop.row(body.id)).toMatchObject({ variant_axes: '["size","tint"]' })
    expect(
      shop.rows(
        `SELECT v.sku, v.combination, c.price, s.quantity FROM variants v
         JOIN prices c ON c.product_id = v.product_id AND c.variant_id = v.id AND c.region_id = ?
         JOIN stock s ON s.product_id = v.product_id AND s.variant_id = v.id
         WHERE v.product_id = ? ORDER BY v.id`,
        shop.region('tr'),
        body.id,
      ),
    ).toEqual([
      { sku: 'MUG-R', combination: '{"size":"s","tint":"red"}', price: '9', quantity: '4' },
      { sku: 'MUG-B', combination: '{"size":"s","tint":"blue"}', price: '8.5', quantity: '0.5' },
    ])
    expect(shop.rows('SELECT quantity FROM stock WHERE product_id = ? AND variant_id = 0', body.id)).toEqual([])
  })

  it('sku, price and stock of a variant are optional, and an unknown field is ignored with a warning (PROD-079 PROD-080 PROD-081 N13)', async () => {
    const shop = await makeProductShop()

    const { status, body } = await shop.write({
      price: 10,
      variants: [{ combination: { tint: 'red' }, price: null, sku: null, stock: null, barcode: '1' }],
    })

    expect(status).toBe(200)
    expect(shop.rows('SELECT variant_id, price FROM prices WHERE product_id = ?', body.id)).toEqual([
      { variant_id: 0, price: '10' },
    ])
    expect(shop.rows('SELECT sku FROM variants WHERE product_id = ?', body.id)).toEqual([{ sku: null }])
    expect(await shop.warnings()).toEqual(['warn product.unknown-field'])
  })

  it.each([
    [[9, 8.5, 20], 8.5],
    [[10, 9, null], 9],
    [[null, 7, 100], 7],
  ])(
    'a product without a price gets the price of its cheapest variant: %j gives %d (PROD-044)',
    async (prices, lowest) => {
      const shop = await makeProductShop()
      const variants = prices.map((price, at) => ({ combination: { n: String(at) }, price }))

      const { body } = await shop.write({ price: undefined, variants })

      expect((await shop.read(body.id)).price).toBe(lowest)
      expect(await shop.warnings()).toEqual([])
    },
  )

  it('stockQuantity is ignored with a warning if variants are sent (PROD-045)', async () => {
    const shop = await makeProductShop()

    const { body } = await shop.write({ stockQuantity: 100, variants: [red] })

    expect((await shop.read(body.id)).stockQuantity).toBe(4)
    expect(await shop.warnings()).toEqual(['warn product.stock-of-variants'])
  })

  it('an empty list creates a simple product', async () => {
    const shop = await makeProductShop()

    const { body } = await shop.write({ variants: [] })

    expect((await shop.read(body.id)).productType).toBe('simple')
    expect(shop.row(body.id)).toMatchObject({ variant_axes: null })
  })

  it.each([
    [[{ tint: 'red' }, { tint: 'blue' }, { tint: 'red' }], 'variants.2.combination is listed twice.'],
    [
      [
        { tint: 'red', size: 's' },
        { size: 's', tint: 'red' },
      ],
      'variants.1.combination is listed twice.',
    ],
    [
      [{ tint: 'red' }, { tint: 'red', size: 's' }],
      'variants.1.combination has different axes than the first combination.',
    ],
    [[{ tint: 'red' }, { size: 's' }], 'variants.1.combination has different axes than the first combination.'],
    [[{ tint: 'red' }, {}], 'variants.1.combination is empty.'],
    [[{}], 'variants.0.combination is empty.'],
  ])('rejects %j with 400 and writes nothing (PROD-072 PROD-078)', async (combinations, message) => {
    const shop = await makeProductShop()
    const before = shop.everything()

    const { status, body } = await shop.write({ variants: combinations.map((combination) => ({ combination })) })

    expect([status, body]).toEqual([400, { success: false, message }])
    expect(shop.everything()).toEqual(before)
  })

  it.each(['price', 'stock'])('a variant with an infinite %s is rejected with 400 (T23)', async (name) => {
    const shop = await makeProductShop()
    const before = shop.everything()
    const sent = `{"externalRef":"m","title":"M","variants":[{"combination":{"a":"b"},"${name}":1e999}]}`

    const { status, body } = await shop.send(shop.token, 'POST /products', sent)

    expect([status, body.message]).toEqual([400, 'variants.0 has an invalid number.'])
    expect(shop.everything()).toEqual(before)
  })

  it('need a valueKey if the dictionary axis has values, and accept any text otherwise (PROD-086)', async () => {
    const shop = await makeProductShop()
    addAttribute(shop, { key: 'tint', type: 'variant', values: ['red', 'blue'] })
    addAttribute(shop, { key: 'engraving', type: 'variant' })
    const one = (combination: object, externalRef: string) => shop.write({ externalRef, variants: [{ combination }] })

    const known = await one({ tint: 'red' }, 'a')
    const label = await one({ tint: 'Red' }, 'b')
    const free = await one({ engraving: 'Any words' }, 'c')

    expect([known.status, free.status]).toEqual([200, 200])
    expect([label.status, label.body.message]).toEqual([
      400,
      'variants.0.combination contains a value that is not a valueKey of its axis.',
    ])
    expect(saidOf(shop, known.body.id)).toEqual(['variant red'])
    expect(saidOf(shop, free.body.id)).toEqual([])
  })

  it('an existing externalRef with variants is rejected with 400, even if they are unchanged or empty (PROD-074 A23)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write({ variants: [red] })
    const before = shop.everything()

    for (const variants of [[red], [blue], []]) {
      const again = await shop.write({ title: 'Changed', variants })
      expect([again.status, again.body.message]).toEqual([400, 'variants are not accepted on an update.'])
    }
    expect(shop.everything()).toEqual(before)
    const without = await shop.write({ title: 'Changed', variants: null })
    expect(without.body).toEqual({ success: true, id: body.id, created: false })
    expect((await shop.read(body.id)).productType).toBe('variant')
  })

  it('many variants of one product are written within the time limit (PROD-078)', async () => {
    const shop = await makeProductShop()
    addAttribute(shop, { key: 'n', type: 'variant', values: Array.from({ length: 2000 }, (_, at) => `v${at}`) })
    const variants = Array.from({ length: 2000 }, (_, at) => ({ combination: { n: `v${at}` }, stock: 1 }))

    const passed = processorTime()
    const { status, body } = await shop.write({ variants })

    expect([status, passed() < atThisSpeed(5000)]).toEqual([200, true])
    expect((await shop.read(body.id)).stockQuantity).toBe(2000)
  })
})

describe('attributes of a product write', () => {
  it('are valueKeys by attribute key, and a list if the category sets isMulti (PROD-085 PROD-086 PROD-088 N21)', async () => {
    const shop = await makeProductShop()
    const categoryId = addBound(shop, { type: 'attribute', isMulti: true })
    addAttribute(shop, { key: 'fabric', values: ['steel'] })

    const none = await shop.write({ attributes: {} })
    const { status, body } = await shop.write({
      externalRef: 'mug-2',
      categoryId,
      attributes: { tint: ['red', 'blue', 'red'], fabric: 'steel' },
    })

    expect([none.status, status]).toEqual([200, 200])
    expect(saidOf(shop, none.body.id)).toEqual([])
    expect(saidOf(shop, body.id)).toEqual(['product red', 'product blue', 'product steel'])
  })

  it('isMulti of another category has no effect (N21)', async () => {
    const shop = await makeProductShop()
    const categoryId = addCategory(shop, 'Plain')
    addBound(shop, { type: 'attribute', isMulti: true })

    expect((await shop.write({ categoryId, attributes: { tint: ['red'] } })).status).toBe(400)
    expect((await shop.write({ attributes: { tint: ['red'] } })).status).toBe(400)
  })

  it('attributes of a variant product leave the attributes of its variants unchanged (N21)', async () => {
    const shop = await makeProductShop()
    addAttribute(shop, { key: 'tint', type: 'variant', values: ['red', 'blue'] })
    addAttribute(shop, { key: 'fabric', values: ['steel'] })
    const { body } = await shop.write({ variants: [red, blue] })

    await shop.patch(body.id, { attributes: { fabric: 'steel' } })

    expect(saidOf(shop, body.id)).toEqual(['product steel', 'variant red', 'variant blue'])
  })

  it('are replaced if sent, and unchanged if omitted (N21)', async () => {
    const shop = await makeProductShop()
    addAttribute(shop, { key: 'tint', values: ['red', 'blue'] })
    addAttribute(shop, { key: 'fabric', values: ['steel'] })
    const { body } = await shop.write({ attributes: { tint: 'red', fabric: 'steel' } })

    await shop.write({ title: 'Changed' })
    expect(saidOf(shop, body.id)).toEqual(['product red', 'product steel'])
    await shop.patch(body.id, { attributes: { tint: 'blue' } })
    expect(saidOf(shop, body.id)).toEqual(['product blue'])
    await shop.patch(body.id, { attributes: {} })
    expect(saidOf(shop, body.id)).toEqual([])
  })

  it.each([
    [{ tint: 'green' }, 'attributes.tint is not a valueKey of this attribute.'],
    [{ tint: 'steel' }, 'attributes.tint is not a valueKey of this attribute.'],
    [{ tint: '' }, 'attributes.tint is not a valueKey of this attribute.'],
    [{ tint: ['red'] }, 'attributes.tint must not be an array, because the category allows only one value.'],
    [{ fabric: ['steel'] }, 'attributes.fabric must not be an array, because the category allows only one value.'],
    [{ Color: 'red' }, 'attributes contains a key that is not an attribute in this store.'],
    [{ constructor: 'red' }, 'attributes contains a key that is not an attribute in this store.'],
  ])('rejects %j with 400 on create and update, and writes nothing (PROD-086 N21)', async (attributes, message) => {
    const shop = await makeProductShop()
    const categoryId = addBound(shop, { type: 'attribute' })
    addAttribute(shop, { key: 'fabric', values: ['steel'] })
    const known = await shop.write({ externalRef: 'known', categoryId })
    const before = shop.everything()

    for (const answer of [
      await shop.write({ categoryId, attributes }),
      await shop.patch(known.body.id, { attributes }),
    ]) {
      expect([answer.status, answer.body]).toEqual([400, { success: false, message }])
    }
    expect(shop.everything()).toEqual(before)
  })

  it('an attribute without values accepts any text except an empty one (N21 CAT-074)', async () => {
    const shop = await makeProductShop()
    const categoryId = addCategory(shop, 'Cups')
    const attributeId = addAttribute(shop, { key: 'washing' })
    bind(shop, { categoryId, attributeId, isRequired: true })
    const words = () => shop.rows('SELECT text FROM product_attribute_texts').map((row) => row['text'])

    const { status, body } = await shop.write({ categoryId, attributes: { washing: 'By hand; cold' } })
    const empty = await shop.patch(body.id, { attributes: { washing: '' } })
    expect([status, empty.status, words()]).toEqual([200, 400, ['By hand; cold']])
    const moved = await shop.patch(body.id, { categoryId })
    const other = await shop.patch(body.id, { attributes: { washing: 'By machine' } })
    expect([moved.status, other.status, words()]).toEqual([200, 200, ['By machine']])
  })

  it('a required attribute needs its own value', async () => {
    const shop = await makeProductShop()
    const categoryId = addBound(shop, { type: 'attribute', isRequired: true })
    addAttribute(shop, { key: 'fabric', values: ['steel'] })
    const refused = { success: false, message: 'The category requires a value for the attribute tint.' }

    const without = await shop.write({ categoryId })
    const other = await shop.write({ categoryId, attributes: { fabric: 'steel' } })
    const given = await shop.write({ categoryId, attributes: { tint: 'red' } })
    const taken = await shop.patch(given.body.id, { attributes: {} })
    const renamed = await shop.patch(given.body.id, { title: 'Renamed' })
    const elsewhere = await shop.write({ externalRef: 'mug-2' })
    const moved = await shop.patch(elsewhere.body.id, { categoryId })
    const movedWell = await shop.patch(elsewhere.body.id, { categoryId, attributes: { tint: 'red' } })

    expect([without.body, other.body, taken.body, moved.body]).toEqual([refused, refused, refused, refused])
    expect([given.status, renamed.status, movedWell.status]).toEqual([200, 200, 200])
  })

  it('a requirement that the owner adds later does not block other updates', async () => {
    const shop = await makeProductShop()
    const categoryId = addCategory(shop, 'Cups')
    const { body } = await shop.write({ categoryId })
    bind(shop, { categoryId, attributeId: addAttribute(shop, { key: 'tint', values: ['red'] }), isRequired: true })

    expect((await shop.patch(body.id, { title: 'Changed' })).status).toBe(200)
    expect((await shop.patch(body.id, { categoryId })).status).toBe(400)
  })
})

describe('a category that requires a variant axis', () => {
  it('rejects a simple product and accepts one with variants on that axis (PROD-089 PROD-090)', async () => {
    const shop = await makeProductShop()
    const categoryId = addBound(shop, { type: 'variant', isRequired: true })
    const before = shop.everything()

    const simple = await shop.write({ categoryId })
    const saidOnly = await shop.write({ categoryId, attributes: { tint: 'red' } })
    expect([simple.status, saidOnly.status, shop.everything()]).toEqual([400, 400, before])
    expect(simple.body.message).toBe('The category accepts only products with variants on the axis tint.')
    const good = await shop.write({ categoryId, variants: [red, blue] })

    expect(good.body.created).toBe(true)
  })

  it('requires the axis in every combination (PROD-073)', async () => {
    const shop = await makeProductShop()
    const categoryId = addBound(shop, { type: 'variant', isRequired: true })
    const before = shop.everything()

    const { status, body } = await shop.write({ categoryId, variants: [{ combination: { size: 's' } }] })

    expect([status, body.message]).toEqual([400, 'The category requires the axis tint in every combination.'])
    expect(shop.everything()).toEqual(before)
    const more = await shop.write({ categoryId, variants: [{ combination: { size: 's', tint: 'red' } }] })
    expect(more.status).toBe(200)
  })

  it('accepts a simple product if the axis is optional (PROD-089)', async () => {
    const shop = await makeProductShop()
    const categoryId = addBound(shop, { type: 'variant' })

    expect((await shop.write({ categoryId })).status).toBe(200)
  })

  it('rejects an update that moves a simple product, or one with other axes, into it (PROD-089 PROD-073)', async () => {
    const shop = await makeProductShop()
    const categoryId = addBound(shop, { type: 'variant', isRequired: true })
    const simple = await shop.write()
    const sized = await shop.write({ externalRef: 'b', variants: [{ combination: { size: 's' } }] })
    const coloured = await shop.write({ externalRef: 'c', variants: [red] })

    const answers = [
      await shop.patch(simple.body.id, { categoryId }),
      await shop.write({ categoryId }),
      await shop.patch(sized.body.id, { categoryId }),
      await shop.patch(coloured.body.id, { categoryId }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 200])
  })

  it('adds no requirement to products in another category', async () => {
    const shop = await makeProductShop()
    addBound(shop, { type: 'variant', isRequired: true })
    const categoryId = put(shop, 'categories', { name: 'Free' })

    expect((await shop.write({ ...mug, categoryId })).status).toBe(200)
  })
})
