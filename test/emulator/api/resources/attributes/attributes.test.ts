import { describe, expect, it } from 'vitest'

import { attributes } from '../../../../../src/catalog/resources/attributes.ts'
import { catalogueScopes, makeCategoryShop, seeded } from '../categories/category-shop.ts'

interface Item {
  readonly key: string
  readonly label: string | null
}

const keysOf = ({ items }: { items: Item[] }) => items.map(({ key }) => key)

describe('GET /attributes', () => {
  it('lists the dictionary (ATTR-001 ATTR-004 ATTR-005 ATTR-006 ATTR-007 ATTR-008 ATTR-009 ATTR-011 ATTR-012 ATTR-013 ATTR-014)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, '/attributes')

    const fromCategory = { isRequired: null, isMulti: null, sortOrder: null }
    const axis = { attrType: 'variant', isVariantAxis: true, valueCount: 3, ...fromCategory }
    const plain = { attrType: 'attribute', isVariantAxis: false, ...fromCategory }
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        totalCount: 4,
        items: [
          {
            id: 1,
            key: 'color',
            label: 'Renk',
            labels: { de: 'Farbe', en: 'Color', tr: 'Renk' },
            categoryIds: [seeded.tShirts],
            ...axis,
          },
          {
            id: 2,
            key: 'size',
            label: 'Beden',
            labels: { de: 'Größe', en: 'Size', tr: 'Beden' },
            categoryIds: [seeded.tShirts],
            ...axis,
          },
          {
            id: 3,
            key: 'material',
            label: 'Malzeme',
            labels: { de: 'Material', en: 'Material', tr: 'Malzeme' },
            categoryIds: [seeded.bags, seeded.kitchen, seeded.home],
            valueCount: 8,
            ...plain,
          },
          {
            id: 4,
            key: 'care',
            label: 'Bakım',
            labels: { de: 'Pflege', en: 'Care', tr: 'Bakım' },
            categoryIds: [seeded.home],
            valueCount: 0,
            ...plain,
          },
        ],
        hint: null,
      },
    ])
    expect(attributes.list.response.parse(body)).toEqual(body)
  })

  it('valueCount is the number of listed values (ATTR-010)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await shop.call(shop.token, '/attributes')

    for (const { key, valueCount } of body.items) {
      expect((await shop.call(shop.token, `/attributes/${key}/values`)).body.totalCount).toBe(valueCount)
    }
  })

  it('returns the label of the region, and null without a translation (ATTR-006 ATTR-028)', async () => {
    const shop = await makeCategoryShop()
    shop.db.prepare("DELETE FROM attribute_labels WHERE language = 'de' AND attribute_id = 1").run()
    const wide = await shop.installWideCatalogue()
    const label = async (code: string) =>
      (await shop.call(wide, `/attributes?regionId=${shop.region(code)}`)).body.items[0].label

    expect([await label('tr'), await label('de'), await label('gb')]).toEqual(['Renk', null, 'Color'])
    expect((await shop.call(wide, '/attributes')).status).toBe(400)
  })

  it('an attribute without a translation has no labels (ATTR-008)', async () => {
    const shop = await makeCategoryShop()
    shop.db.prepare('DELETE FROM attribute_labels WHERE attribute_id = 1').run()

    expect((await shop.call(shop.token, '/attributes')).body.items[0]).toMatchObject({ label: null, labels: {} })
  })

  it.each([
    ['color', ['color']],
    ['COL', ['color']],
    ['olo', ['color']],
    ['Renk', ['color']],
    ['renk', ['color']],
    ['MALZ', ['material']],
    // The language of another region.
    ['Farbe', []],
    ['e', ['color', 'size', 'material', 'care']],
    ['', ['color', 'size', 'material', 'care']],
    ['%', []],
    ['_', []],
    ["' OR 1=1 --", []],
    ['no_such', []],
    ['\u0000', []],
  ])('search=%j finds %j by key or label (ATTR-003)', async (search, keys) => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, `/attributes?search=${encodeURIComponent(search)}`)

    expect([status, keysOf(body), body.totalCount, body.hint]).toEqual([200, keys, keys.length, null])
  })

  it('an empty dictionary gives a hint (ATTR-001 B34)', async () => {
    const shop = await makeCategoryShop()
    const other = await shop.openStore({ name: 'Other', seed: 'none' })
    const { token } = await shop.install({ into: other, requested_scopes: catalogueScopes })

    const { body } = await shop.call(token, '/attributes')

    expect(body).toEqual({
      success: true,
      totalCount: 0,
      items: [],
      hint: 'The dictionary is empty. Create attributes (POST /attributes) before you bind them to categories.',
    })
  })

  it('a category of another region is not listed (ATTR-011)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')
    const { id } = await shop.create({ name: 'Nur hier' }, de)
    const row = { key: 'care', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 1 }
    await shop.send(de, `POST /categories/${id}/attributes`, { items: [row] })
    const ids = async (token: string) =>
      (await shop.call(token, '/attributes?search=care')).body.items[0].categoryIds as number[]

    expect([await ids(shop.token), await ids(de)]).toEqual([[seeded.home], [seeded.home, id]])
  })

  it('each call needs its scope (ATTR-002 ATTR-016 ATTR-035 GEN-037)', async () => {
    const shop = await makeCategoryShop()
    const reader = await shop.install({ appKey: 'app.acme.reader', requested_scopes: ['products.read'] })
    const writer = await shop.install({ appKey: 'app.acme.writer', requested_scopes: ['products.write'] })
    const reads = async (token: string) => [
      (await shop.call(token, '/attributes')).status,
      (await shop.call(token, '/attributes/color/values')).status,
    ]

    expect([await reads(reader.token), await reads(writer.token)]).toEqual([
      [200, 200],
      [403, 403],
    ])
    expect((await shop.send(reader.token, 'POST /attributes', {})).status).toBe(403)
    expect((await shop.send(writer.token, 'POST /attributes', {})).status).toBe(400)
  })

  it('sorts by position, then by key (ATTR-001)', async () => {
    const shop = await makeCategoryShop()
    shop.db.prepare('UPDATE attributes SET sort_order = 1').run()
    shop.db.prepare("UPDATE attributes SET sort_order = 0 WHERE attr_key = 'size'").run()

    expect(keysOf((await shop.call(shop.token, '/attributes')).body)).toEqual(['size', 'care', 'color', 'material'])
  })
})
