import { describe, expect, it } from 'vitest'

import { attributes } from '../../../../../src/catalog/resources/attributes.ts'
import { makeCategoryShop } from '../categories/category-shop.ts'

const fit = {
  key: 'fit',
  label: 'Kalıp',
  attrType: 'attribute',
  sortOrder: 3,
  labels: { tr: 'Kalıp', de: 'Schnitt' },
  values: [
    { key: 'slim', label: 'Dar', sortOrder: 1, labels: { en: 'Slim' } },
    { key: 'wide', label: 'Bol', sortOrder: 2 },
  ],
}
const plain = { key: 'weave', label: 'Dokuma', attrType: 'attribute', sortOrder: 9 }

type CategoryShop = Awaited<ReturnType<typeof makeCategoryShop>>

const create = (shop: CategoryShop, items: unknown, token = shop.token) =>
  shop.send(token, 'POST /attributes', { items })

const dictionary = async (shop: CategoryShop, key: string, token = shop.token) =>
  (await shop.call(token, '/attributes')).body.items.find((item: { key: string }) => item.key === key)

const values = async (shop: CategoryShop, key: string, token = shop.token) =>
  (await shop.call(token, `/attributes/${key}/values`)).body.items

describe('POST /attributes', () => {
  it('creates attributes with their values (ATTR-034 ATTR-040 ATTR-043 ATTR-047 ATTR-052 ATTR-053 ATTR-054 ATTR-055 ATTR-056 ATTR-057 ATTR-058 ATTR-060 ATTR-061 B9)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await create(shop, [fit, plain])

    const made = { success: true, created: true, matchedBy: null, warnings: [] }
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        total: 2,
        failed: 0,
        results: [
          {
            sent: 'fit',
            id: 5,
            key: 'fit',
            attrType: 'attribute',
            ...made,
            values: [
              { sent: 'slim', id: 15, valueKey: 'slim', created: true, matchedBy: null },
              { sent: 'wide', id: 16, valueKey: 'wide', created: true, matchedBy: null },
            ],
          },
          { sent: 'weave', id: 6, key: 'weave', attrType: 'attribute', ...made, values: [] },
        ],
      },
    ])
    expect(attributes.create.response.parse(body)).toEqual(body)
    // First by place: the ones of the seed begin at 10.
    expect((await shop.call(shop.token, '/attributes')).body.items[0].key).toBe('fit')
  })

  it('stores only the labels that were sent, and invents no translation (ATTR-040 ATTR-042 ATTR-047)', async () => {
    const shop = await makeCategoryShop()
    await create(shop, [fit, plain])

    expect(await dictionary(shop, 'fit')).toMatchObject({ label: 'Kalıp', labels: { de: 'Schnitt', tr: 'Kalıp' } })
    expect((await dictionary(shop, 'fit')).labels).toEqual({ de: 'Schnitt', tr: 'Kalıp' })
    expect((await dictionary(shop, 'weave')).labels).toEqual({ tr: 'Dokuma' })
    expect(await values(shop, 'fit')).toMatchObject([
      { valueKey: 'slim', label: 'Dar', labels: { en: 'Slim', tr: 'Dar' }, sortOrder: 1, displayConfig: null },
      { valueKey: 'wide', label: 'Bol', labels: { tr: 'Bol' }, sortOrder: 2 },
    ])
    expect((await values(shop, 'fit'))[1].labels).toEqual({ tr: 'Bol' })
  })

  it('the label is in the language of the request region (ATTR-027)', async () => {
    const shop = await makeCategoryShop()
    const wide = await shop.installWideCatalogue()
    const row = { ...plain, label: 'Weave' }

    const { body } = await shop.send(wide, `POST /attributes?regionId=${shop.region('gb')}`, { items: [row] })

    expect(body.failed).toBe(0)
    expect(await dictionary(shop, 'weave')).toMatchObject({ label: null, labels: { en: 'Weave' } })
    expect((await create(shop, [plain], wide)).status).toBe(400)
  })

  it('a repeated request finds everything by its exact key (ATTR-051 ATTR-057 ATTR-059 N25)', async () => {
    const shop = await makeCategoryShop()
    const first = await create(shop, [fit])
    const before = shop.everything()

    const { body } = await create(shop, [fit])

    const [made] = first.body.results
    const found = { created: false, matchedBy: 'Birebir' }
    expect(body).toEqual({
      success: true,
      total: 1,
      failed: 0,
      results: [{ ...made, ...found, values: made.values.map((value: object) => ({ ...value, ...found })) }],
    })
    expect(shop.everything()).toEqual(before)
  })

  it('a key in another case is another attribute (ATTR-051)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await create(shop, [
      { ...plain, key: 'Color' },
      { ...plain, key: 'color ' },
    ])

    expect(body.results.map(({ created }: { created: boolean }) => created)).toEqual([true, true])
  })

  it('adds new values to an existing attribute (ATTR-051)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await create(shop, [
      {
        key: 'color',
        label: 'Renk',
        attrType: 'variant',
        sortOrder: 10,
        values: [
          { key: 'red', label: 'Kırmızı', sortOrder: 10 },
          { key: 'green', label: 'Yeşil', sortOrder: 15 },
        ],
      },
    ])

    expect(body.results[0]).toMatchObject({
      id: 1,
      created: false,
      matchedBy: 'Birebir',
      values: [
        { sent: 'red', id: 1, created: false, matchedBy: 'Birebir' },
        { sent: 'green', created: true, matchedBy: null },
      ],
      warnings: [],
    })
    expect((await values(shop, 'color')).map(({ valueKey }: { valueKey: string }) => valueKey)).toEqual([
      'red',
      'green',
      'blue',
      'natural',
    ])
  })

  it('the same value key in another attribute is another value (ATTR-051)', async () => {
    const shop = await makeCategoryShop()
    const before = await values(shop, 'color')

    const { body } = await create(shop, [{ ...plain, values: [{ key: 'red', label: 'Kızıl', sortOrder: 1 }] }])

    expect(body.results[0].values).toMatchObject([{ valueKey: 'red', created: true, matchedBy: null }])
    expect(await values(shop, 'color')).toEqual(before)
  })

  it('fills in an absent and an empty translation (ATTR-049 ATTR-051)', async () => {
    const shop = await makeCategoryShop()
    shop.db.exec("UPDATE attribute_labels SET label = '' WHERE attribute_id = 1 AND language = 'de'")

    const { body } = await create(shop, [
      {
        key: 'color',
        label: 'Renk',
        attrType: 'variant',
        sortOrder: 10,
        labels: { de: 'Farbton' },
        values: [{ key: 'natural', label: 'Doğal', sortOrder: 30, labels: { de: 'Natur' } }],
      },
    ])

    expect(body.failed).toBe(0)
    expect((await dictionary(shop, 'color')).labels).toEqual({ de: 'Farbton', en: 'Color', tr: 'Renk' })
    expect((await values(shop, 'color'))[2].labels).toEqual({ de: 'Natur', en: 'Natural', tr: 'Doğal' })
  })

  it('an existing value keeps its position, and a message reports it (ATTR-051)', async () => {
    const shop = await makeCategoryShop()
    await create(shop, [fit])
    const before = shop.everything()

    const { body } = await create(shop, [
      { ...fit, sortOrder: 4, values: [fit.values[0], { ...fit.values[1], sortOrder: 5 }] },
    ])

    expect(body.results[0].warnings).toEqual([
      'sortOrder was ignored, because the entry already exists.',
      'values.1.sortOrder was ignored, because the entry already exists.',
    ])
    expect(shop.everything()).toEqual(before)
  })

  it.each<[string, string, object]>([
    ['its label', 'labels', { label: 'Tarz', labels: {} }],
    ['a label of another language', 'labels', { labels: { de: 'Form' } }],
    ['the label of a value', 'values.1.labels', { values: [fit.values[0], { ...fit.values[1], label: 'Geniş' }] }],
    [
      'a value in another language',
      'values.0.labels',
      {
        values: [
          { ...fit.values[0], labels: { en: 'Narrow' } },
          { key: 'new', label: 'Yeni', sortOrder: 1 },
        ],
      },
    ],
  ])(
    'ATTR-049 ATTR-050 %s differs from what the store has: translation_conflict, and nothing of the row is written',
    async (_what, path, change) => {
      const shop = await makeCategoryShop()
      await create(shop, [fit])
      const before = shop.everything()

      const { status, body } = await create(shop, [{ ...fit, ...change }])

      expect([status, body]).toEqual([
        200,
        {
          success: true,
          total: 1,
          failed: 1,
          results: [
            {
              sent: 'fit',
              success: false,
              id: null,
              key: 'fit',
              attrType: 'attribute',
              created: false,
              matchedBy: null,
              values: [],
              warnings: [],
              code: 'translation_conflict',
              message: `${path} differs from the store's translation, which was not changed.`,
            },
          ],
        },
      ])
      expect(attributes.create.response.parse(body)).toEqual(body)
      expect(shop.everything()).toEqual(before)
    },
  )

  it('a failed row rolls back its writes and does not affect the other rows (ATTR-050 B33)', async () => {
    const shop = await makeCategoryShop()
    const before = shop.rows('attribute_values')
    const twice = {
      ...fit,
      values: [...fit.values, { key: 'slim', label: 'Başka', sortOrder: 1 }],
    }

    const { body } = await create(shop, [plain, twice, { ...plain, key: 'grain', label: 'Damar' }])

    expect(body.results.map(({ success, code, message }: Record<string, unknown>) => [success, code, message])).toEqual(
      [
        [true, undefined, undefined],
        [false, undefined, `values.${fit.values.length}.key is listed twice.`],
        [true, undefined, undefined],
      ],
    )
    expect([body.total, body.failed]).toEqual([3, 1])
    expect(await dictionary(shop, 'fit')).toBeUndefined()
    expect(await dictionary(shop, 'weave')).toBeDefined()
    expect(await dictionary(shop, 'grain')).toBeDefined()
    expect(shop.rows('attribute_values')).toEqual(before)
    expect(shop.db.prepare("SELECT count(*) AS n FROM attribute_labels WHERE label = 'Schnitt'").get()).toEqual({
      n: 0,
    })
  })

  it('finds a value the second time if a row contains it twice (ATTR-051)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await create(shop, [{ ...fit, values: [fit.values[1], fit.values[1]] }])

    const [one, other] = body.results[0].values
    expect([one.created, other]).toEqual([true, { ...one, created: false, matchedBy: 'Birebir' }])
  })

  it('fails the row if labels for the language of the region differ from label (ATTR-048 B33)', async () => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { body } = await create(shop, [
      { ...plain, labels: { tr: 'Başka', xx: 'y' } },
      { ...fit, values: [fit.values[0], { ...fit.values[1], labels: { tr: 'Başka' } }] },
    ])

    expect(
      body.results.map(({ message, code, warnings }: Record<string, unknown>) => [message, code, warnings]),
    ).toEqual([
      ["labels and label differ in the region's language.", undefined, []],
      ["values.1.labels and label differ in the region's language.", undefined, []],
    ])
    expect(body.failed).toBe(2)
    expect(shop.everything()).toEqual(before)
  })

  it('accepts an entry equal to label (ATTR-048)', async () => {
    const shop = await makeCategoryShop()

    expect((await create(shop, [{ ...plain, labels: { tr: 'Dokuma' } }])).body.failed).toBe(0)
  })

  it('skips languages of no region with a warning (ATTR-041 ATTR-061)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await create(shop, [
      {
        ...plain,
        labels: { xx: 'X', de: 'Gewebe', TR: 'Y', fr: 'Tissage', 'a b\u001b[31m': 'Z', constructor: 'C' },
        values: [{ key: 'a', label: 'A', sortOrder: 1, labels: { fr: 'Â', en: 'A' } }],
      },
    ])

    const skipped = (path: string) => `${path} was skipped, because the store has no region with this language.`
    expect(body.results[0]).toMatchObject({
      success: true,
      warnings: [
        skipped('labels.xx'),
        skipped('labels.TR'),
        skipped('labels.fr'),
        skipped('A name in labels'),
        skipped('labels.constructor'),
        skipped('values.0.labels.fr'),
      ],
    })
    expect((await dictionary(shop, 'weave')).labels).toEqual({ de: 'Gewebe', tr: 'Dokuma' })
    expect((await values(shop, 'weave'))[0].labels).toEqual({ en: 'A', tr: 'A' })
  })

  it('an existing attribute keeps its type, and another type fails the row (ATTR-038)', async () => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { body } = await create(shop, [{ key: 'color', label: 'Renk', attrType: 'attribute', sortOrder: 10 }])

    expect(body.results[0]).toMatchObject({
      success: false,
      id: null,
      attrType: 'attribute',
      message: 'attrType differs from the existing attribute, which was not changed.',
    })
    expect(body.results[0]).not.toHaveProperty('code')
    expect(shop.everything()).toEqual(before)
  })

  it.each<[string, unknown, string]>([
    ['ATTR-036', { ...plain, key: undefined }, 'key'],
    ['ATTR-036', { ...plain, key: null }, 'key'],
    ['ATTR-036', { ...plain, key: ' ' }, 'key'],
    ['ATTR-036', { ...plain, key: ['weave'] }, 'key'],
    ['ATTR-037', { ...plain, label: undefined }, 'label'],
    ['ATTR-037', { ...plain, label: '' }, 'label'],
    ['ATTR-037', { ...plain, label: '\t' }, 'label'],
    ['ATTR-037', { ...plain, label: 7 }, 'label'],
    ['ATTR-038', { ...plain, attrType: undefined }, 'attrType'],
    ['ATTR-038', { ...plain, attrType: 'axis' }, 'attrType'],
    ['ATTR-038', { ...plain, attrType: null }, 'attrType'],
    ['ATTR-039', { ...plain, sortOrder: undefined }, 'sortOrder'],
    ['ATTR-039', { ...plain, sortOrder: 0.5 }, 'sortOrder'],
    ['ATTR-039', { ...plain, sortOrder: '1' }, 'sortOrder'],
    ['ATTR-040', { ...plain, labels: 'tr' }, 'labels'],
    ['ATTR-040', { ...plain, labels: ['tr'] }, 'labels'],
    ['ATTR-040', { ...plain, labels: { de: 7 } }, 'labels.de'],
    ['ATTR-040', { ...plain, labels: { de: '' } }, 'labels.de'],
    ['ATTR-040', { ...plain, labels: { de: ' ' } }, 'labels.de'],
    ['ATTR-043', { ...plain, values: {} }, 'values'],
    ['ATTR-043', { ...plain, values: ['a'] }, 'values.0'],
    ['ATTR-043', { ...plain, values: [null] }, 'values.0'],
    ['ATTR-044', { ...plain, values: [{ label: 'A', sortOrder: 1 }] }, 'values.0.key'],
    ['ATTR-044', { ...plain, values: [{ key: '', label: 'A', sortOrder: 1 }] }, 'values.0.key'],
    ['ATTR-045', { ...plain, values: [{ key: 'a', sortOrder: 1 }] }, 'values.0.label'],
    ['ATTR-045', { ...plain, values: [{ key: 'a', label: ' ', sortOrder: 1 }] }, 'values.0.label'],
    ['ATTR-046', { ...plain, values: [{ key: 'a', label: 'A' }] }, 'values.0.sortOrder'],
    [
      'ATTR-047',
      { ...plain, values: [{ key: 'a', label: 'A', sortOrder: 1, labels: { de: 1 } }] },
      'values.0.labels.de',
    ],
  ])('%s B33 the row %j fails alone, with words', async (_rule, row, field) => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const failed = await create(shop, [row])
    const after = shop.everything()
    const both = await create(shop, [row, fit])

    expect(failed.status).toBe(200)
    expect(failed.body.results[0]).toMatchObject({
      success: false,
      id: null,
      created: false,
      matchedBy: null,
      values: [],
      warnings: [],
      message: `${field} is missing or invalid.`,
    })
    expect([failed.body.failed, both.body.failed, both.body.results[1].success]).toEqual([1, 1, true])
    expect(after).toEqual(before)
  })

  it.each([{ labels: null }, { labels: {} }, { values: null }, { values: [] }, { more: { deep: [1] } }])(
    'accepts %j (ATTR-040 ATTR-043)',
    async (fields) => {
      const shop = await makeCategoryShop()

      expect((await create(shop, [{ ...plain, ...fields }])).body.failed).toBe(0)
    },
  )

  it.each([[null], [7], ['fit'], [[fit]]])(
    'fails only the row %j, which is not an object (ATTR-036 T23)',
    async (row) => {
      const shop = await makeCategoryShop()

      const { body } = await create(shop, [row, fit])

      expect(body.failed).toBe(1)
      expect(body.results[0]).toMatchObject({
        sent: null,
        key: null,
        attrType: null,
        message: 'The row must be a JSON object.',
      })
    },
  )

  it.each<unknown>([undefined, null, {}, 'fit', []])('ATTR-034 items %j answers 400', async (items) => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { status, body } = await create(shop, items)

    expect([status, body]).toEqual([400, { success: false, message: 'items is missing or invalid.' }])
    expect(shop.everything()).toEqual(before)
  })

  it.each(['[]', 'null', '{', `{"items":[${'{"values":['.repeat(60)}${']}'.repeat(60)}]}`])(
    'the body %s returns 400 (T23)',
    async (text) => {
      const shop = await makeCategoryShop()

      expect((await shop.send(shop.token, 'POST /attributes', text)).status).toBe(400)
    },
  )

  it('stores hostile texts unchanged, and finds them again without harm (T23)', async () => {
    const shop = await makeCategoryShop()
    const texts = [
      "'; DROP TABLE attributes; --",
      '../../x',
      'a\u0000b\u001b[2J\u202e',
      '%',
      '__proto__',
      'x'.repeat(50_000),
    ]
    const rows = texts.map((text) => ({
      key: text,
      label: text,
      attrType: 'variant',
      sortOrder: -1,
      labels: { de: text },
      values: [{ key: text, label: text, sortOrder: 1 }],
    }))

    const [first, second] = [await create(shop, rows), await create(shop, rows)]

    expect([first.body.failed, second.body.failed]).toEqual([0, 0])
    for (const [at, { id, created, values: made }] of second.body.results.entries()) {
      expect([id, created, made[0].id]).toEqual([first.body.results[at].id, false, first.body.results[at].values[0].id])
    }
    const { items } = (await shop.call(shop.token, '/attributes')).body
    const kept = texts.map((text) => text.toWellFormed())
    expect(new Set(items.slice(0, texts.length).map(({ label }: { label: string }) => label))).toEqual(new Set(kept))
    expect(await values(shop, encodeURIComponent('a\u0000b\u001b[2J\u202e'))).toHaveLength(1)
  })

  it('rejects a number that no double can represent in its row (T23)', async () => {
    const shop = await makeCategoryShop()
    const text = '{"items":[{"key":"k","label":"L","attrType":"variant","sortOrder":9007199254740993}]}'

    const { body } = await shop.send(shop.token, 'POST /attributes', text)

    expect([body.failed, body.results[0].message]).toEqual([1, 'sortOrder is missing or invalid.'])
  })

  it('another store has a separate dictionary (ATTR-051)', async () => {
    const shop = await makeCategoryShop()
    const other = await shop.openStore({ name: 'Other', seed: 'none' })
    const there = await shop.install({ into: other, requested_scopes: ['products.read', 'products.write'] })

    await create(shop, [fit])

    expect((await shop.call(there.token, '/attributes')).body.items).toEqual([])
    expect((await shop.call(there.token, '/attributes/fit/values')).status).toBe(404)
  })
})
