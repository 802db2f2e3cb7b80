import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { categories } from '../../../../../src/catalog/resources/categories.ts'
import { catalogueScopes, makeCategoryShop, seeded } from './category-shop.ts'

const agreed = { userConfirmed: true, evidence: 'The owner pressed Save.' }
const texts = {
  descriptionHtml: '<p>Bags & <b>more</b></p><script>alert(1)</script>',
  seoTitle: 'Bags "for" all',
  seoDescription: "Everything's here",
}

type CategoryShop = Awaited<ReturnType<typeof makeCategoryShop>>

const read = async (shop: CategoryShop, id: number, token = shop.token) =>
  (await shop.call(token, `/categories/${id}/content`)).body

const write = (shop: CategoryShop, id: number | string, body: unknown, token = shop.token) =>
  shop.send(token, `PUT /categories/${id}/content`, body)

/** Writes over what is there, as an app would: it reads the digest first. */
const replace = async (shop: CategoryShop, id: number, content: object, token = shop.token) => {
  const { contentDigest } = await read(shop, id, token)
  return write(shop, id, { ...texts, ...content, expectedCurrentDigest: contentDigest, ...agreed }, token)
}

describe('GET /categories/{id}/content', () => {
  it('returns unwritten content as null, with its digest (CAT-044 CAT-046 CAT-047 CAT-048 CAT-049 CAT-050 CAT-051 CAT-052 B32)', async () => {
    const shop = await makeCategoryShop()

    const { status, body } = await shop.call(shop.token, `/categories/${seeded.bags}/content`)

    const content = {
      categoryId: seeded.bags,
      descriptionHtml: null,
      languageCode: 'tr',
      regionId: shop.region('tr'),
      seoDescription: null,
      seoTitle: null,
    }
    const contentDigest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    expect([status, body]).toEqual([200, { success: true, ...content, contentDigest }])
    expect(categories.content.response.parse(body)).toEqual(body)
  })

  it('each region has its own texts in its language (CAT-047 CAT-048)', async () => {
    const shop = await makeCategoryShop()
    const wide = await shop.installWideCatalogue()
    await replace(shop, seeded.bags, { seoTitle: 'Çantalar' })
    const of = async (code: string) =>
      (await shop.call(wide, `/categories/1/content?regionId=${shop.region(code)}`)).body

    expect(await of('tr')).toMatchObject({ regionId: shop.region('tr'), languageCode: 'tr', seoTitle: 'Çantalar' })
    expect(await of('de')).toMatchObject({ regionId: shop.region('de'), languageCode: 'de', seoTitle: null })
    expect((await of('gb')).contentDigest).not.toBe((await of('de')).contentDigest)
    expect((await shop.call(wide, '/categories/1/content')).status).toBe(400)
  })

  it('texts in a former language of the region do not appear in its current language (CAT-048)', async () => {
    const shop = await makeCategoryShop()
    await replace(shop, seeded.bags, {})
    shop.context.registry.prepare("UPDATE regions SET language_code = 'en' WHERE id = ?").run(shop.region('tr'))

    expect(await read(shop, seeded.bags)).toMatchObject({ languageCode: 'en', seoTitle: null })
  })

  it.each(['999999', '9007199254740993', 'abc', "1';--"])('the category %s is not found (B18)', async (id) => {
    const shop = await makeCategoryShop()

    for (const answer of [
      await shop.call(shop.token, `/categories/${id}/content`),
      await shop.call(shop.token, `/categories/${id}/attributes`),
      await write(shop, id, {}),
      await shop.send(shop.token, `POST /categories/${id}/attributes`, {}),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { success: false, message: 'Not found.' }])
    }
  })

  it('a category of another region is not found (B18)', async () => {
    const shop = await makeCategoryShop()
    const { id } = await shop.create({ name: 'Nur hier' }, await shop.installIn('de'))

    expect((await shop.call(shop.token, `/categories/${id}/content`)).status).toBe(404)
    expect((await shop.call(shop.token, `/categories/${id}/attributes`)).status).toBe(404)
    expect((await write(shop, id, {})).status).toBe(404)
    expect((await shop.send(shop.token, `POST /categories/${id}/attributes`, {})).status).toBe(404)
  })
})

describe('PUT /categories/{id}/content', () => {
  it('stores the texts unchanged, including HTML (CAT-053 CAT-055 CAT-056 CAT-057 CAT-058 CAT-059 CAT-060 CAT-052 T22)', async () => {
    const shop = await makeCategoryShop()
    const before = await read(shop, seeded.bags)

    const { status, body } = await replace(shop, seeded.bags, {})

    const after = await read(shop, seeded.bags)
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        categoryId: seeded.bags,
        contentDigest: after.contentDigest,
        changed: true,
        audit: { id: 1, evidenceDigest: createHash('sha256').update(agreed.evidence).digest('hex') },
      },
    ])
    expect(after).toEqual({ ...before, ...texts, contentDigest: body.contentDigest })
    expect(body.contentDigest).toMatch(/^[0-9a-f]{64}$/)
    expect(body.contentDigest).not.toBe(before.contentDigest)
    expect(categories['set-content'].response.parse(body)).toEqual(body)
    expect(shop.db.prepare('SELECT * FROM audits').all()).toEqual([
      {
        id: 1,
        kind: 'category-content',
        subject_id: seeded.bags,
        app_key: 'app.acme.loyalty',
        region_id: shop.region('tr'),
        evidence_digest: body.audit.evidenceDigest,
        details: JSON.stringify({
          languageCode: 'tr',
          previousDigest: before.contentDigest,
          contentDigest: body.contentDigest,
          changed: true,
        }),
        at: shop.clock.now().getTime(),
      },
    ])
  })

  it.each([{ descriptionHtml: '<i>' }, { seoTitle: 'Other' }, { seoDescription: 'Other' }, { seoTitle: null }])(
    '%j alone changes the digest, and replaces the previous content (CAT-052 CAT-055 CAT-056 CAT-057)',
    async (change) => {
      const shop = await makeCategoryShop()
      const first = await replace(shop, seeded.bags, {})

      const second = await replace(shop, seeded.bags, change)

      expect([second.body.changed, second.body.contentDigest === first.body.contentDigest]).toEqual([true, false])
      expect(await read(shop, seeded.bags)).toMatchObject({ ...texts, ...change })
    },
  )

  it('equal texts change nothing, but are audited (CAT-053 B32)', async () => {
    const shop = await makeCategoryShop()
    const first = await replace(shop, seeded.bags, {})
    const before = shop.rows('categories', 'category_contents')

    const again = await replace(shop, seeded.bags, {})

    expect(again.body).toEqual({
      ...first.body,
      changed: false,
      audit: { id: 2, evidenceDigest: first.body.audit.evidenceDigest },
    })
    expect(shop.rows('categories', 'category_contents')).toEqual(before)
  })

  it('writing empty content over no content leaves no row (CAT-053)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await replace(shop, seeded.bags, { descriptionHtml: null, seoTitle: null, seoDescription: null })

    expect([body.changed, shop.rows('category_contents')]).toEqual([false, [[]]])
  })

  it('rejects an outdated digest with 409 category_content_changed, even for equal texts (CAT-062)', async () => {
    const shop = await makeCategoryShop()
    const { contentDigest: old } = await read(shop, seeded.bags)
    const { contentDigest: elsewhere } = await read(shop, seeded.kitchen)
    const { body: first } = await replace(shop, seeded.bags, {})
    const before = shop.everything()

    for (const digest of [old, elsewhere, 'x', first.contentDigest.toUpperCase(), `${first.contentDigest} `]) {
      for (const content of [texts, { ...texts, seoTitle: 'Other' }]) {
        const body = { ...content, expectedCurrentDigest: digest, ...agreed }
        const answer = await write(shop, seeded.bags, body)
        expect([answer.status, answer.body]).toEqual([
          409,
          {
            success: false,
            message: 'The content has changed since expectedCurrentDigest was read.',
            code: 'category_content_changed',
          },
        ])
      }
    }
    expect(shop.everything()).toEqual(before)
  })

  it('two regions do not affect each other (CAT-062)', async () => {
    const shop = await makeCategoryShop()
    const de = await shop.installIn('de')
    const { contentDigest } = await read(shop, seeded.bags, de)
    await replace(shop, seeded.bags, { seoTitle: 'Çantalar' })

    const body = { ...texts, seoTitle: 'Taschen', expectedCurrentDigest: contentDigest, ...agreed }
    const { status } = await write(shop, seeded.bags, body, de)

    expect(status).toBe(200)
    expect((await read(shop, seeded.bags)).seoTitle).toBe('Çantalar')
  })

  it('name, parent, template, bindings and products are unchanged (CAT-061)', async () => {
    const shop = await makeCategoryShop()
    const tables = ['categories', 'category_attributes', 'attributes', 'products', 'product_attributes', 'prices']
    const before = shop.rows(...tables)

    await replace(shop, seeded.home, {})

    expect(shop.rows(...tables)).toEqual(before)
  })

  it('each text may use the full body size (CAT-087 CAT-088 CAT-089 N31)', async () => {
    const shop = await makeCategoryShop()
    const long = 'ç'.repeat(300_000)
    const content = { descriptionHtml: long, seoTitle: long, seoDescription: long }

    const { status } = await replace(shop, seeded.bags, content)

    expect(status).toBe(200)
    expect(await read(shop, seeded.bags)).toMatchObject(content)
    expect(categories['set-content'].assumed).toContain('N31')
  })

  it.each([
    '',
    ' ',
    'a\u0000b',
    '\u001b[31m',
    "'; DROP TABLE category_contents; --",
    '../../..',
    '\u2028',
    '\ud83d\ude00',
  ])('stores the text %j unchanged, and reads it back with the digest of the write (T23)', async (text) => {
    const shop = await makeCategoryShop()
    const content = { descriptionHtml: text, seoTitle: text, seoDescription: text }

    const { body } = await replace(shop, seeded.bags, content)

    expect(await read(shop, seeded.bags)).toMatchObject({ ...content, contentDigest: body.contentDigest })
  })

  it('rejects half a surrogate pair with 400, and writes nothing (T23 C27)', async () => {
    const shop = await makeCategoryShop()
    const before = shop.everything()
    const body = String.raw`{"descriptionHtml":"a\ud800","seoTitle":"b","seoDescription":"c","expectedCurrentDigest":"x","userConfirmed":true,"evidence":"e"}`

    const { status } = await shop.send(shop.token, `PUT /categories/${seeded.bags}/content`, body)

    expect(status).toBe(400)
    expect(shop.everything()).toEqual(before)
  })

  it.each<[string, object]>([
    ['CAT-055', { descriptionHtml: undefined }],
    ['CAT-055', { descriptionHtml: 7 }],
    ['CAT-055', { descriptionHtml: ['<p>'] }],
    ['CAT-056', { seoTitle: undefined }],
    ['CAT-056', { seoTitle: {} }],
    ['CAT-057', { seoDescription: undefined }],
    ['CAT-057', { seoDescription: false }],
    ['CAT-058', { expectedCurrentDigest: undefined }],
    ['CAT-058', { expectedCurrentDigest: null }],
    ['CAT-058', { expectedCurrentDigest: '' }],
    ['CAT-058', { expectedCurrentDigest: 1 }],
    ['CAT-059', { userConfirmed: undefined }],
    ['CAT-059', { userConfirmed: false }],
    ['CAT-059', { userConfirmed: 'true' }],
    ['CAT-060', { evidence: undefined }],
    ['CAT-060', { evidence: '\n' }],
    ['CAT-060', { evidence: 1 }],
  ])('B31 %s %j answers 400, and nothing is written', async (_rule, fields) => {
    const shop = await makeCategoryShop()
    const { contentDigest } = await read(shop, seeded.bags)
    const before = shop.everything()

    const { status, body } = await write(shop, seeded.bags, {
      ...texts,
      expectedCurrentDigest: contentDigest,
      ...agreed,
      ...fields,
    })

    expect([status, body.success, Object.keys(body)]).toEqual([400, false, ['success', 'message']])
    expect(shop.everything()).toEqual(before)
  })

  it('requires confirmation by the owner (B31)', async () => {
    const shop = await makeCategoryShop()

    const { body } = await write(shop, 1, { ...texts, ...agreed, expectedCurrentDigest: 'x', userConfirmed: false })

    expect(body.message).toBe('userConfirmed must be true. The store owner must confirm the change.')
  })

  it('another store of the same app has separate texts', async () => {
    const shop = await makeCategoryShop()
    const other = await shop.openStore({ name: 'Other' })
    const there = await shop.install({ into: other, requested_scopes: catalogueScopes })

    await replace(shop, seeded.bags, {})

    expect((await shop.call(there.token, '/categories/1/content')).body.seoTitle).toBeNull()
  })
})
