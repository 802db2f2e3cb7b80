import { describe, expect, it } from 'vitest'

import { reconciliation } from '../../../../../src/catalog/resources/reconciliation.ts'
import { makeShop, WIDE_APP } from '../../shop.ts'
import { mug } from '../products/product-shop.ts'

const scopes = ['products.read', 'products.write']
const OTHER_APP = 'app.acme.other'
const ROOT = '/products/reconciliation'
const MINUTE = 60_000

/** The seeded shop with an app in its home region. The seed's products are all unmanaged: the 4th and 5th share a GTIN, the 8th and 12th have none. */
async function makeReconShop() {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: scopes })
  const productAt = (place: number) => {
    const row = shop.db.prepare('SELECT * FROM products ORDER BY id LIMIT 1 OFFSET ?').get(place)
    return { ...row, id: Number(row?.['id']), gtin: String(row?.['gtin']), sku: String(row?.['sku']) }
  }
  const rowOf = (id: number) => shop.db.prepare('SELECT * FROM products WHERE id = ?').get(id) ?? {}
  const count = (table: string) => Number(shop.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  const adopt = (id: number | string, body: unknown, auth = token) => shop.send(auth, `POST ${ROOT}/${id}/adopt`, body)
  const adoptAt = async (place: number, externalRef: string, auth = token) => {
    const { id, gtin } = productAt(place)
    const answer = await adopt(id, { externalRef, proof: { type: 'exact_gtin', gtin } }, auth)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return id
  }
  const refresh = (id: number | string, externalRef: string, auth = token) =>
    shop.call(auth, `${ROOT}/${id}/refresh-context?externalRef=${encodeURIComponent(externalRef)}`)
  const regenerate = (id: number | string, body: unknown, auth = token) =>
    shop.send(auth, `POST ${ROOT}/${id}/sku/regenerate`, body)
  /** An adopted product and all that a regeneration of its SKU asks for. */
  const prepared = async (place = 0, externalRef = 'r-1') => {
    const id = await adoptAt(place, externalRef)
    const { body } = await refresh(id, externalRef)
    const request = { externalRef, userConfirmed: true, evidenceDigest: body.evidenceDigest, idempotencyKey: 'k-1' }
    return { id, request }
  }
  return { ...shop, token, productAt, rowOf, count, adopt, adoptAt, refresh, regenerate, prepared }
}

const proofOf = (gtin: string) => ({ type: 'exact_gtin', gtin })

describe('unmanaged products', () => {
  it('are listed with the fields that distinguish them (RECON-001 RECON-005 RECON-006 RECON-007 RECON-008 RECON-009 RECON-010 RECON-011 RECON-012)', async () => {
    const shop = await makeReconShop()

    const { status, body } = await shop.call(shop.token, `${ROOT}?pageSize=100`)

    expect(status).toBe(200)
    expect(reconciliation.list.response.parse(body)).toEqual(body)
    expect(body).toMatchObject({ success: true, totalCount: 12, page: 1, pageSize: 100 })
    const first = shop.productAt(0)
    const category = shop.db.prepare('SELECT id, name FROM categories WHERE id = ?').get(rowId(shop, first.id))
    expect(body.items.at(-1)).toEqual({
      id: first.id,
      status: 'A',
      name: 'Linen tote bag',
      category: { ...category },
      sku: first.sku,
      gtin: '2000000000015',
      mpn: 'EX-0001',
      ownership: 'unmanaged',
    })
    expect(body.items[0]).toMatchObject({ status: 'P', gtin: null, mpn: null })
  })

  it('are paged like other lists: 20 by default, at most 100, the next items on the next page (RECON-003 RECON-004 B17)', async () => {
    const shop = await makeReconShop()
    const ids = async (query: string) => {
      const { body } = await shop.call(shop.token, `${ROOT}${query}`)
      return { ids: body.items.map(({ id }: { id: number }) => id), body }
    }

    const whole = await ids('')
    const one = await ids('?pageSize=2')
    const two = await ids('?pageSize=2&page=2')
    const beyond = await ids('?page=999999999999999&pageSize=100')

    expect(whole.body).toMatchObject({ page: 1, pageSize: 20, totalCount: 12 })
    expect([...one.ids, ...two.ids]).toEqual(whole.ids.slice(0, 4))
    expect(two.body).toMatchObject({ page: 2, pageSize: 2, totalCount: 12 })
    expect(beyond.ids).toEqual([])
    for (const query of ['?page=0', '?pageSize=0', '?pageSize=101', '?page=x', '?page=1&page=2']) {
      expect((await shop.call(shop.token, ROOT + query)).status, query).toBe(400)
    }
  })

  it('omits managed products, and reveals neither their app key nor their reference (RECON-012 RECON-013 RECON-015)', async () => {
    const shop = await makeReconShop()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const taken = await shop.adoptAt(0, 'secret-reference', other.token)
    const own = await shop.adoptAt(1, 'mine')

    const { body } = await shop.call(shop.token, `${ROOT}?pageSize=100`)
    const refused = await shop.adopt(taken, { externalRef: 'x', proof: proofOf('2000000000015') })

    expect(body.totalCount).toBe(10)
    expect(body.items.map(({ id }: { id: number }) => id)).not.toContain(taken)
    expect(body.items.map(({ id }: { id: number }) => id)).not.toContain(own)
    expect(new Set(body.items.map(({ ownership }: { ownership: string }) => ownership))).toEqual(new Set(['unmanaged']))
    expect(JSON.stringify([body, refused.body])).not.toMatch(/secret-reference|app\.acme/)
  })

  it('lists two products with the same name separately and never merges them (RECON-014)', async () => {
    const shop = await makeReconShop()
    shop.db
      .prepare('UPDATE products SET name = ? WHERE id IN (?, ?)')
      .run('Twin', shop.productAt(0).id, shop.productAt(1).id)

    const adopted = await shop.adoptAt(0, 'twin')
    const { body } = await shop.call(shop.token, `${ROOT}?pageSize=100`)

    expect(body.items.filter(({ name }: { name: string }) => name === 'Twin')).toMatchObject([
      { id: shop.productAt(1).id },
    ])
    expect(shop.rowOf(shop.productAt(1).id)).toMatchObject({ owner_app_key: null, external_ref: null })
    expect(shop.rowOf(adopted)).toMatchObject({ external_ref: 'twin' })
  })

  it('omits deleted products and products that the region does not sell (B24), and shows a category only if set', async () => {
    const shop = await makeReconShop()
    const [gone, loose] = [shop.productAt(0).id, shop.productAt(1).id]
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = ?").run(gone)
    shop.db.prepare('UPDATE products SET category_id = NULL WHERE id = ?').run(loose)
    shop.db
      .prepare('DELETE FROM prices WHERE product_id = ? AND region_id = ?')
      .run(shop.productAt(2).id, shop.region('tr'))

    const { body } = await shop.call(shop.token, `${ROOT}?pageSize=100`)

    expect(body.totalCount).toBe(10)
    expect(body.items.at(-1)).toMatchObject({ id: loose, category: null })
  })

  it('a variant price alone does not add a product to a region (B24)', async () => {
    const shop = await makeReconShop()
    shop.db.prepare('UPDATE prices SET variant_id = 7 WHERE product_id = ?').run(shop.productAt(0).id)

    expect((await shop.call(shop.token, ROOT)).body.totalCount).toBe(11)
  })

  it('a store-wide token lists the products of the pinned region (B24)', async () => {
    const shop = await makeReconShop()
    const wide = await shop.installWide({ requested_scopes: scopes })
    const total = async (code: string) =>
      (await shop.call(wide.token, `${ROOT}?regionId=${shop.region(code)}`)).body.totalCount

    const sold = shop.db.prepare('SELECT count(*) AS n FROM prices WHERE region_id = ?').get(shop.region('de'))?.['n']
    expect([await total('tr'), await total('de')]).toEqual([12, sold])
    expect(sold).toBeLessThan(12)
    expect((await shop.call(wide.token, ROOT)).status).toBe(400)
  })

  it('are separate for each store', async () => {
    const shop = await makeReconShop()
    const empty = await shop.openStore({ name: 'Other', seed: 'none' })
    const { token } = await shop.install({ into: empty, requested_scopes: scopes })

    expect((await shop.call(token, ROOT)).body).toMatchObject({ totalCount: 0, items: [] })
    expect((await shop.adopt(1, { externalRef: 'x', proof: proofOf('2000000000015') }, token)).status).toBe(404)
  })
})

function rowId(shop: Awaited<ReturnType<typeof makeReconShop>>, id: number): number {
  return Number(shop.rowOf(id)['category_id'])
}

describe('adopting a product', () => {
  it('makes this app the manager under its reference and reports it in the delta (RECON-016 RECON-018 RECON-019 RECON-020 RECON-021 RECON-022)', async () => {
    const shop = await makeReconShop()
    const { id, gtin } = shop.productAt(0)
    const before = shop.db.prepare('SELECT max(updated_at) AS at FROM products').get()?.['at']

    const { status, body } = await shop.adopt(id, { externalRef: 'r-1', proof: proofOf(gtin) })

    expect([status, body]).toEqual([
      200,
      { success: true, productId: id, externalRef: 'r-1', adopted: true, idempotent: false },
    ])
    expect(reconciliation.adopt.response.parse(body)).toEqual(body)
    expect(shop.rowOf(id)).toMatchObject({ owner_app_key: 'app.acme.loyalty', external_ref: 'r-1' })
    expect(Number(shop.rowOf(id)['updated_at'])).toBeGreaterThan(Number(before))
  })

  it('RECON-018 RECON-022 lets the app change the product, and the delta reports it', async () => {
    const shop = await makeReconShop()
    const { id } = shop.productAt(0)
    const patch = () => shop.send(shop.token, `PATCH /products/${id}`, { price: 21.5 })
    const after = shop.clock.now().toISOString()
    const unmanaged = await patch()
    shop.clock.advance(1)

    await shop.adoptAt(0, 'r-1')

    const { body: delta } = await shop.call(shop.token, `/products/delta?updatedAfter=${after}`)
    expect(delta.items.map((item: { id: number }) => item.id)).toEqual([id])
    expect([unmanaged.status, (await patch()).status]).toEqual([404, 200])
    expect((await shop.call(shop.token, `/products/${id}`)).body).toMatchObject({ price: 21.5 })
  })

  it('rejects a reference in use by a product that this app created (RECON-028)', async () => {
    const shop = await makeReconShop()
    const { id, gtin } = shop.productAt(0)
    const { body: created } = await shop.send(shop.token, 'POST /products', mug)

    const other = await shop.adopt(id, { externalRef: mug.externalRef, proof: proofOf(gtin) })
    const own = await shop.adopt(created.id, { externalRef: mug.externalRef, proof: proofOf(gtin) })

    expect([other.body.message, own.body.message]).toEqual([
      'externalRef belongs to another product of this app.',
      'This app already manages the product.',
    ])
    expect([other.status, own.status]).toEqual([409, 409])
  })

  it('returns the same response with idempotent true for a repeated request, and writes nothing (RECON-029)', async () => {
    const shop = await makeReconShop()
    const { id, gtin } = shop.productAt(0)
    const request = { externalRef: 'r-1', proof: proofOf(gtin) }
    const first = await shop.adopt(id, request)
    const written = shop.rowOf(id)
    shop.clock.advance(1000)

    const again = await shop.adopt(id, request)

    expect([again.status, again.body]).toEqual([200, { ...first.body, idempotent: true }])
    expect(shop.rowOf(id)).toEqual(written)
  })

  it('recognizes a replay by its request, even if the GTIN has changed since (RECON-029)', async () => {
    const shop = await makeReconShop()
    const { gtin } = shop.productAt(0)
    const id = await shop.adoptAt(0, 'r-1')
    shop.db.prepare("UPDATE products SET gtin = '2000000009999' WHERE id = ?").run(id)

    const again = await shop.adopt(id, { externalRef: 'r-1', proof: proofOf(gtin) })
    const other = await shop.adopt(id, { externalRef: 'r-1', proof: proofOf('2000000009999') })

    expect([again.status, again.body.idempotent, other.status]).toEqual([200, true, 409])
  })

  it('does not replay a request if another app manages the product, whatever the reference (RECON-029)', async () => {
    const shop = await makeReconShop()
    const { gtin } = shop.productAt(0)
    const id = await shop.adoptAt(0, 'r-1')
    shop.db.prepare('UPDATE products SET owner_app_key = ? WHERE id = ?').run(OTHER_APP, id)

    const { status, body } = await shop.adopt(id, { externalRef: 'r-1', proof: proofOf(gtin) })

    expect([status, body.message]).toEqual([409, 'The product is managed by another app.'])
  })

  it('records two simultaneous adoptions as two consecutive changes (DELTA-010)', async () => {
    const shop = await makeReconShop()

    const ids = [await shop.adoptAt(0, 'r-1'), await shop.adoptAt(1, 'r-2')]

    const [one, other] = ids.map((id) => Number(shop.rowOf(id)['updated_at']))
    expect(other).toBeGreaterThan(one ?? Infinity)
  })

  it('rejects a GTIN that another product also has with 409 (RECON-023)', async () => {
    const shop = await makeReconShop()
    const [one, other] = [shop.productAt(3), shop.productAt(4)]
    expect(one.gtin).toBe(other.gtin)

    for (const { id, gtin } of [one, other]) {
      const { status, body } = await shop.adopt(id, { externalRef: 'r-1', proof: proofOf(gtin) })
      expect([status, body.message]).toEqual([409, 'More than one product in the store has this GTIN.'])
      expect(shop.rowOf(id)).toMatchObject({ owner_app_key: null, external_ref: null })
    }
  })

  it('any other product with the GTIN blocks adoption, whatever its manager or region, unless it is deleted (RECON-023)', async () => {
    const shop = await makeReconShop()
    const [one, twin] = [shop.productAt(3), shop.productAt(4)]
    const request = { externalRef: 'r-1', proof: proofOf(one.gtin) }
    shop.db
      .prepare("UPDATE products SET owner_app_key = 'app.acme.other', external_ref = 'o' WHERE id = ?")
      .run(twin.id)
    shop.db.prepare('DELETE FROM prices WHERE product_id = ?').run(twin.id)
    const managed = await shop.adopt(one.id, request)
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = ?").run(twin.id)

    const deleted = await shop.adopt(one.id, request)

    expect([managed.status, deleted.status]).toEqual([409, 200])
  })

  it.each([
    ['another product has', '2000000000022'],
    ['nobody has', '2000000099999'],
    ['misses its first digit', '000000000015'],
    ['has a space', '2000000000015 '],
    ['is a pattern', '20000000000%'],
    ['is SQL', "' OR 1=1 --"],
    ['is a name', 'Linen tote bag'],
  ])('rejects a GTIN that %s with 409 (RECON-020 RECON-014)', async (_what, gtin) => {
    const shop = await makeReconShop()
    const { id } = shop.productAt(0)

    const { status, body } = await shop.adopt(id, { externalRef: 'r-1', proof: proofOf(gtin) })

    expect([status, body]).toEqual([409, { success: false, message: 'The product does not have this GTIN.' }])
    expect(shop.rowOf(id)).toMatchObject({ owner_app_key: null, external_ref: null })
  })

  it('rejects a GTIN proof for a product without a GTIN (RECON-020)', async () => {
    const shop = await makeReconShop()

    for (const gtin of ['null', '0', 'undefined']) {
      expect((await shop.adopt(shop.productAt(7).id, { externalRef: 'r', proof: proofOf(gtin) })).status).toBe(409)
    }
  })

  it('rejects a product of another app with 409, whatever the proof, and leaves its manager unchanged (RECON-027 RECON-031 N28)', async () => {
    const shop = await makeReconShop()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const { gtin } = shop.productAt(0)
    const id = await shop.adoptAt(0, 'r-1', other.token)
    const written = shop.rowOf(id)

    const { status, body } = await shop.adopt(id, { externalRef: 'r-1', proof: proofOf(gtin) })

    expect([status, body]).toEqual([409, { success: false, message: 'The product is managed by another app.' }])
    expect(shop.rowOf(id)).toEqual(written)
  })

  it('rejects a reference of another product of this app with 409 until that product is deleted (RECON-028 N28 C22)', async () => {
    const shop = await makeReconShop()
    const first = await shop.adoptAt(0, 'r-1')
    const { id, gtin } = shop.productAt(1)
    const request = { externalRef: 'r-1', proof: proofOf(gtin) }

    const living = await shop.adopt(id, request)
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = ?").run(first)
    const deleted = await shop.adopt(id, request)

    const refused = { success: false, message: 'externalRef belongs to another product of this app.' }
    expect([living.status, living.body, deleted.status]).toEqual([409, refused, 200])
    expect(shop.rowOf(id)).toMatchObject({ external_ref: 'r-1' })
    expect(shop.rowOf(first)).toMatchObject({ external_ref: null })
  })

  it('accepts a reference that another app uses (RECON-028)', async () => {
    const shop = await makeReconShop()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    await shop.adoptAt(0, 'r-1', other.token)

    expect(shop.rowOf(await shop.adoptAt(1, 'r-1'))).toMatchObject({ external_ref: 'r-1' })
  })

  it('does not rename a product of this app that is adopted again (N28)', async () => {
    const shop = await makeReconShop()
    const { gtin } = shop.productAt(0)
    const id = await shop.adoptAt(0, 'r-1')

    const { status, body } = await shop.adopt(id, { externalRef: 'r-2', proof: proofOf(gtin) })

    expect([status, body.message]).toEqual([409, 'This app already manages the product.'])
    expect(shop.rowOf(id)).toMatchObject({ external_ref: 'r-1' })
  })

  it.each<[string, unknown]>([
    ['RECON-018', { proof: proofOf('2000000000015') }],
    ['RECON-018', { externalRef: '', proof: proofOf('2000000000015') }],
    ['RECON-018 PROD-039', { externalRef: ' \t', proof: proofOf('2000000000015') }],
    ['RECON-018', { externalRef: null, proof: proofOf('2000000000015') }],
    ['RECON-018', { externalRef: 7, proof: proofOf('2000000000015') }],
    ['RECON-018', { externalRef: ['r'], proof: proofOf('2000000000015') }],
    ['RECON-019 RECON-026', { externalRef: 'r-1' }],
    ['RECON-019', { externalRef: 'r-1', proof: null }],
    ['RECON-019', { externalRef: 'r-1', proof: [] }],
    ['RECON-019', { externalRef: 'r-1', proof: 'exact_gtin' }],
    ['RECON-019', { externalRef: 'r-1', proof: { gtin: '2000000000015' } }],
    ['RECON-020', { externalRef: 'r-1', proof: { type: 'exact_gtin' } }],
    ['RECON-020', { externalRef: 'r-1', proof: { type: 'exact_gtin', gtin: '' } }],
    ['RECON-020', { externalRef: 'r-1', proof: { type: 'exact_gtin', gtin: 2000000000015 } }],
    ['RECON-024 RECON-030 N23', { externalRef: 'r-1', proof: { type: 'sku_mpn', sku: 'DEMO-001', mpn: 'EX-0001' } }],
    ['RECON-025 RECON-030 N23', { externalRef: 'r-1', proof: { type: 'structural_evidence', userConfirmed: true } }],
    ['RECON-030 N23', { externalRef: 'r-1', proof: { type: 'EXACT_GTIN', gtin: '2000000000015' } }],
    ['RECON-014', { externalRef: 'r-1', proof: { type: 'name', name: 'Linen tote bag' } }],
  ])('%s %j answers 400, and nothing is adopted', async (_rule, body) => {
    const shop = await makeReconShop()
    const { id } = shop.productAt(0)

    const answer = await shop.adopt(id, body)

    expect([answer.status, answer.body.success, typeof answer.body.message]).toEqual([400, false, 'string'])
    expect(shop.rowOf(id)).toMatchObject({ owner_app_key: null, external_ref: null })
    expect(shop.count('adoptions')).toBe(0)
  })

  it.each([
    "r'; DROP TABLE products; --",
    '../../etc/passwd',
    'nul\u0000inside',
    '\u001b[31mred',
    'x'.repeat(5000),
    '🧵',
  ])('stores the reference %j unchanged (RECON-018)', async (externalRef) => {
    const shop = await makeReconShop()
    const { id, gtin } = shop.productAt(0)
    const request = { externalRef, proof: proofOf(gtin), unknown: { field: [] } }

    const first = await shop.adopt(id, request)
    const again = await shop.adopt(id, request)

    expect([first.status, first.body.externalRef, again.body.idempotent]).toEqual([200, externalRef, true])
    expect(shop.rowOf(id)['external_ref']).toBe(externalRef)
    expect(shop.count('products')).toBe(12)
  })
})

describe('the regeneration context', () => {
  it('shows type, SKU, GTIN, locks and a digest of 64 hex digits (RECON-032 RECON-035 RECON-036)', async () => {
    const shop = await makeReconShop()
    const id = await shop.adoptAt(2, 'r-1')
    const { sku, gtin } = shop.productAt(2)
    shop.db.prepare("INSERT INTO field_locks (product_id, field) VALUES (?, 'name')").run(id)

    const { status, body } = await shop.refresh(id, 'r-1')

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        productId: id,
        productType: 'simple',
        current: { sku, gtin },
        fieldLocks: ['name', 'sku'],
        evidenceDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ])
    expect(reconciliation['refresh-context'].response.parse(body)).toEqual(body)
  })

  it('requires the product reference and returns 400 without one, 409 for another (RECON-034)', async () => {
    const shop = await makeReconShop()
    const id = await shop.adoptAt(0, 'r-1')
    await shop.adoptAt(1, 'r-2')

    const missing = await shop.call(shop.token, `${ROOT}/${id}/refresh-context`)
    const empty = await shop.refresh(id, '')
    const blank = await shop.refresh(id, ' ')
    const twice = await shop.call(shop.token, `${ROOT}/${id}/refresh-context?externalRef=r-1&externalRef=r-1`)
    const wrong = await shop.refresh(id, 'r-2')

    expect([missing, empty, blank, twice, wrong].map(({ status }) => status)).toEqual([400, 400, 400, 400, 409])
    expect(wrong.body).toEqual({ success: false, message: 'The product has a different externalRef.' })
  })

  it('reports only that this app does not manage the product, for another app or none (RECON-013 N28)', async () => {
    const shop = await makeReconShop()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const taken = await shop.adoptAt(0, 'r-1', other.token)

    for (const id of [taken, shop.productAt(1).id]) {
      const { status, body } = await shop.refresh(id, 'r-1')
      expect([status, body]).toEqual([409, { success: false, message: 'This app does not manage the product.' }])
    }
  })
})

describe('regenerating a SKU', () => {
  it('sets the formula SKU, writes an audit record and reports the change in the delta (RECON-038 RECON-042 RECON-044 RECON-045 RECON-041 RECON-052)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    const before = shop.rowOf(id)

    const { status, body } = await shop.regenerate(id, request)

    const sku = `DEMO-LINENT-${id}`
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        productId: id,
        externalRef: 'r-1',
        previousSku: before['sku'],
        sku,
        changed: true,
        fieldLockTransferred: false,
        auditId: body.auditId,
        idempotent: false,
      },
    ])
    expect(reconciliation['regenerate-sku'].response.parse(body)).toEqual(body)
    expect(shop.rowOf(id)).toMatchObject({ sku, external_ref: 'r-1', owner_app_key: 'app.acme.loyalty' })
    expect(Number(shop.rowOf(id)['updated_at'])).toBeGreaterThan(Number(before['updated_at']))
    const audit = shop.db.prepare('SELECT * FROM audits WHERE id = ?').get(body.auditId)
    expect({ ...audit, details: JSON.parse(String(audit?.['details'])) }).toEqual({
      id: body.auditId,
      kind: 'sku-regeneration',
      subject_id: id,
      app_key: 'app.acme.loyalty',
      region_id: shop.region('tr'),
      evidence_digest: request.evidenceDigest,
      details: { externalRef: 'r-1', previousSku: before['sku'], sku, fieldLockTransferred: false },
      at: shop.clock.now().getTime(),
    })
  })

  it('leaves a product that already has the formula SKU unchanged (RECON-045)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    await shop.regenerate(id, request)
    shop.db.prepare("INSERT INTO field_locks (product_id, field) VALUES (?, 'sku')").run(id)
    const before = shop.rowOf(id)
    const { body: context } = await shop.refresh(id, 'r-1')

    const { body } = await shop.regenerate(id, {
      ...request,
      evidenceDigest: context.evidenceDigest,
      idempotencyKey: 'k-2',
    })

    expect(body).toMatchObject({
      changed: false,
      previousSku: body.sku,
      fieldLockTransferred: false,
      idempotent: false,
    })
    expect(shop.rowOf(id)).toEqual(before)
    expect(shop.count('audits')).toBe(2)
  })

  it("moves the owner's SKU lock to the new value and changes no other lock or product (RECON-044)", async () => {
    const shop = await makeReconShop()
    shop.db
      .prepare("INSERT INTO field_locks (product_id, field, value) VALUES (?, 'name', 'n'), (?, 'sku', 's')")
      .run(shop.productAt(2).id, shop.productAt(0).id)
    const { id, request } = await shop.prepared(2)

    const { body } = await shop.regenerate(id, request)
    const again = await shop.regenerate(id, request)

    expect(body).toMatchObject({ changed: true, fieldLockTransferred: true })
    expect(again.body).toMatchObject({ idempotent: true, changed: true, fieldLockTransferred: true })
    const locks = shop.db.prepare('SELECT field, value FROM field_locks ORDER BY product_id, field').all()
    expect(locks.map((row) => ({ ...row }))).toEqual([
      { field: 'sku', value: 's' },
      { field: 'name', value: 'n' },
      { field: 'sku', value: body.sku },
    ])
  })

  it('returns the first result for the same key, even if the digest is stale and the SKU has changed (RECON-043 B55)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    const first = await shop.regenerate(id, request)
    shop.clock.advance(60 * MINUTE)
    shop.db.prepare("UPDATE products SET sku = 'BY-HAND' WHERE id = ?").run(id)

    const again = await shop.regenerate(id, request)

    expect([again.status, again.body]).toEqual([200, { ...first.body, idempotent: true }])
    expect(shop.rowOf(id)).toMatchObject({ sku: 'BY-HAND' })
    expect([shop.count('audits'), shop.count('sku_regenerations')]).toEqual([1, 1])
  })

  it('rejects a key reused for another product or reference, but not a key of another app (RECON-043 N28)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    await shop.regenerate(id, request)
    const second = await shop.adoptAt(1, 'r-2')
    const context = await shop.refresh(second, 'r-2')
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const theirs = await shop.adoptAt(2, 'r-1', other.token)
    const theirContext = await shop.refresh(theirs, 'r-1', other.token)

    const { evidenceDigest } = context.body
    const product = await shop.regenerate(second, { ...request, externalRef: 'r-2', evidenceDigest })
    const reference = await shop.regenerate(id, { ...request, externalRef: 'r-9' })
    const onlyProduct = await shop.regenerate(second, request)
    const app = await shop.regenerate(
      theirs,
      { ...request, evidenceDigest: theirContext.body.evidenceDigest },
      other.token,
    )

    expect([product.status, reference.status, app.status]).toEqual([409, 409, 200])
    for (const { body } of [product, reference, onlyProduct]) {
      expect(body).toEqual({ success: false, message: 'idempotencyKey was already used for another regeneration.' })
    }
    expect(app.body.idempotent).toBe(false)
    expect(shop.count('audits')).toBe(2)
  })

  it.each([
    [0, 200],
    [9 * MINUTE, 200],
    [10 * MINUTE - 1, 200],
    [10 * MINUTE, 409],
    [60 * MINUTE, 409],
  ])('a digest that is %i ms old returns %i (RECON-037 RECON-049 B32)', async (age, status) => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    shop.clock.advance(age)

    const answer = await shop.regenerate(id, request)

    expect(answer.status).toBe(status)
    if (status === 409) {
      expect(answer.body.message).toBe('evidenceDigest does not match the current product. Read the product again.')
    }
  })

  it('does not renew an old digest when another one is requested (RECON-037)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    shop.clock.advance(10 * MINUTE)

    const fresh = await shop.refresh(id, 'r-1')
    const old = await shop.regenerate(id, request)
    const young = await shop.regenerate(id, { ...request, evidenceDigest: fresh.body.evidenceDigest })

    expect([fresh.body.evidenceDigest === request.evidenceDigest, old.status, young.status]).toEqual([false, 409, 200])
    expect(shop.count('evidence')).toBe(1)
  })

  it('accepts two digests of one product', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    shop.clock.advance(MINUTE)
    await shop.refresh(id, 'r-1')

    expect((await shop.regenerate(id, request)).status).toBe(200)
  })

  it.each<[string, string]>([
    ['name', "UPDATE products SET name = 'Other' WHERE id = ?"],
    ['SKU', "UPDATE products SET sku = 'OTHER' WHERE id = ?"],
    ['GTIN', "UPDATE products SET gtin = '2000000009999' WHERE id = ?"],
    ['MPN', 'UPDATE products SET mpn = NULL WHERE id = ?'],
    ['status', "UPDATE products SET status = 'P' WHERE id = ?"],
    ['category', 'UPDATE products SET category_id = NULL WHERE id = ?'],
    ['time of change', 'UPDATE products SET updated_at = updated_at + 1 WHERE id = ?'],
    ['locks', "INSERT INTO field_locks (product_id, field) VALUES (?, 'sku')"],
  ])('RECON-049 a digest is stale when the %s changed', async (_what, sql) => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    shop.db.prepare(sql).run(id)
    const before = shop.rowOf(id)

    const { status } = await shop.regenerate(id, request)

    expect(status).toBe(409)
    expect(shop.rowOf(id)).toEqual(before)
    expect([shop.count('audits'), shop.count('sku_regenerations')]).toEqual([0, 0])
  })

  it('rejects a digest that is invented, changed, or of another product or app (RECON-042 RECON-052)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    const second = await shop.adoptAt(1, 'r-2')
    const { body: foreign } = await shop.refresh(second, 'r-2')
    const good: string = request.evidenceDigest
    const wrong = [
      'f'.repeat(64),
      good.toUpperCase(),
      `${good} `,
      good.slice(1),
      `${good.slice(1)}${good[0] ?? ''}`,
      foreign.evidenceDigest,
      "' OR 1=1 --",
      'x'.repeat(100_000),
    ]
    for (const evidenceDigest of wrong) {
      expect((await shop.regenerate(id, { ...request, evidenceDigest })).status, evidenceDigest.slice(0, 80)).toBe(409)
    }
    // The same product in the hands of another app: what the first one was given is worth nothing then.
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    shop.db.prepare('UPDATE products SET owner_app_key = ? WHERE id = ?').run(OTHER_APP, id)

    expect((await shop.regenerate(id, request, other.token)).status).toBe(409)
    expect(shop.rowOf(id)).toMatchObject({ sku: shop.productAt(0).sku })
    expect(shop.count('audits')).toBe(0)
  })

  it('accepts only a product of this app under its reference, otherwise returns 409 (RECON-040 RECON-047 RECON-031 N28)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const foreign = await shop.adoptAt(1, 'r-1', other.token)
    const unmanaged = shop.productAt(2).id

    const wrong = await shop.regenerate(id, { ...request, externalRef: 'r-2' })
    const refused = [await shop.regenerate(foreign, request), await shop.regenerate(unmanaged, request)]

    expect([wrong.status, wrong.body.message]).toEqual([409, 'The product has a different externalRef.'])
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([409, { success: false, message: 'This app does not manage the product.' }])
    }
    expect(shop.count('audits')).toBe(0)
  })

  it('rejects a variant product with 409 (RECON-048)', async () => {
    const shop = await makeReconShop()
    const id = await shop.adoptAt(0, 'r-1')
    shop.db.prepare("UPDATE products SET product_type = 'variant' WHERE id = ?").run(id)
    const { body: context } = await shop.refresh(id, 'r-1')
    const { evidenceDigest } = context

    const { status, body } = await shop.regenerate(id, {
      externalRef: 'r-1',
      userConfirmed: true,
      evidenceDigest,
      idempotencyKey: 'k',
    })

    expect(context.productType).toBe('variant')
    expect([status, body.message]).toEqual([409, 'Only a simple product has a generated SKU.'])
    expect(shop.rowOf(id)).toMatchObject({ sku: shop.productAt(0).sku })
  })

  it.each<[string, object]>([
    ['RECON-041 RECON-050', { userConfirmed: false }],
    ['RECON-050', { userConfirmed: undefined }],
    ['RECON-050', { userConfirmed: null }],
    ['RECON-050', { userConfirmed: 'true' }],
    ['RECON-050', { userConfirmed: 1 }],
    ['RECON-040', { externalRef: undefined }],
    ['RECON-040', { externalRef: '' }],
    ['RECON-040', { externalRef: ' ' }],
    ['RECON-042', { evidenceDigest: undefined }],
    ['RECON-042', { evidenceDigest: '' }],
    ['RECON-042', { evidenceDigest: 7 }],
    ['RECON-043', { idempotencyKey: undefined }],
    ['RECON-043', { idempotencyKey: '' }],
    ['RECON-043', { idempotencyKey: ' ' }],
    ['RECON-043', { idempotencyKey: {} }],
    ['RECON-051 P1', { sku: 'MY-SKU' }],
    ['RECON-051 P1', { targetSku: 'MY-SKU' }],
    ['RECON-051 P1', { sku: null }],
  ])('%s %j answers 400 and changes nothing', async (_rule, fields) => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    const before = shop.rowOf(id)

    const { status, body } = await shop.regenerate(id, { ...request, ...fields })

    expect([status, body.success]).toEqual([400, false])
    expect(shop.rowOf(id)).toEqual(before)
    expect([shop.count('audits'), shop.count('sku_regenerations')]).toEqual([0, 0])
  })

  it('requires confirmation before it recognizes a key or reports a conflict (RECON-050 B10)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    await shop.regenerate(id, request)

    const { status, body } = await shop.regenerate(id, { ...request, externalRef: 'r-9', userConfirmed: false })

    expect([status, body.message]).toEqual([400, 'userConfirmed must be true. A user must confirm the change.'])
  })

  it('leaves product, lock, audit and key unchanged if it fails halfway (RECON-046)', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared(2)
    const before = shop.rowOf(id)
    const locks = shop.db.prepare('SELECT * FROM field_locks').all()
    shop.db.exec("CREATE TRIGGER broken BEFORE INSERT ON sku_regenerations BEGIN SELECT RAISE(ABORT, 'full'); END")

    await shop.regenerate(id, request)

    expect(shop.rowOf(id)).toEqual(before)
    expect(shop.db.prepare('SELECT * FROM field_locks').all()).toEqual(locks)
    expect(shop.count('audits')).toBe(0)
    shop.db.exec('DROP TRIGGER broken')
    expect((await shop.regenerate(id, request)).body).toMatchObject({ idempotent: false, changed: true })
  })

  it('ignores unknown fields', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()

    expect((await shop.regenerate(id, { ...request, note: 'x', __proto__: { sku: 'X' } })).status).toBe(200)
  })
})

describe('access to reconciliation', () => {
  it.each([
    ['RECON-002', 'GET', ROOT, 'products.read'],
    ['RECON-017', 'POST', `${ROOT}/1/adopt`, 'products.write'],
    ['RECON-033', 'GET', `${ROOT}/1/refresh-context?externalRef=r`, 'products.read'],
    ['RECON-039', 'POST', `${ROOT}/1/sku/regenerate`, 'products.write'],
  ])('%s %s %s needs %s', async (_rule, method, path, scope) => {
    const shop = await makeShop()
    const held = scopes.filter((one) => one !== scope)
    const { token } = await shop.install({ requested_scopes: held })

    const { status } =
      method === 'GET' ? await shop.call(token, path) : await shop.send(token, `${method} ${path}`, '{')

    expect(status).toBe(403)
  })

  it.each(['999999', '9007199254740993', '0', 'abc', '1.5', '-1', '99999999999999999999', '%00', "1'--"])(
    'returns 404 for the product id %s before any other check (N28 B10)',
    async (id) => {
      const shop = await makeReconShop()

      const answers = [
        await shop.adopt(id, 'no json'),
        await shop.call(shop.token, `${ROOT}/${id}/refresh-context`),
        await shop.regenerate(id, '{'),
      ]

      for (const { status, body } of answers) {
        expect([status, body]).toEqual([404, { success: false, message: 'Not found.' }])
      }
    },
  )

  it('returns 404 for a product that the region does not sell, for a locked token and under a pin (B24)', async () => {
    const shop = await makeReconShop()
    const missing = shop.db
      .prepare(
        'SELECT id, gtin FROM products WHERE id NOT IN (SELECT product_id FROM prices WHERE region_id = ?) ORDER BY id DESC',
      )
      .get(shop.region('de'))
    const id = Number(missing?.['id'])
    const body = { externalRef: 'r-1', proof: proofOf(String(missing?.['gtin'])) }
    const german = await shop.install({ appKey: OTHER_APP, region: 'de', requested_scopes: scopes })
    const wide = await shop.installWide({ requested_scopes: scopes })
    const pinned = (code: string) =>
      shop.send(wide.token, `POST ${ROOT}/${id}/adopt?regionId=${shop.region(code)}`, body)

    const locked = await shop.adopt(id, body, german.token)
    const unpinned = await shop.adopt(id, body, wide.token)
    const [away, home] = [await pinned('de'), await pinned('tr')]

    expect([locked.status, unpinned.status, away.status, home.status]).toEqual([404, 400, 404, 200])
    expect(shop.rowOf(id)).toMatchObject({ owner_app_key: WIDE_APP })
  })

  it('returns 404 for a deleted product', async () => {
    const shop = await makeReconShop()
    const { id, request } = await shop.prepared()
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = ?").run(id)

    expect([(await shop.refresh(id, 'r-1')).status, (await shop.regenerate(id, request)).status]).toEqual([404, 404])
  })

  it('returns 404 for paths that would list product identifiers (RECON-053)', async () => {
    const shop = await makeReconShop()

    for (const path of ['/products/identifiers', '/products/1/identifiers', `${ROOT}/identifiers`]) {
      expect((await shop.call(shop.token, path)).status).toBe(404)
    }
  })
})
