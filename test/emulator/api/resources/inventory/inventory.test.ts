import { describe, expect, it } from 'vitest'

import { inventory } from '../../../../../src/catalog/resources/inventory.ts'
import { hostileBodies, hostileTexts } from '../../hostile.ts'
import { makeShop, REGION_APP, WIDE_APP, type Shop } from '../../shop.ts'

const scopes = ['products.read', 'inventory.write'] as const
const OTHER_APP = 'app.rival.stock'

/** A locked install with one product of its own (id 1), seven pieces in its own warehouse, none elsewhere. */
async function setUp(region = 'tr') {
  const shop = await makeShop()
  const { token } = await shop.install({ region, requested_scopes: scopes })
  own(shop, 1)
  const created = await shop.send(token, 'POST /warehouses', { name: 'Hall' })
  const hall: number = created.body.id
  shop.db.exec('DELETE FROM stock WHERE product_id = 1')
  put(shop, { warehouse: hall, quantity: '7' })
  return { shop, token, hall, ...helpers(shop, token) }
}

function own(shop: Shop, productId: number, appKey = REGION_APP) {
  shop.db
    .prepare('UPDATE products SET owner_app_key = ?, external_ref = ? WHERE id = ?')
    .run(appKey, `r${productId}`, productId)
}

function put(shop: Shop, row: { warehouse: number; quantity: string; product?: number; variant?: number }) {
  const { product = 1, variant = 0, warehouse, quantity } = row
  shop.db
    .prepare('INSERT OR REPLACE INTO stock (product_id, variant_id, warehouse_id, quantity) VALUES (?, ?, ?, ?)')
    .run(product, variant, warehouse, quantity)
}

function helpers(shop: Shop, token: string) {
  const adjust = (body: unknown, as = token, headers = {}) => shop.send(as, 'POST /inventory/adjust', body, headers)
  const stock = (warehouse: number, variant = 0, product = 1): string | undefined =>
    shop.db
      .prepare('SELECT quantity FROM stock WHERE product_id = ? AND variant_id = ? AND warehouse_id = ?')
      .get(product, variant, warehouse)?.['quantity'] as string | undefined
  /** Everything that an adjustment may touch. */
  const written = () => [
    shop.db.prepare('SELECT * FROM stock').all(),
    shop.db.prepare('SELECT * FROM stock_movements').all(),
    shop.db.prepare('SELECT id, updated_at FROM products').all(),
  ]
  const movement = () => shop.db.prepare('SELECT * FROM stock_movements ORDER BY id DESC').get()
  const mainId = () => Number(shop.db.prepare('SELECT id FROM warehouses WHERE is_default = 1').get()?.['id'])
  return { adjust, stock, written, movement, mainId }
}

/** Gives product 1 two variants, 11 and 12, of which the second is a pack of so many. */
function addVariants(shop: Shop, { pool, content }: { pool: boolean; content: number }) {
  shop.db.exec(`
    INSERT INTO variants (id, product_id, sku, combination, content_quantity) VALUES
      (11, 1, 'ONE', '{"pack":"1"}', 1), (12, 1, 'PACK', '{"pack":"${content}"}', ${content});
    UPDATE products SET stock_pool = ${pool ? 1 : 0} WHERE id = 1`)
}

describe('the modes', () => {
  it.each([
    ['INV-008', 'set', 3, '3'],
    ['INV-008', 'set', 0, '0'],
    ['INV-008', 'set', 2_147_483_647, '2147483647'],
    ['INV-009', 'add', 3, '10'],
    ['INV-009', 'add', 0, '7'],
    ['INV-010', 'subtract', 3, '4'],
    ['INV-010', 'subtract', 7, '0'],
    ['INV-010', 'subtract', 0, '7'],
  ])(
    '%s %s %i leaves %s of 7 pieces, and only in that warehouse (INV-001 INV-006 INV-014)',
    async (_, mode, quantity, left) => {
      const { shop, adjust, stock, hall, mainId } = await setUp()
      put(shop, { warehouse: mainId(), quantity: '50' })

      const { status, body } = await adjust({ productId: 1, mode, quantity, warehouseId: hall })

      expect([status, body]).toEqual([200, { success: true }])
      expect([stock(hall), stock(mainId())]).toEqual([left, '50'])
    },
  )

  it('the response contains only success (INV-003 N26)', async () => {
    const { adjust, hall } = await setUp()

    const { body } = await adjust({ productId: 1, mode: 'set', quantity: 3, warehouseId: hall })

    expect(inventory.adjust.response.parse(body)).toEqual({ success: true })
    expect(inventory.adjust.assumed).toContain('N26')
  })

  it('the first piece creates the row, and fractions are exact (INV-009)', async () => {
    const { shop, adjust, stock, hall } = await setUp()
    shop.db.exec('DELETE FROM stock WHERE product_id = 1')
    await adjust({ productId: 1, mode: 'add', quantity: 2, warehouseId: hall })
    const first = stock(hall)
    put(shop, { warehouse: hall, quantity: '0.1' })
    await adjust({ productId: 1, mode: 'add', quantity: 3, warehouseId: hall })

    expect([first, stock(hall)]).toEqual(['2', '3.1'])
  })

  it.each([
    ['7', 8],
    ['0', 1],
    ['-2', 1],
    ['0.5', 1],
  ])('subtracting more than the stock of %s returns 400 and writes nothing (INV-010 B36)', async (there, quantity) => {
    const { shop, adjust, written, hall } = await setUp()
    put(shop, { warehouse: hall, quantity: there })
    const before = written()

    const { status, body } = await adjust({ productId: 1, mode: 'subtract', quantity, warehouseId: hall })

    expect([status, body.message]).toEqual([400, 'The stock would fall below zero.'])
    expect(written()).toEqual(before)
  })

  it('oversold stock is refilled step by step (INV-009)', async () => {
    const { shop, adjust, stock, hall } = await setUp()
    put(shop, { warehouse: hall, quantity: '-10' })

    const added = await adjust({ productId: 1, mode: 'add', quantity: 4, warehouseId: hall })
    const nothing = await adjust({ productId: 1, mode: 'subtract', quantity: 0, warehouseId: hall })

    expect([added.status, nothing.status, stock(hall)]).toEqual([200, 200, '-6'])
  })
})

describe('visible effects', () => {
  it('the product has its new stock and a newer change time (INV-001 PROD-010)', async () => {
    const { shop, token, adjust, hall } = await setUp()
    const changedAt = () =>
      Number(shop.db.prepare('SELECT updated_at FROM products WHERE id = 1').get()?.['updated_at'])
    const latest = Number(shop.db.prepare('SELECT max(updated_at) AS at FROM products').get()?.['at'])

    await adjust({ productId: 1, mode: 'add', quantity: 3, warehouseId: hall })
    const once = changedAt()
    await adjust({ productId: 1, mode: 'add', quantity: 1, warehouseId: hall })
    const twice = changedAt()
    await adjust({ productId: 1, mode: 'set', quantity: 11, warehouseId: hall })

    expect((await shop.call(token, '/products/1')).body.stockQuantity).toBe(11)
    expect(once).toBeGreaterThan(latest)
    expect(twice).toBeGreaterThan(once)
    // Nothing changed, so there is nothing to tell.
    expect(changedAt()).toBe(twice)
  })

  it('the movement stores criticalLevel and notes, and the admin shows them to the owner (INV-018 INV-019 INV-020)', async () => {
    const { shop, adjust, movement, hall } = await setUp()
    shop.clock.advance(1000)

    await adjust({
      productId: 1,
      mode: 'subtract',
      quantity: 2,
      warehouseId: hall,
      criticalLevel: 5,
      notes: '<b>Broken</b> in "transit"',
    })
    const page = await (await (await shop.signIn(shop.store)).open('/admin/goods')).text()

    expect(movement()).toEqual({
      id: 1,
      product_id: 1,
      variant_id: null,
      warehouse_id: hall,
      app_key: REGION_APP,
      mode: 'subtract',
      quantity: 2,
      stock_before: '7',
      stock_after: '5',
      critical_level: 5,
      notes: '<b>Broken</b> in "transit"',
      at: shop.clock.now().getTime(),
    })
    expect(page).toContain('&lt;b&gt;Broken&lt;/b&gt; in &quot;transit&quot;')
    expect(page).toMatch(/Hall<\/td>\s*<td[^>]*>subtract 2/)
    expect(page).toMatch(/7 &rarr; 5<\/td>\s*<td[^>]*>5<\/td>/)
  })

  it.each([{}, { criticalLevel: null, notes: null, variantId: null }, { criticalLevel: 0, notes: '' }])(
    'accepts %j (INV-018 INV-019)',
    async (fields) => {
      const { adjust, movement, hall } = await setUp()

      const { status } = await adjust({ productId: 1, mode: 'set', quantity: 1, warehouseId: hall, ...fields })

      expect(status).toBe(200)
      expect(movement()).toMatchObject({
        critical_level: fields.criticalLevel ?? null,
        notes: fields.notes ?? null,
        variant_id: null,
      })
    },
  )

  it.each(hostileTexts)('stores and shows notes of %j as plain text (T23)', async (notes) => {
    const { shop, adjust, movement, hall } = await setUp()

    const { status } = await adjust({ productId: 1, mode: 'set', quantity: 1, warehouseId: hall, notes })
    const page = await (await shop.signIn(shop.store)).open('/admin/goods')

    expect([status, page.status]).toEqual([200, 200])
    expect(movement()?.['notes']).toBe(notes.toWellFormed())
  })

  it('a product without profile and package ships with the defaults, and otherwise with its own (DISC-009 DISC-021)', async () => {
    const { shop } = await setUp()
    shop.db.exec(`
      UPDATE products SET shipping_profile_id = 2, shipping_package_id = 2 WHERE id = 2;
      UPDATE products SET shipping_profile_id = 3 WHERE id = 3`)

    const page = await (await (await shop.signIn(shop.store)).open('/admin/goods')).text()
    const rows = page
      .split(/<\/?tr>/)
      .filter((row) => row.includes('class="name"'))
      .map((row) =>
        row
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    const row = (name: string) => rows.find((text) => text.startsWith(name))

    expect(row('Linen tote bag')).toBe('Linen tote bag DEMO-001 7 Standard parcel default Small box default')
    expect(row('Canvas backpack')).toMatch(/^Canvas backpack DEMO-002 \d+ Bulky goods Large box$/)
    // Its tariff is off.
    expect(row('Leather card holder')).toMatch(/ Standard parcel default Small box default$/)
  })
})

describe('variants', () => {
  it('with variantId changes only the stock of that variant (INV-011)', async () => {
    const { shop, adjust, stock, movement, hall } = await setUp()
    addVariants(shop, { pool: false, content: 6 })
    put(shop, { warehouse: hall, quantity: '4', variant: 11 })
    put(shop, { warehouse: hall, quantity: '4', variant: 12 })

    const { status } = await adjust({ productId: 1, mode: 'add', quantity: 2, variantId: 12, warehouseId: hall })

    expect([status, stock(hall, 12), stock(hall, 11), stock(hall)]).toEqual([200, '6', '4', '7'])
    expect(movement()).toMatchObject({ variant_id: 12, quantity: 2, stock_before: '4', stock_after: '6' })
  })

  it.each([
    ['add', 2, '19'],
    ['subtract', 1, '1'],
    ['set', 3, '18'],
  ])(
    'shared stock changes by packs times content: %s %i of a pack of six leaves %s of 7 (INV-012 INV-013)',
    async (mode, quantity, left) => {
      const { shop, adjust, stock, movement, hall } = await setUp()
      addVariants(shop, { pool: true, content: 6 })

      const { status } = await adjust({ productId: 1, mode, quantity, variantId: 12, warehouseId: hall })

      expect([status, stock(hall), stock(hall, 12)]).toEqual([200, left, undefined])
      expect(movement()).toMatchObject({ variant_id: 12, quantity, stock_before: '7', stock_after: left })
    },
  )

  it('a single piece of shared stock counts once, as does the quantity without variantId (INV-012)', async () => {
    const { shop, adjust, stock, hall } = await setUp()
    addVariants(shop, { pool: true, content: 6 })

    await adjust({ productId: 1, mode: 'add', quantity: 2, variantId: 11, warehouseId: hall })
    await adjust({ productId: 1, mode: 'add', quantity: 1, warehouseId: hall })

    expect(stock(hall)).toBe('10')
  })

  it('two packs of six cannot be subtracted from seven pieces (INV-012 B36)', async () => {
    const { shop, adjust, written, hall } = await setUp()
    addVariants(shop, { pool: true, content: 6 })
    const before = written()

    const { status } = await adjust({ productId: 1, mode: 'subtract', quantity: 2, variantId: 12, warehouseId: hall })

    expect(status).toBe(400)
    expect(written()).toEqual(before)
  })

  it('rejects a request without variantId with 400 if stock is tracked by variant (INV-011)', async () => {
    const { shop, adjust, written, hall } = await setUp()
    addVariants(shop, { pool: false, content: 6 })
    const before = written()

    const { status, body } = await adjust({ productId: 1, mode: 'set', quantity: 1, warehouseId: hall })

    expect([status, body.message]).toEqual([
      400,
      'variantId is missing. This product has separate stock for each variant.',
    ])
    expect(written()).toEqual(before)
  })

  it.each([12, 999_999, '9007199254740993', '9223372036854775807'])(
    'a variant %s that does not belong to the product returns 404 (INV-011)',
    async (variantId) => {
      const { shop, adjust, written, hall } = await setUp()
      addVariants(shop, { pool: false, content: 6 })
      shop.db.exec('UPDATE variants SET product_id = 2 WHERE id = 12')
      const before = written()

      const { status } = await adjust(
        `{"productId":1,"mode":"set","quantity":1,"warehouseId":${hall},"variantId":${variantId}}`,
      )

      expect(status).toBe(404)
      expect(written()).toEqual(before)
    },
  )

  it('an imported order also deducts a pack from the shared stock (INV-012 ORD-079)', async () => {
    const { shop, hall, stock, mainId } = await setUp()
    addVariants(shop, { pool: true, content: 6 })
    put(shop, { warehouse: mainId(), quantity: '20' })
    const importer = await shop.install({ appKey: 'app.acme.importer', requested_scopes: ['orders.write'] })

    const { status } = await shop.send(importer.token, 'POST /orders', {
      externalOrderId: 'P-1',
      items: [{ productId: 1, variantId: 12, quantity: 2, unitPrice: 1 }],
      deductStock: true,
    })

    expect([status, stock(mainId()), stock(mainId(), 12), stock(hall)]).toEqual([200, '8', undefined, '7'])
  })
})

describe('the product', () => {
  it.each([
    ["the store's own", (shop: Shop) => shop.db.exec('UPDATE products SET owner_app_key = NULL WHERE id = 1')],
    ["another app's", (shop: Shop) => own(shop, 1, OTHER_APP)],
    ['deleted', (shop: Shop) => shop.db.exec("UPDATE products SET status = 'D' WHERE id = 1")],
    [
      'of another region',
      (shop: Shop) =>
        shop.db.prepare('DELETE FROM prices WHERE product_id = 1 AND region_id = ?').run(shop.region('tr')),
    ],
    [
      'with a price of one variant alone in the region',
      (shop: Shop) => {
        shop.db.prepare('DELETE FROM prices WHERE product_id = 1 AND region_id = ?').run(shop.region('tr'))
        shop.db
          .prepare("INSERT INTO prices (product_id, variant_id, region_id, price) VALUES (1, 11, ?, '1')")
          .run(shop.region('tr'))
      },
    ],
    ['gone', (shop: Shop) => shop.db.exec('UPDATE products SET id = 5000 WHERE id = 1')],
  ])('%s returns 404 and does not change the stock (INV-005 B36)', async (_, change) => {
    const { shop, adjust, written, hall } = await setUp()
    shop.db.exec('PRAGMA foreign_keys = OFF')
    change(shop)
    const before = written()

    const { status, body } = await adjust({ productId: 1, mode: 'set', quantity: 99, warehouseId: hall })

    expect([status, body]).toEqual([404, { success: false, message: 'Not found.' }])
    expect(written()).toEqual(before)
  })

  it('a draft of the app is also its own product (INV-005)', async () => {
    const { shop, adjust, hall } = await setUp()
    shop.db.exec("UPDATE products SET status = 'P' WHERE id = 1")

    expect((await adjust({ productId: 1, mode: 'set', quantity: 9, warehouseId: hall })).status).toBe(200)
  })

  it('the product of another store is not found (APP-020)', async () => {
    const { shop, adjust } = await setUp()
    const second = await shop.openStore({ name: 'Second' })
    const { token } = await shop.install({ into: second, requested_scopes: scopes })

    expect((await adjust({ productId: 1, mode: 'set', quantity: 9 }, token)).status).toBe(404)
  })
})

describe('the warehouse', () => {
  it('without a warehouse id adjusts the default of the store (INV-015 A11)', async () => {
    const { shop, adjust, stock, hall, mainId } = await setUp()
    put(shop, { warehouse: mainId(), quantity: '50' })

    const left = await adjust({ productId: 1, mode: 'add', quantity: 1 })
    const nothing = await adjust({ productId: 1, mode: 'add', quantity: 1, warehouseId: null })

    expect([left.status, nothing.status, stock(mainId()), stock(hall)]).toEqual([200, 200, '52', '7'])
    // The app has its own warehouse, so nobody is warned.
    expect(await logOf(shop)).toEqual([])
  })

  it('uses the default warehouse of the store, whatever its region (INV-015)', async () => {
    const { adjust, stock, mainId } = await setUp('de')

    const { status } = await adjust({ productId: 1, mode: 'add', quantity: 1 })

    expect([status, stock(mainId())]).toEqual([200, '1'])
  })

  it('a store without a default warehouse returns 400 (INV-015)', async () => {
    const { shop, adjust, written } = await setUp()
    shop.db.exec('UPDATE warehouses SET is_default = 0')
    const before = written()

    const { status, body } = await adjust({ productId: 1, mode: 'add', quantity: 1 })

    expect([status, body.message]).toEqual([
      400,
      'The store has no default warehouse. Set warehouseId to your own warehouse.',
    ])
    expect(written()).toEqual(before)
  })

  it('an app without a warehouse gets a response, and the log has a warning (INV-017 A11)', async () => {
    const { shop, token, adjust, hall, mainId } = await setUp()
    await shop.call(token, `/warehouses/${hall}/claim`, { method: 'DELETE' })

    const { status } = await adjust({ productId: 1, mode: 'add', quantity: 1 })

    expect(status).toBe(200)
    expect(await logOf(shop)).toEqual([
      {
        at: expect.any(String),
        level: 'warn',
        code: 'inventory.no-own-warehouse',
        message: expect.stringContaining('must not write stock'),
        details: { appKey: REGION_APP, storeId: shop.store.store.id, productId: 1, warehouseId: mainId() },
      },
    ])
  })

  it('a warehouse of another region or another app does not belong to this install (INV-017)', async () => {
    const { shop, adjust, hall } = await setUp()
    const german = await shop.install({ region: 'de', requested_scopes: scopes })
    const rival = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    own(shop, 4, OTHER_APP)

    await adjust({ productId: 1, mode: 'add', quantity: 1 }, german.token)
    await adjust({ productId: 4, mode: 'add', quantity: 1 }, rival.token)

    expect((await logOf(shop)).map(({ details }) => details['appKey'])).toEqual([OTHER_APP, REGION_APP])
    expect(hall).toBeGreaterThan(0)
  })

  it("rejects a warehouse that is not the app's with 409: the store's default, an unassigned one, another app's (INV-014 A11 B36)", async () => {
    const { shop, adjust, written, mainId } = await setUp()
    const rival = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const foreign = await shop.send(rival.token, 'POST /warehouses', { name: 'Rival hall' })
    const spare = Number(shop.db.prepare("SELECT id FROM warehouses WHERE code = 'tr-spare'").get()?.['id'])
    const before = written()

    for (const warehouseId of [mainId(), spare, foreign.body.id]) {
      const { status, body } = await adjust({ productId: 1, mode: 'add', quantity: 1, warehouseId })
      expect([status, body]).toEqual([409, { success: false, message: 'The warehouse is not yours.' }])
    }
    expect(written()).toEqual(before)
  })

  it.each([999_999, '9007199254740993', '9223372036854775807'])(
    'the unknown warehouse %s returns 404 (INV-014)',
    async (id) => {
      const { adjust, written } = await setUp()
      const before = written()

      const { status } = await adjust(`{"productId":1,"mode":"set","quantity":1,"warehouseId":${id}}`)

      expect(status).toBe(404)
      expect(written()).toEqual(before)
    },
  )

  it("the app's own warehouse in another region returns 404 under the pin of this one (B35)", async () => {
    const { shop, adjust, hall } = await setUp()
    const wide = await shop.installWide({ requested_scopes: scopes })
    own(shop, 2, WIDE_APP)
    const pin = (code: string) => ({ 'X-Region-Id': String(shop.region(code)) })
    const { body } = await shop.send(wide.token, 'POST /warehouses', { name: 'Berlin' }, pin('de'))
    const write = { productId: 2, mode: 'add', quantity: 1, warehouseId: body.id }

    expect((await adjust(write, wide.token, pin('tr'))).status).toBe(404)
    expect((await adjust(write, wide.token, pin('de'))).status).toBe(200)
    expect((await adjust({ ...write, warehouseId: hall }, wide.token, pin('tr'))).status).toBe(409)
  })
})

const good = { productId: 1, mode: 'set', quantity: 1 }

const refused: readonly (readonly [rule: string, body: unknown])[] = [
  ['INV-004', { ...good, productId: undefined }],
  ['INV-004', { ...good, productId: null }],
  ['INV-004', { ...good, productId: 0 }],
  ['INV-004', { ...good, productId: -1 }],
  ['INV-004', { ...good, productId: 1.5 }],
  ['INV-004', { ...good, productId: '1' }],
  ['INV-004', { ...good, productId: [1] }],
  ['INV-006', { ...good, mode: undefined }],
  ['INV-006', { ...good, mode: null }],
  ['INV-006', { ...good, mode: 'Set' }],
  ['INV-006', { ...good, mode: 'remove' }],
  ['INV-006', { ...good, mode: '' }],
  ['INV-006', { ...good, mode: ['set'] }],
  ['INV-006', { ...good, mode: 'toString' }],
  ['INV-007', { ...good, quantity: undefined }],
  ['INV-007', { ...good, quantity: null }],
  ['INV-007 A10', { ...good, quantity: 0.5 }],
  ['INV-007 A10', '{"productId":1,"mode":"set","quantity":1.0000000000000001}'],
  ['INV-007', { ...good, quantity: '1' }],
  ['INV-007', { ...good, quantity: true }],
  ['INV-007 B36', { ...good, quantity: -1 }],
  ['INV-007', { ...good, quantity: 2_147_483_648 }],
  ['INV-007', '{"productId":1,"mode":"set","quantity":1e400}'],
  ['INV-007', '{"productId":1,"mode":"set","quantity":9007199254740993}'],
  ['INV-011', { ...good, variantId: 'x' }],
  ['INV-011', { ...good, variantId: 0 }],
  ['INV-014', { ...good, warehouseId: '' }],
  ['INV-014', { ...good, warehouseId: 0 }],
  ['INV-014', { ...good, warehouseId: {} }],
  ['INV-018', { ...good, criticalLevel: 1.5 }],
  ['INV-018', { ...good, criticalLevel: -1 }],
  ['INV-018', { ...good, criticalLevel: 2_147_483_648 }],
  ['INV-018', { ...good, criticalLevel: '5' }],
  ['INV-019', { ...good, notes: 7 }],
  ['INV-019', { ...good, notes: ['a'] }],
  ['INV-021', [good]],
  ['INV-021', { items: [good] }],
  ...hostileBodies.map((body) => ['T23', body] as const),
]

it.each(refused)('%s rejects a body of %j with 400 and writes nothing', async (_rule, body) => {
  const { adjust, written } = await setUp()
  const before = written()

  const answer = await adjust(body)

  expect([answer.status, answer.body.success, typeof answer.body.message]).toEqual([400, false, 'string'])
  expect(written()).toEqual(before)
})

it('an unknown productId returns 404, and unknown fields are ignored (INV-004)', async () => {
  const { adjust, hall, stock } = await setUp()

  const far = await adjust('{"productId":9223372036854775807,"mode":"set","quantity":1}')
  const more = await adjust({ ...good, warehouseId: hall, price: 5, ownerAppKey: OTHER_APP })

  expect([far.status, more.status, stock(hall)]).toEqual([404, 200, '1'])
})

it('requires only inventory.write (INV-002 SCOPE-021)', async () => {
  const { shop, adjust, written } = await setUp()
  const without = await shop.install({
    appKey: 'app.acme.reader',
    requested_scopes: ['products.read', 'products.write', 'orders.write'],
  })
  const only = await shop.install({ appKey: 'app.acme.keeper', requested_scopes: ['inventory.write'] })
  own(shop, 2, 'app.acme.reader')
  own(shop, 3, 'app.acme.keeper')
  const before = written()

  expect((await adjust({ ...good, productId: 2 }, without.token)).status).toBe(403)
  expect(written()).toEqual(before)
  expect((await adjust({ ...good, productId: 3 }, only.token)).status).toBe(200)
})

it('a store-wide token needs a pin, and under the looser reading all regions of the app count (PIN-006 A5)', async () => {
  const { shop, adjust } = await setUp()
  const wide = await shop.installWide({ requested_scopes: scopes })
  own(shop, 2, WIDE_APP)

  const missing = await adjust({ ...good, productId: 2 }, wide.token)
  shop.context.changeSettings({ pin: 'documented-only' })

  expect(missing.status).toBe(400)
  expect((await adjust({ ...good, productId: 2 }, wide.token)).status).toBe(200)
})

async function logOf(shop: Shop) {
  const { entries } = await shop.control<{ entries: { code: string; details: Record<string, unknown> }[] }>(
    'GET',
    '/log',
  )
  return entries.filter(({ code }) => code.startsWith('inventory.'))
}
