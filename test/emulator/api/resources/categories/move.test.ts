import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { categories } from '../../../../../src/catalog/resources/categories.ts'
import { REGION_APP } from '../../shop.ts'
import { makeCategoryShop, seeded } from './category-shop.ts'

const agreed = { userConfirmed: true, evidence: 'The owner pressed Move.' }
const fromRoot = { expectedCurrent: { root: true }, ...agreed }

type CategoryShop = Awaited<ReturnType<typeof makeCategoryShop>>

const move = (shop: CategoryShop, id: number | string, body: unknown, token = shop.token) =>
  shop.send(token, `PUT /categories/${id}/parent`, body)

describe('PUT /categories/{id}/parent', () => {
  it('moves a root below a category (CAT-020 CAT-022 CAT-024 CAT-028 CAT-029 CAT-030 CAT-031 CAT-032 CAT-033 CAT-034 CAT-035 CAT-036 CAT-037 CAT-038)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await move(shop, seeded.bags, { target: { id: seeded.clothing }, ...fromRoot })

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        categoryId: seeded.bags,
        previousParentId: null,
        targetParentId: seeded.clothing,
        moved: true,
        idempotent: false,
        audit: {
          id: 1,
          evidenceDigest: createHash('sha256').update(agreed.evidence).digest('hex'),
          sourceApp: REGION_APP,
          regionId: shop.region('tr'),
          confirmedAt: shop.clock.now().toISOString(),
        },
      },
    ])
    expect(categories.move.response.parse(body)).toEqual(body)
    expect(shop.db.prepare('SELECT * FROM audits').all()).toEqual([
      {
        id: 1,
        kind: 'category-move',
        subject_id: seeded.bags,
        app_key: REGION_APP,
        region_id: shop.region('tr'),
        evidence_digest: body.audit.evidenceDigest,
        details: JSON.stringify({ previousParentId: null, targetParentId: seeded.clothing, moved: true }),
        at: shop.clock.now().getTime(),
      },
    ])
  })

  it('moves to the root, with the current parent given by its id (CAT-023 CAT-025 CAT-026 CAT-027 N24)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await move(shop, seeded.tShirts, {
      target: { root: true },
      expectedCurrent: { id: seeded.tops },
      ...agreed,
    })

    expect([status, body.previousParentId, body.targetParentId, body.moved]).toEqual([200, seeded.tops, null, true])
    expect(shop.category(seeded.tShirts)).toMatchObject({ parent_id: null })
    expect(categories.move.assumed).toContain('N24')
  })

  it('changes only the parent of that category (CAT-039 CAT-040)', async () => {
    const shop = await makeCategoryShop()
    const [tree, ...others] = shop.rows(
      'categories',
      'products',
      'category_attributes',
      'attributes',
      'prices',
      'stock',
    )

    await move(shop, seeded.home, { target: { id: seeded.tops }, ...fromRoot })

    const [after, ...othersAfter] = shop.rows(
      'categories',
      'products',
      'category_attributes',
      'attributes',
      'prices',
      'stock',
    )
    expect(after).toEqual(tree?.map((row) => (row['id'] === seeded.home ? { ...row, parent_id: seeded.tops } : row)))
    expect(othersAfter).toEqual(others)
  })

  it.each([
    ['at the root', seeded.bags, { root: true }, { id: seeded.home }, null],
    ['below its parent', seeded.tops, { id: seeded.clothing }, { root: true }, seeded.clothing],
  ])(
    'a replay %s moves nothing for any expectedCurrent, and is audited (CAT-033 B31)',
    async (_where, id, target, expectedCurrent, parent) => {
      const shop = await makeCategoryShop()
      const before = shop.rows('categories')

      const { status, body } = await move(shop, id, { target, expectedCurrent, ...agreed })

      expect([status, body]).toMatchObject([
        200,
        { success: true, moved: false, idempotent: true, previousParentId: parent, targetParentId: parent },
      ])
      expect(shop.rows('categories')).toEqual(before)
      expect(shop.db.prepare('SELECT details FROM audits WHERE id = ?').get(body.audit.id)).toEqual({
        details: JSON.stringify({ previousParentId: parent, targetParentId: parent, moved: false }),
      })
    },
  )

  it.each([
    ['a root is said to be below another', seeded.bags, { id: seeded.home }],
    ['a child is said to be a root', seeded.tops, { root: true }],
    ['a child is said to be elsewhere', seeded.tops, { id: seeded.home }],
    ['an id that nothing has', seeded.tops, { id: 999_999 }],
  ])(
    '%s returns 409 category_parent_changed, and nothing is written (CAT-041 ERR-017)',
    async (_what, id, expectedCurrent) => {
      const shop = await makeCategoryShop()
      const before = shop.everything()

      const { status, body } = await move(shop, id, { target: { id: seeded.paper }, expectedCurrent, ...agreed })

      expect([status, body]).toEqual([
        409,
        {
          success: false,
          message: 'The category has moved since expectedCurrent was read.',
          code: 'category_parent_changed',
        },
      ])
      expect(shop.everything()).toEqual(before)
    },
  )

  it('an expectedCurrent id above 2^53 matches no category and not the root (CAT-041 T23)', async () => {
    const shop = await makeCategoryShop()
    const text = `{"target":{"id":2},"expectedCurrent":{"id":9007199254740993},"userConfirmed":true,"evidence":"x"}`

    const { status, body } = await move(shop, seeded.bags, text)

    expect([status, body.code]).toEqual([409, 'category_parent_changed'])
  })

  it.each([
    ['itself', seeded.clothing],
    ['its child', seeded.tops],
    ['a child of its child', seeded.tShirts],
  ])('a move below %s returns 409 without a code, and nothing is written (CAT-042 B31)', async (_what, target) => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { status, body } = await move(shop, seeded.clothing, { target: { id: target }, ...fromRoot })

    expect([status, body]).toEqual([409, { success: false, message: 'A category cannot be moved below itself.' }])
    expect(shop.everything()).toEqual(before)
  })

  it('returns 409 if the target already has a category with that name, and writes nothing (CAT-043)', async () => {
    const shop = await makeCategoryShop()
    await shop.create({ name: 'Bags', parentId: seeded.home })
    const { id: tops } = await shop.create({ name: 'Tops' })
    const before = shop.everything()

    const below = await move(shop, seeded.bags, { target: { id: seeded.home }, ...fromRoot })
    const root = await move(shop, seeded.tops, {
      target: { root: true },
      expectedCurrent: { id: seeded.clothing },
      ...agreed,
    })

    for (const { status, body } of [below, root]) {
      expect([status, body]).toEqual([
        409,
        { success: false, message: 'The target already has a category with this name.' },
      ])
    }
    expect(tops).not.toBe(seeded.tops)
    expect(shop.everything()).toEqual(before)
  })

  it('the same name in another region is no conflict (CAT-043)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')
    await shop.create({ name: 'Lamps', parentId: seeded.home }, de)
    const { id } = await shop.create({ name: 'Lamps' })
    const owner = await shop.create({ name: 'Pens' })
    await shop.create({ name: 'Pens', parentId: seeded.home })

    const moved = await move(shop, id, { target: { id: seeded.home }, ...fromRoot })
    const taken = await move(shop, owner.id, { target: { id: seeded.home }, ...fromRoot })

    expect([moved.status, taken.status]).toEqual([200, 409])
  })

  it('a category of all regions conflicts with categories of each region (CAT-043)', async () => {
    const shop = await makeCategoryShop()
    await shop.create({ name: 'Bags', parentId: seeded.home }, await shop.installIn('de'))

    const { status } = await move(shop, seeded.bags, { target: { id: seeded.home }, ...fromRoot })

    expect(status).toBe(409)
  })

  it('a category of one region conflicts with categories of all regions (CAT-043)', async () => {
    const shop = await makeCategoryShop()
    const { id } = await shop.create({ name: 'Bags', parentId: seeded.home })

    const { status } = await move(shop, id, {
      target: { root: true },
      expectedCurrent: { id: seeded.home },
      ...agreed,
    })

    expect(status).toBe(409)
  })

  it('a store-wide token moves in its pinned region (CAT-018 CAT-037)', async () => {
    const shop = await makeCategoryShop()
    const wide = await shop.installWideCatalogue()
    const made = await shop.create({ name: 'Burada' })
    const there = (code: string) =>
      shop.send(wide, `PUT /categories/${made.id}/parent?regionId=${shop.region(code)}`, {
        target: { id: seeded.home },
        ...fromRoot,
      })

    expect((await there('de')).status).toBe(404)
    expect((await there('tr')).body.audit.regionId).toBe(shop.region('tr'))
    const unpinned = await move(shop, seeded.bags, { target: { id: seeded.home }, ...fromRoot }, wide)
    expect([unpinned.status, unpinned.body.message]).toEqual([400, 'A region must be specified…'])
  })

  it('the target must exist in every region of the category (CAT-018)', async () => {
    const shop = await makeCategoryShop()
    const own = await shop.create({ name: 'Burada' })
    const foreign = await shop.create({ name: 'Nur hier' }, await shop.installIn('de'))
    const child = await shop.create({ name: 'Burada da' })
    const before = shop.everything()

    for (const [id, message] of [
      [own.id, 'target exists in one region only, but the category to move exists in all regions.'],
      [foreign.id, 'target is not a category in this region.'],
      [999_999, 'target is not a category in this region.'],
    ]) {
      const { status, body } = await move(shop, seeded.bags, { target: { id }, ...fromRoot })
      expect([status, body]).toEqual([400, { success: false, message }])
    }
    expect(shop.everything()).toEqual(before)
    expect((await move(shop, child.id, { target: { id: own.id }, ...fromRoot })).status).toBe(200)
  })

  it('rejects a one-region descendant as the target with 409 like any other descendant (CAT-042)', async () => {
    const shop = await makeCategoryShop()
    const own = await shop.create({ name: 'Burada' })
    await move(shop, own.id, { target: { id: seeded.clothing }, ...fromRoot })

    const { status, body } = await move(shop, seeded.clothing, { target: { id: own.id }, ...fromRoot })

    expect([status, body]).toEqual([409, { success: false, message: 'A category cannot be moved below itself.' }])
  })

  it.each(['999999', '9007199254740993', '0', 'abc', "1'--", '..%2f1', '1.0'])(
    'the category %s is not found (B18)',
    async (id) => {
      const shop = await makeCategoryShop()

      const { status, body } = await move(shop, id, {})

      expect([status, body]).toEqual([404, { success: false, message: 'Not found.' }])
    },
  )

  it.each<[string, object]>([
    ['CAT-022', { target: undefined }],
    ['CAT-022', { target: null }],
    ['CAT-022', { target: {} }],
    ['CAT-022', { target: 5 }],
    ['CAT-022', { target: [{ id: 5 }] }],
    ['CAT-022', { target: { id: 0 } }],
    ['CAT-022', { target: { id: -5 } }],
    ['CAT-022', { target: { id: '5' } }],
    ['CAT-022', { target: { id: null } }],
    ['CAT-022', { target: { id: 5, root: true } }],
    ['CAT-023', { target: { root: false } }],
    ['CAT-023', { target: { root: 'true' } }],
    ['CAT-024', { expectedCurrent: undefined }],
    ['CAT-024', { expectedCurrent: null }],
    ['CAT-024', { expectedCurrent: {} }],
    ['CAT-024', { expectedCurrent: { id: 0 } }],
    ['CAT-024', { expectedCurrent: { root: false } }],
    ['CAT-024', { expectedCurrent: { id: 5, root: true } }],
    ['CAT-025', { userConfirmed: undefined }],
    ['CAT-025', { userConfirmed: false }],
    ['CAT-025', { userConfirmed: 'true' }],
    ['CAT-025', { userConfirmed: 1 }],
    ['CAT-026', { evidence: undefined }],
    ['CAT-026', { evidence: null }],
    ['CAT-026', { evidence: '' }],
    ['CAT-026', { evidence: '  ' }],
    ['CAT-026', { evidence: { text: 'x' } }],
  ])('B31 %s %j answers 400, and nothing is written', async (_rule, fields) => {
    const shop = await makeCategoryShop()
    const before = shop.everything()

    const { status, body } = await move(shop, seeded.bags, { target: { id: seeded.clothing }, ...fromRoot, ...fields })

    expect([status, body.success, Object.keys(body)]).toEqual([400, false, ['success', 'message']])
    expect(shop.everything()).toEqual(before)
  })

  it('requires confirmation by the owner (B31)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await move(shop, 1, { target: { root: true }, ...fromRoot, userConfirmed: false })

    expect(body.message).toBe('userConfirmed must be true. The store owner must confirm the change.')
  })

  it.each([{ target: { id: seeded.clothing, root: false } }, { target: { id: seeded.clothing, root: null, more: 1 } }])(
    'accepts %j as a position (CAT-022)',
    async (fields) => {
      const shop = await makeCategoryShop()

      expect((await move(shop, seeded.bags, { ...fromRoot, ...fields, further: true })).status).toBe(200)
    },
  )

  it.each(['[]', 'null', '7', '{', `{"target":${'{"id":'.repeat(80)}1${'}'.repeat(80)}}`])(
    'the body %s returns 400 (T23)',
    async (text) => {
      const shop = await makeCategoryShop()

      expect((await move(shop, seeded.bags, text)).status).toBe(400)
    },
  )
})
