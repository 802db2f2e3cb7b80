import { describe, expect, it } from 'vitest'

import { categories } from '../../../../../src/catalog/resources/categories.ts'
import { REGION_APP } from '../../shop.ts'
import { catalogueScopes, makeCategoryShop, seeded } from './category-shop.ts'

interface Item {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
}

describe('GET /categories', () => {
  it('lists categories with id, name and parent, null for a root (CAT-001 CAT-005 CAT-006 CAT-007 CAT-008 A20)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, '/categories')

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        items: [
          { id: 1, name: 'Bags', parentId: null },
          { id: 2, name: 'Kitchen', parentId: null },
          { id: 3, name: 'Home', parentId: null },
          { id: 4, name: 'Paper', parentId: null },
          { id: 5, name: 'Clothing', parentId: null },
          { id: 6, name: 'Tops', parentId: 5 },
          { id: 7, name: 'T-shirts', parentId: 6 },
        ],
      },
    ])
    expect(categories.list.response.parse(body)).toEqual(body)
  })

  it('a region token sees its region, a pin selects one, and no pin means all (CAT-003 A6 PIN-012)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')
    const wide = await shop.installWideCatalogue()
    await shop.create({ name: 'Nur hier' }, de)
    await shop.create({ name: 'Yalnız burada' })
    const own = async (token: string, query = '') => {
      const { status, body } = await shop.call(token, `/categories${query}`)
      const made = body.items.filter(({ id }: Item) => id > seeded.tShirts)
      return [status, made.map(({ name }: Item) => name)]
    }

    expect(await own(shop.token)).toEqual([200, ['Yalnız burada']])
    expect(await own(de)).toEqual([200, ['Nur hier']])
    expect(await own(wide, `?regionId=${shop.region('de')}`)).toEqual([200, ['Nur hier']])
    expect(await own(wide, `?regionId=${shop.region('gb')}`)).toEqual([200, []])
    expect(await own(wide)).toEqual([200, ['Nur hier', 'Yalnız burada']])
    expect((await shop.call(wide, '/categories')).body.items).toHaveLength(9)
  })

  it('without a pin a country-limited app sees only the categories of its regions (A6 A19)', async () => {
    const shop = await makeCategoryShop()
    await shop.create({ name: 'Yalnız burada' })
    await shop.create({ name: 'Nur hier' }, await shop.installIn('de'))
    const some = await shop.installWide({
      appKey: 'app.acme.some',
      requested_scopes: catalogueScopes,
      countries: ['DE', 'GB'],
    })

    const { body } = await shop.call(some.token, '/categories')

    expect(body.items.filter(({ id }: Item) => id > seeded.tShirts)).toMatchObject([{ name: 'Nur hier' }])
  })

  it('a token locked to a region that was closed later still works there (CAT-003 CAT-014 ATTR-027)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')
    await shop.control('POST', `/stores/${shop.store.code}/regions/de/deactivate`, {})

    const { id } = await shop.create({ name: 'Nur hier' }, de)

    const { body } = await shop.call(de, '/categories')
    expect(body.items.some((item: Item) => item.id === id)).toBe(true)
    expect((await shop.call(de, `/categories/${id}/content`)).body.languageCode).toBe('de')
    expect((await shop.call(de, '/attributes')).body.items[0].label).toBe('Farbe')
    const row = { key: 'fit', label: 'Schnitt', attrType: 'attribute', sortOrder: 1 }
    const written = await shop.send(de, 'POST /attributes', { items: [row] })
    expect(written.body.results[0]).toMatchObject({ success: true, warnings: [] })
  })

  it('a category is optional on a product (CAT-004)', async () => {
    const shop = await makeCategoryShop()
    const product = { externalRef: 'P-1', title: 'Without a place', price: 1 }

    const made = await shop.send(shop.token, 'POST /products', product)
    const placed = await shop.send(shop.token, 'POST /products', { ...product, externalRef: 'P-2', categoryId: 4 })

    const categoryOf = async (id: number) => (await shop.call(shop.token, `/products/${id}`)).body.categoryId
    expect([made.status, await categoryOf(made.body.id)]).toEqual([200, null])
    expect([placed.status, await categoryOf(placed.body.id)]).toEqual([200, 4])
  })

  it('sorts them by position, then by age (CAT-001)', async () => {
    const shop = await makeCategoryShop()
    for (const [name, sortOrder] of [
      ['Last', 1000],
      ['First', -1],
      ['Same place', 1000],
    ] as const) {
      await shop.create({ name, sortOrder })
    }

    const { body } = await shop.call(shop.token, '/categories')

    const names = body.items.map(({ name }: Item) => name)
    expect([names[0], ...names.slice(-2)]).toEqual(['First', 'Last', 'Same place'])
  })

  it('each call needs its scope (CAT-002 CAT-010 CAT-021 CAT-045 CAT-054 CAT-064 CAT-076 GEN-037)', async () => {
    const shop = await makeCategoryShop()
    const reader = await shop.install({ appKey: 'app.acme.reader', requested_scopes: ['products.read', 'orders.read'] })
    const writer = await shop.install({
      appKey: 'app.acme.writer',
      requested_scopes: ['products.write', 'orders.read'],
    })
    const reads = ['GET /categories', 'GET /categories/1/content', 'GET /categories/1/attributes']
    const writes = [
      'POST /categories',
      'PUT /categories/1/parent',
      'PUT /categories/1/content',
      'POST /categories/1/attributes',
    ]
    const status = async (token: string, request: string) => {
      const [method = '', path = ''] = request.split(' ')
      const answer = method === 'GET' ? await shop.call(token, path) : await shop.send(token, request, {})
      return answer.status
    }

    for (const request of reads) {
      expect([request, await status(writer.token, request), await status(reader.token, request)]).toEqual([
        request,
        403,
        200,
      ])
    }
    for (const request of writes) {
      expect([request, await status(reader.token, request), await status(writer.token, request)]).toEqual([
        request,
        403,
        400,
      ])
    }
  })

  it('another store has separate categories', async () => {
    const shop = await makeCategoryShop()
    const made = await shop.create({ name: 'Here' })
    const other = await shop.openStore({ name: 'Other', seed: 'none' })
    const there = await shop.install({ into: other, requested_scopes: catalogueScopes })

    expect((await shop.call(there.token, '/categories')).body).toEqual({ success: true, items: [] })
    expect((await shop.call(there.token, `/categories/${made.id}/content`)).status).toBe(404)
  })
})

describe('POST /categories', () => {
  it('creates a root in the language of the region (CAT-009 CAT-012 CAT-013 CAT-014 B9 B31)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')

    const { status, body } = await shop.send(de, 'POST /categories', { name: 'Größe & Übermaß', sortOrder: 3 })

    const { items } = (await shop.call(de, '/categories')).body
    expect([status, body]).toEqual([200, { success: true, id: 8, created: true, slug: 'gro-e-uberma', status: 'A' }])
    expect(items.find(({ id }: Item) => id === 8)).toEqual({ id: 8, name: 'Größe & Übermaß', parentId: null })
    expect((await shop.call(shop.token, '/categories')).body.items).toHaveLength(7)
    expect(shop.category(8)).toMatchObject({ region_id: shop.region('de'), sort_order: 3, created_by: REGION_APP })
    expect(categories.create.response.parse(body)).toEqual(body)
  })

  it('the same name under the same parent returns the existing category (CAT-015)', async () => {
    const shop = await makeCategoryShop()
    const first = await shop.create({ name: 'Lamps', parentId: seeded.home })
    const before = shop.everything()

    const again = await shop.create({ name: 'Lamps', parentId: seeded.home, sortOrder: 99 })

    expect([first.created, again]).toEqual([true, { ...first, created: false }])
    expect(shop.everything()).toEqual(before)
  })

  it('the same name under another parent is another category with its own slug (CAT-015)', async () => {
    const shop = await makeCategoryShop()

    const made = [
      await shop.create({ name: 'Lamps' }),
      await shop.create({ name: 'Lamps', parentId: seeded.home }),
      await shop.create({ name: 'Lamps', parentId: seeded.kitchen }),
      await shop.create({ name: 'lamps' }),
    ]

    expect(made.map(({ created, slug }) => [created, slug])).toEqual([
      [true, 'lamps'],
      [true, 'lamps-2'],
      [true, 'lamps-3'],
      [true, 'lamps-4'],
    ])
    expect(shop.category(made[1].id)).toMatchObject({ parent_id: seeded.home })
  })

  it('a category from another region is neither found nor revealed (CAT-015)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')

    const [here, there] = [await shop.create({ name: 'Lamps' }), await shop.create({ name: 'Lamps' }, de)]

    expect([here.created, there.created, here.id === there.id]).toEqual([true, true, false])
  })

  it("the owner's record is unchanged (CAT-016)", async () => {
    const shop = await makeCategoryShop()
    const before = shop.category(seeded.tops)

    const found = await shop.create({ name: 'Tops', parentId: seeded.clothing, sortOrder: 777 })

    expect(found).toEqual({ success: true, id: seeded.tops, created: false, slug: 'tops', status: 'A' })
    expect(shop.category(seeded.tops)).toEqual(before)
  })

  it.each(['تصنيف', '!!!', '日本'])('a name without URL characters still gets a slug: %s (B31)', async (name) => {
    const shop = await makeCategoryShop()

    expect([(await shop.create({ name })).slug, (await shop.create({ name: `${name}?` })).slug]).toEqual([
      'category',
      'category-2',
    ])
  })

  it('a parent must be a category of the region (CAT-017 CAT-018)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')
    const foreign = await shop.create({ name: 'Nur hier' }, de)
    const own = await shop.create({ name: 'Burada' })

    const child = await shop.create({ name: 'Altında', parentId: own.id })
    const refused = await shop.send(shop.token, 'POST /categories', { name: 'X', parentId: foreign.id, sortOrder: 1 })

    expect([child.success, refused.status, refused.body]).toEqual([
      true,
      400,
      { success: false, message: 'parentId is not a category in this region.' },
    ])
    expect((await shop.create({ name: 'X', parentId: foreign.id }, de)).created).toBe(true)
  })

  it.each<[string, unknown]>([
    ['CAT-011', { name: undefined }],
    ['CAT-011', { name: null }],
    ['CAT-011', { name: '' }],
    ['CAT-011', { name: ' \t\u00a0\n' }],
    ['CAT-011', { name: 7 }],
    ['CAT-011', { name: ['x'] }],
    ['CAT-011', { name: { toString: 'x' } }],
    ['CAT-013', { sortOrder: undefined }],
    ['CAT-013', { sortOrder: null }],
    ['CAT-013', { sortOrder: '1' }],
    ['CAT-013', { sortOrder: 1.5 }],
    ['CAT-013', { sortOrder: true }],
    ['CAT-017', { parentId: 0 }],
    ['CAT-017', { parentId: -1 }],
    ['CAT-018', { parentId: 999_999 }],
    ['CAT-018', { parentId: '1' }],
    ['CAT-018', { parentId: 1.5 }],
    ['CAT-018', { parentId: {} }],
    ['CAT-018', { parentId: [1] }],
  ])('%s %j answers 400, and nothing is written', async (_rule, fields) => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { status, body } = await shop.send(shop.token, 'POST /categories', {
      name: 'New',
      sortOrder: 1,
      ...(fields as object),
    })

    expect([status, body.success, typeof body.message]).toEqual([400, false, 'string'])
    expect(Object.keys(body)).toEqual(['success', 'message'])
    expect(shop.everything()).toEqual(before)
  })

  it.each([
    '{"name":"X","sortOrder":9007199254740993}',
    '{"name":"X","sortOrder":1,"parentId":9007199254740993}',
    '{"name":"X","sortOrder":1,"parentId":123456789012345678901234567890}',
    '{"name":"X","sortOrder":1e400}',
    '[{"name":"X","sortOrder":1}]',
    '"X"',
    'null',
    '{"name":"X",',
    `{"name":${'['.repeat(100)}${']'.repeat(100)},"sortOrder":1}`,
    '{"__proto__":{"name":"X","sortOrder":1}}',
  ])('the body %s returns 400, and nothing is written (T23)', async (text) => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { status } = await shop.send(shop.token, 'POST /categories', text)

    expect(status).toBe(400)
    expect(shop.everything()).toEqual(before)
  })

  it('stores a hostile name unchanged, and finds it again without harm (T23)', async () => {
    const shop = await makeCategoryShop()
    const names = [
      "'; DROP TABLE categories; --",
      '../../etc/passwd',
      'a\u0000b\u001b[31m\u202e',
      '%_%',
      'x'.repeat(100_000),
      ' padded ',
      '__proto__',
    ]

    for (const name of names) {
      const [first, second] = [await shop.create({ name, ignored: 1 }), await shop.create({ name })]
      expect([first.created, second.created, second.id]).toEqual([true, false, first.id])
      expect(first.slug).toMatch(/^[a-z0-9-]{1,80}$/)
    }
    const { items } = (await shop.call(shop.token, '/categories')).body
    const made = items.filter(({ id }: Item) => id > seeded.tShirts).map(({ name }: Item) => name)
    expect(made).toEqual(names.map((name) => name.toWellFormed()))
  })

  it('needs a region under both readings, because a language depends on it (CAT-014 A5)', async () => {
    const shop = await makeCategoryShop()
    const wide = await shop.installWideCatalogue()
    shop.context.changeSettings({ pin: 'documented-only' })
    const before = shop.everything()

    const requests: readonly (readonly [string, object])[] = [
      ['POST /categories', { name: 'X', sortOrder: 1 }],
      ['PUT /categories/1/parent', {}],
      ['PUT /categories/1/content', {}],
      ['POST /categories/1/attributes', {}],
      ['POST /attributes', { items: [{}] }],
    ]
    const answers = await Promise.all([
      ...requests.map(([request, body]) => shop.send(wide, request, body)),
      ...['/categories/1/content', '/categories/1/attributes', '/attributes', '/attributes/color/values'].map((path) =>
        shop.call(wide, path),
      ),
    ])

    expect(answers).toHaveLength(9)
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([400, { success: false, message: 'A region must be specified…' }])
    }
    expect(shop.everything()).toEqual(before)
  })
})
