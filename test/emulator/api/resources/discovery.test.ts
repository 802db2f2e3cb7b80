import { describe, expect, it } from 'vitest'

import { products } from '../../../../src/catalog/resources/products.ts'
import { taxRules } from '../../../../src/catalog/resources/tax-rules.ts'
import { warehouses } from '../../../../src/catalog/resources/warehouses.ts'
import { makeShop } from '../shop.ts'

describe('GET /products', () => {
  it('a product is the same in the list and by id (PROD-001 PROD-021 PROD-028 SCOPE-007 GEN-032)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de', requested_scopes: ['products.read'] })

    const { status, body } = await shop.call(token, '/products?pageSize=100')
    const [first] = body.items
    const alone = await shop.call(token, `/products/${first.id}`)

    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['success', 'items', 'totalCount', 'page', 'pageSize'])
    expect(alone.body).toEqual({ success: true, ...first })
    expect(products.list.response.parse(body)).toEqual(body)
    expect(products.get.response.parse(alone.body)).toEqual(alone.body)
  })

  it('every field matches the store data (PROD-002 PROD-003 PROD-004 PROD-005 PROD-006 PROD-008 PROD-009 PROD-010 PROD-011 PROD-012 PROD-013)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'gb' })
    const row = shop.db
      .prepare('SELECT * FROM products p JOIN prices c ON c.product_id = p.id AND c.region_id = ? WHERE p.id = 1')
      .get(shop.region('gb'))
    const stock = shop.db.prepare('SELECT quantity FROM stock WHERE product_id = 1').all()

    const { body } = await shop.call(token, '/products/1')

    expect(body).toEqual({
      success: true,
      id: 1,
      name: row?.['name'],
      sku: row?.['sku'],
      status: 'A',
      productType: 'simple',
      price: Number(row?.['price']),
      currency: 'GBP',
      stockQuantity: stock.reduce((sum, { quantity }) => sum + Number(quantity), 0),
      categoryId: row?.['category_id'],
      imageUrl: row?.['image_url'],
      createdAt: new Date(Number(row?.['created_at'])).toISOString(),
    })
  })

  it('is paged like orders (PROD-023 PROD-024)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()

    const { body } = await shop.call(token, '/products')
    const second = await shop.call(token, '/products?page=2&pageSize=5')

    expect([body.page, body.pageSize]).toEqual([1, 20])
    expect(second.body.items).toEqual(body.items.slice(5, 10))
    expect((await shop.call(token, '/products?pageSize=101')).status).toBe(400)
    expect((await shop.call(token, '/products?page=0')).status).toBe(400)
  })

  it('search matches part of the name or SKU, with % and _ as plain characters (PROD-025)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const found = async (search: string) =>
      (await shop.call(token, `/products?search=${encodeURIComponent(search)}`)).body.items.map(
        ({ id }: { id: number }) => id,
      )

    expect(await found('linen TOTE')).toEqual([1])
    expect(await found('-003')).toEqual([3])
    expect(await found('%')).toEqual([])
    expect(await found('_')).toEqual([])
    expect(await found("' OR 1=1 --")).toEqual([])
    expect(await found('\\')).toEqual([])
    expect(await found('x'.repeat(60_000))).toEqual([])
    expect((await found('')).length).toBeGreaterThan(5)
  })

  it('filters by status (PROD-014 PROD-015 PROD-026)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const total = async (query: string) => (await shop.call(token, `/products${query}`)).body.totalCount

    const [published, drafts] = [await total('?status=A'), await total('?status=P')]

    expect(drafts).toBeGreaterThan(0)
    expect(published + drafts).toBe(await total(''))
    expect(await total('?status=nonsense')).toBe(0)
  })

  it('a deleted product is missing from every list and returns 404 (PROD-016)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = 1").run()

    const { body } = await shop.call(token, '/products?pageSize=100')

    expect(body.items.some(({ id }: { id: number }) => id === 1)).toBe(false)
    expect((await shop.call(token, '/products?status=D')).body.totalCount).toBe(0)
    expect((await shop.call(token, '/products/1')).status).toBe(404)
  })

  it('filters by category, and a text that is not an id returns 400 (PROD-027)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const wanted = Number(shop.db.prepare('SELECT category_id FROM products WHERE id = 1').get()?.['category_id'])

    const { body } = await shop.call(token, `/products?categoryId=${wanted}`)

    expect(new Set(body.items.map(({ categoryId }: { categoryId: number }) => categoryId))).toEqual(new Set([wanted]))
    expect((await shop.call(token, '/products?categoryId=9223372036854775807')).body.totalCount).toBe(0)
    expect((await shop.call(token, '/products?categoryId=x')).status).toBe(400)
  })

  it.each(['/products', '/products/1', '/warehouses', '/tax-rules'])(
    '%s needs products.read (PROD-022 PROD-029 WH-002 DISC-034 GEN-037)',
    async (path) => {
      const shop = await makeShop()
      const { token } = await shop.install({ requested_scopes: ['orders.read', 'inventory.write', 'products.write'] })

      expect((await shop.call(token, path)).status).toBe(403)
    },
  )

  it('omits a product without a price in the region (PROD-008 B24)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()
    shop.db.prepare('DELETE FROM prices WHERE product_id = 1 AND region_id = ?').run(shop.region('de'))
    const status = async (code: string) => (await shop.call(token, `/products/1?regionId=${shop.region(code)}`)).status

    expect([await status('de'), await status('tr')]).toEqual([404, 200])
  })
})

describe('GET /warehouses', () => {
  it('a region token sees its own region and a hint (WH-001 WH-003 WH-005 WH-006 WH-009 WH-010 WH-011 WH-012 WH-013 WH-014 WH-017 B35)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })

    const { status, body } = await shop.call(token, '/warehouses')

    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      items: [
        {
          code: 'de-main',
          countryCode: 'DE',
          regionId: shop.region('de'),
          isDefault: false,
          isVirtual: false,
          isMine: false,
        },
      ],
      myWarehouseCount: 0,
    })
    expect(body.hint).toMatch(/Create one .*claim/)
    expect(warehouses.list.response.parse(body)).toEqual(body)
  })

  it('without a pin a store-wide token sees the regions that the app supports (WH-003 PIN-012 A19)', async () => {
    const shop = await makeShop()
    const everywhere = await shop.installWide()
    const some = await shop.installWide({ appKey: 'app.acme.some', countries: ['DE', 'GB'] })
    const seen = async (token: string) => {
      const { body } = await shop.call(token, '/warehouses')
      const countries: string[] = body.items.map(({ countryCode }: { countryCode: string }) => countryCode)
      return [...new Set(countries)].toSorted((one, other) => one.localeCompare(other))
    }

    expect(await seen(everywhere.token)).toEqual(['DE', 'GB', 'TR'])
    expect(await seen(some.token)).toEqual(['DE', 'GB'])
  })

  it('only its own app can see the owner of a warehouse (WH-004 WH-005 WH-015 WH-016 WH-017)', async () => {
    const shop = await makeShop()
    const own = await shop.install()
    const other = await shop.install({ appKey: 'app.acme.other' })
    shop.db.prepare("UPDATE warehouses SET owner_app_key = 'app.acme.other' WHERE code = 'tr-spare'").run()
    const spare = async (token: string) => {
      const { body } = await shop.call(token, '/warehouses')
      return { body, spare: body.items.find(({ code }: { code: string }) => code === 'tr-spare') }
    }

    const seen = await spare(own.token)
    const mine = await spare(other.token)

    expect([seen.spare.isVirtual, seen.spare.isMine, seen.body.myWarehouseCount]).toEqual([true, false, 0])
    expect(JSON.stringify(seen.body)).not.toContain('app.acme.other')
    expect([mine.spare.isVirtual, mine.spare.isMine, mine.body.myWarehouseCount]).toEqual([true, true, 1])
    expect(mine.body.hint).toBeNull()
  })
})

describe('GET /tax-rules', () => {
  it('lists the active rules of the region (DISC-033 DISC-036 DISC-037 DISC-040 DISC-041 DISC-042 DISC-043 DISC-044 DISC-045)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })

    const { status, body } = await shop.call(token, '/tax-rules')
    const rows = shop.db
      .prepare('SELECT * FROM tax_rules WHERE region_id = ? AND active = 1 ORDER BY is_default DESC, id')
      .all(shop.region('de'))

    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      totalCount: rows.length,
      items: rows.map((row) => ({
        id: row['id'],
        name: row['name'],
        rate: Number(row['rate']),
        isDefault: row['is_default'] === 1,
        description: row['description'],
      })),
      hint: null,
    })
    expect(taxRules.list.response.parse(body)).toEqual(body)
  })

  it('needs a pin under both readings of A5 (DISC-035 PIN-011 ERR-027)', async () => {
    const shop = await makeShop()
    const { token } = await shop.installWide()

    expect((await shop.call(token, '/tax-rules')).status).toBe(400)
    shop.context.changeSettings({ pin: 'documented-only' })
    expect((await shop.call(token, '/tax-rules')).status).toBe(400)
    expect((await shop.call(token, `/tax-rules?regionId=${shop.region('gb')}`)).status).toBe(200)
  })

  it('accepts the id of a listed rule as taxRuleId of a product (DISC-039)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de', requested_scopes: ['products.read', 'products.write'] })
    const { body } = await shop.call(token, '/tax-rules')
    const reduced = body.items.find(({ isDefault }: { isDefault: boolean }) => !isDefault)

    const created = await shop.send(token, 'POST /products', {
      externalRef: 'b-1',
      title: 'Book',
      taxRuleId: reduced.id,
    })

    expect([created.status, created.body.success]).toEqual([200, true])
    expect(
      shop.db.prepare('SELECT tax_rule_id FROM product_tax_rules WHERE product_id = ?').get(created.body.id),
    ).toEqual({
      tax_rule_id: reduced.id,
    })
  })

  it('hint is set when the region has no active rule (DISC-038)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ region: 'de' })
    shop.db.prepare('UPDATE tax_rules SET active = 0 WHERE region_id = ?').run(shop.region('de'))

    const { body } = await shop.call(token, '/tax-rules')

    expect([body.items, body.totalCount, typeof body.hint]).toEqual([[], 0, 'string'])
  })
})
