import { describe, expect, it } from 'vitest'

import { makeProductShop, mug, writerScopes } from './product-shop.ts'

const full = {
  ...mug,
  sku: 'MUG',
  status: 'A',
  description: 'Words',
  gtin: '4006381333931',
  mpn: 'M-1',
  weightGram: 320,
  lengthCm: 10,
  widthCm: 9,
  heightCm: 8,
  harmonizedCode: '732393',
  countryOfOrigin: 'TR',
  images: [{ url: 'https://cdn.example/a.png' }],
}

describe('PATCH /products/{id}', () => {
  it('changes a product of the app and returns success and id (PROD-091 PROD-094)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write()

    const { status, body: answer } = await shop.patch(body.id, { title: 'Blue mug', price: 9.9 })

    expect([status, answer]).toEqual([200, { success: true, id: body.id }])
    expect(await shop.read(body.id)).toMatchObject({ name: 'Blue mug', price: 9.9 })
  })

  it.each<[string, object, object]>([
    ['PROD-093', { title: 'T' }, { name: 'T' }],
    ['PROD-093', { sku: 'T' }, { sku: 'T' }],
    ['PROD-093', { status: 'P' }, { status: 'P' }],
    ['PROD-093', { description: '' }, { description: '' }],
    ['PROD-093', { gtin: 'T' }, { gtin: 'T' }],
    ['PROD-093', { mpn: 'T' }, { mpn: 'T' }],
    ['PROD-093', { weightGram: 0.5 }, { weight_gram: '0.5' }],
    ['PROD-093', { lengthCm: 1 }, { length_cm: '1' }],
    ['PROD-093', { widthCm: 1 }, { width_cm: '1' }],
    ['PROD-093', { heightCm: 1 }, { height_cm: '1' }],
    ['PROD-093', { harmonizedCode: 'T' }, { harmonized_code: 'T' }],
    ['PROD-093', { countryOfOrigin: 'DE' }, { country_of_origin: 'DE' }],
    ['PROD-093', { images: [] }, { images: '[]', image_url: null }],
    ['PROD-093', { images: [{ url: 'u' }] }, { images: '["u"]', image_url: 'u' }],
    ['PROD-059', { title: 'T', lengthCm: null }, { name: 'T' }],
    ['PROD-059', {}, {}],
  ])('%s %j changes that and nothing else', async (_rule, sent, changed) => {
    const shop = await makeProductShop()
    const { body } = await shop.write(full)
    const before = { ...shop.row(body.id) }
    const others = () => shop.everything().slice(1)
    const rest = others()

    const { status } = await shop.patch(body.id, sent)

    expect(status).toBe(200)
    expect(shop.row(body.id)).toEqual({ ...before, ...changed, updated_at: expect.any(Number) })
    expect(others()).toEqual(rest)
  })

  it('needs products.write (PROD-092)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write()
    const before = shop.everything()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })

    expect((await shop.patch(body.id, { title: 'x' }, { as: token })).status).toBe(403)
    expect(shop.everything()).toEqual(before)
  })

  it('requires a pin from a store-wide token and changes the price of the pinned region (PROD-098 A21)', async () => {
    const shop = await makeProductShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const { body } = await shop.write({ price: 1 }, { as, headers: shop.pin('tr') })
    await shop.write({ price: 2 }, { as, headers: shop.pin('de') })

    expect((await shop.patch(body.id, { price: 3 }, { as })).status).toBe(400)
    expect((await shop.patch(body.id, { price: 3 }, { as, headers: shop.pin('de') })).status).toBe(200)

    const prices = ['tr', 'de'].map(async (code) => (await shop.read(body.id, { as, headers: shop.pin(code) })).price)
    expect(await Promise.all(prices)).toEqual([1, 3])
  })

  it('returns the same 404 for missing, deleted and unowned products, whatever the body (PROD-095 PROD-096 PROD-097)', async () => {
    const shop = await makeProductShop()
    const other = await shop.install({ appKey: 'app.acme.other', requested_scopes: writerScopes })
    const foreign = await shop.write({}, { as: other.token })
    const deleted = await shop.write({ externalRef: 'gone' })
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = ?").run(deleted.body.id)
    const before = shop.everything()

    for (const id of [1, foreign.body.id, deleted.body.id, 999_999]) {
      for (const fields of [{ title: 'x' }, { price: 1 }, { variants: [] }, 'not json', {}]) {
        const { status, body } = await shop.patch(id, fields)
        expect([id, fields, status, body]).toEqual([id, fields, 404, { success: false, message: 'Not found.' }])
      }
    }
    expect(shop.everything()).toEqual(before)
  })

  it.each(['9007199254740993', '99999999999999999999', 'abc', '-1', '1.0', '0', '%00', "1'--", 'bulk', 'delta'])(
    'returns 404, never 500, for an id such as %s (PROD-097)',
    async (id) => {
      const shop = await makeProductShop()

      const { status, body } = await shop.send(shop.token, `PATCH /products/${id}`, { title: 'x' })

      expect([status, body.success]).toEqual([404, false])
    },
  )

  it('returns 404 for a product that only another region sells (B24)', async () => {
    const shop = await makeProductShop()
    const de = await shop.install({ region: 'de', requested_scopes: writerScopes })
    const wide = await shop.installWide({ requested_scopes: writerScopes })
    const { body } = await shop.write({}, { as: de.token })
    const before = shop.everything()

    expect((await shop.patch(body.id, { title: 'x', price: 1 })).status).toBe(404)
    expect((await shop.patch(body.id, { title: 'x' }, { as: wide.token, headers: shop.pin('de') })).status).toBe(404)
    expect(shop.everything()).toEqual(before)
    expect((await shop.patch(body.id, { title: 'x' }, { as: de.token, headers: shop.pin('tr') })).status).toBe(200)
  })

  it('rejects variants, even an empty list, with 400 and changes nothing (PROD-075 PROD-074)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write()
    const before = shop.everything()

    for (const variants of [[{ combination: { color: 'red' } }], [], 'x', {}]) {
      const answer = await shop.patch(body.id, { title: 'Changed', variants })
      expect([answer.status, answer.body]).toEqual([
        400,
        { success: false, message: 'variants are not accepted on an update.' },
      ])
    }
    expect(shop.everything()).toEqual(before)
  })

  it('accepts the current externalRef and rejects another one with 400 (PROD-039)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write()

    const other = await shop.patch(body.id, { externalRef: 'mug-2' })
    const same = await shop.patch(body.id, { externalRef: 'mug-1', title: 'Changed' })

    expect([other.status, other.body.message]).toEqual([
      400,
      "externalRef is the product's stable key and cannot be changed.",
    ])
    expect(same.status).toBe(200)
  })

  it('ignores fields that are not in the create body, with a warning (PROD-099 N22)', async () => {
    const shop = await makeProductShop()
    const { body } = await shop.write()
    const before = { ...shop.row(body.id) }

    const { status } = await shop.patch(body.id, { currency: 'USD', productType: 'variant', owner_app_key: 'x' })

    expect(status).toBe(200)
    expect(shop.row(body.id)).toEqual({ ...before, updated_at: expect.any(Number) })
    expect(await shop.warnings()).toEqual(['warn product.unknown-field'])
  })

  it.each<[string, ...Readonly<Record<string, unknown>>[]]>([
    ['PROD-041', { title: '' }, { title: ' ' }, { title: 7 }],
    ['PROD-042', { sku: '' }, { sku: [] }],
    ['PROD-044', { price: -1 }, { price: '1' }],
    ['PROD-047', { status: 'D' }, { status: '' }],
    ['PROD-048', { categoryId: 999_999 }, { categoryId: '1' }],
    ['PROD-062', { shippingProfileId: 999_999 }, { shippingPackageId: 999_999 }],
    ['PROD-061', { countryOfOrigin: 'TUR' }],
    ['PROD-083', { images: [{}] }, { images: 'x' }],
    ['PROD-085', { attributes: [] }, { attributes: { nothing: 'x' } }],
  ])('%s %j and the like answer 400, and nothing changes', async (_rule, ...wrong) => {
    const shop = await makeProductShop()
    const { body } = await shop.write()
    const before = shop.everything()

    for (const fields of wrong) {
      const answer = await shop.patch(body.id, { title: 'Changed', ...fields })
      expect([fields, answer.status, answer.body.success]).toEqual([fields, 400, false])
    }
    for (const text of ['not json', '[]', 'null', '7', '"x"'])
      expect((await shop.patch(body.id, text)).status).toBe(400)
    expect(shop.everything()).toEqual(before)
  })
})
