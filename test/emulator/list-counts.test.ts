import type { DatabaseSync } from 'node:sqlite'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readPage } from '../../src/emulator/api/list-page.ts'
import { COUNT_BLOCK } from '../../src/emulator/db/store/counts.ts'
import { isLong } from '../support/machine/long-run.ts'
import { makeShop } from './api/shop.ts'

const regions = [1, 2, null] as const
const statuses = ['paid', 'shipped', 'cancelled'] as const

/** Ids in two blocks and at their borders. */
const orderIds = [41, 42, COUNT_BLOCK - 1, COUNT_BLOCK, COUNT_BLOCK + 1, 2 * COUNT_BLOCK]

const order = fc.record({
  id: fc.constantFrom(...orderIds),
  region: fc.constantFrom(...regions),
  status: fc.constantFrom(...statuses),
})
const price = fc.record({
  product: fc.integer({ min: 1, max: 4 }),
  variant: fc.constantFrom(0, 0, 7),
  region: fc.integer({ min: 1, max: 2 }),
})

type Sql = readonly [sql: string, ...values: (string | number | null)[]]

const orderColumns = `(id, order_number, region_id, status, payment_status, currency, subtotal, tax_total, grand_total, created_at)`
const orderRow = (id: number, region: number | null, status: string): (string | number | null)[] => [
  id,
  `T-${id}`,
  region,
  status,
]
const orderValues = `VALUES (?, ?, ?, ?, 'paid', 'TRY', '1', '0', '1', 0)`

/** Every way in which a row of the two lists can come, change and go, REPLACE and upserts too. */
const writes: fc.Arbitrary<Sql> = fc.oneof(
  order.map((o): Sql => [
    `INSERT OR IGNORE INTO orders ${orderColumns} ${orderValues}`,
    ...orderRow(o.id, o.region, o.status),
  ]),
  order.map((o): Sql => [
    `INSERT OR REPLACE INTO orders ${orderColumns} ${orderValues}`,
    ...orderRow(o.id, o.region, o.status),
  ]),
  order.map((o): Sql => ['UPDATE orders SET status = ? WHERE id = ?', o.status, o.id]),
  order.map((o): Sql => ['UPDATE orders SET region_id = ?, status = ? WHERE id = ?', o.region, o.status, o.id]),
  order.map((o): Sql => ['UPDATE orders SET status = ? WHERE region_id IS ?', o.status, o.region]),
  order.map((o): Sql => ['UPDATE orders SET region_id = ? WHERE id = ?', o.region, o.id]),
  order.map((o): Sql => ['UPDATE OR IGNORE orders SET id = ? WHERE region_id IS ?', o.id, o.region]),
  order.map((o): Sql => ['DELETE FROM orders WHERE id = ?', o.id]),
  price.map((p): Sql => [
    `INSERT INTO prices (product_id, variant_id, region_id, price) VALUES (?, ?, ?, '1')
     ON CONFLICT (product_id, variant_id, region_id) DO UPDATE SET price = '2'`,
    p.product,
    p.variant,
    p.region,
  ]),
  price.map((p): Sql => [`INSERT OR REPLACE INTO prices VALUES (?, ?, ?, '3')`, p.product, p.variant, p.region]),
  price.map((p): Sql => ['UPDATE OR IGNORE prices SET region_id = ? WHERE product_id = ?', p.region, p.product]),
  price.map((p): Sql => ['UPDATE OR REPLACE prices SET region_id = ? WHERE product_id = ?', p.region, p.product]),
  price.map((p): Sql => ['UPDATE OR IGNORE prices SET variant_id = ? WHERE product_id = ?', p.variant, p.product]),
  price.map((p): Sql => ['DELETE FROM prices WHERE product_id = ? AND region_id = ?', p.product, p.region]),
  fc
    .record({ id: fc.integer({ min: 1, max: 4 }), status: fc.constantFrom('A', 'P', 'D') })
    .map((p): Sql => ['UPDATE products SET status = ? WHERE id = ?', p.status, p.id]),
)

const countedOrders = `SELECT region_id, block, status, n FROM order_counts WHERE n <> 0 ORDER BY 1, 2, 3`
const trueOrders = `
  SELECT coalesce(region_id, 0) AS region_id, -1 AS block, status, count(*) AS n FROM orders GROUP BY 1, 2, 3
  UNION ALL SELECT coalesce(region_id, 0), id / ${COUNT_BLOCK}, status, count(*) FROM orders GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
const inRegion = 'products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0'
const listedProducts = 'SELECT region_id, status, product_id FROM listed_products ORDER BY 1, 2, 3'
const trueList = `SELECT c.region_id, p.status, p.id AS product_id FROM ${inRegion} ORDER BY 1, 2, 3`
const countedProducts = `SELECT region_id, block, status, n FROM product_counts WHERE n <> 0 ORDER BY 1, 2, 3`
const trueProducts = `
  SELECT c.region_id, -1 AS block, p.status, count(*) AS n FROM ${inRegion} GROUP BY 1, 2, 3
  UNION ALL SELECT c.region_id, p.id / ${COUNT_BLOCK}, p.status, count(*) FROM ${inRegion} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

function expectTrueCounts(db: DatabaseSync): void {
  const rows = (sql: string) => db.prepare(sql).all()
  expect(rows(countedOrders)).toEqual(rows(trueOrders))
  expect(rows(listedProducts)).toEqual(rows(trueList))
  expect(rows(countedProducts)).toEqual(rows(trueProducts))
}

describe('list counts', () => {
  it('match the rows after any writes', async () => {
    const shop = await makeShop()
    shop.db.exec('PRAGMA foreign_keys = OFF')

    fc.assert(
      fc.property(fc.array(writes, { minLength: 1, maxLength: 30 }), (statements) => {
        shop.db.exec('SAVEPOINT before')
        try {
          for (const [sql, ...values] of statements) shop.db.prepare(sql).run(...values)
          expectTrueCounts(shop.db)
        } finally {
          shop.db.exec('ROLLBACK TO before; RELEASE before')
        }
      }),
      { numRuns: isLong ? 2000 : 100 },
    )
    expectTrueCounts(shop.db)
  })

  it('match the rows after actions of customers, the store and an app, and after rejected ones', async () => {
    const shop = await makeShop()
    const { token } = await shop.install()
    const { code } = shop.store
    const act = (path: string, body: object = {}) => shop.rawControl('POST', `/stores/${code}${path}`, body)
    const { product } = await shop.control<{ product: { id: number } }>('POST', `/stores/${code}/products`, {
      name: 'Lamp',
      prices: { tr: '1', de: '2' },
    })
    expectTrueCounts(shop.db)

    for (const path of ['unpublish', 'publish', 'delete', 'delete']) await act(`/products/${product.id}/${path}`)
    for (const body of [{}, { paid: true, region: 'de' }, { items: [{ productId: 999, quantity: 1 }] }])
      await act('/orders', body)
    for (const step of ['pay', 'ship', 'refund', 'cancel']) await act(`/orders/41/${step}`)
    const lines = [{ productId: 1, quantity: 1, unitPrice: 1 }]
    await shop.send(token, 'POST /orders', { externalOrderId: 'x', items: lines, externalStatus: 'shipped' })
    await shop.send(token, 'POST /orders', { externalOrderId: 'x', items: lines })
    await shop.send(token, 'POST /orders', { externalOrderId: 'y', items: [{ productId: 999, quantity: 1 }] })

    expect(Number(shop.db.prepare('SELECT count(*) AS n FROM orders').get()?.['n'])).toBe(43)
    expectTrueCounts(shop.db)
  })
})

describe('a page of a counted list', () => {
  it('matches a full count of the rows, wherever its blocks begin and end', async () => {
    const shop = await makeShop()
    const insert = shop.db.prepare(`INSERT INTO orders ${orderColumns} ${orderValues}`)
    // Whole blocks empty, full and with holes; two regions and none.
    for (let id = COUNT_BLOCK - 5; id < COUNT_BLOCK + 700; id++)
      insert.run(...orderRow(id, [1, 2, null][id % 3] ?? null, statuses[id % 2] ?? 'paid'))
    for (let id = 3 * COUNT_BLOCK; id < 5 * COUNT_BLOCK; id += 2)
      insert.run(...orderRow(id, 1, statuses[id % 3] ?? 'paid'))
    shop.db.prepare('DELETE FROM orders WHERE id >= ? AND id < ?').run(4 * COUNT_BLOCK - 50, 4 * COUNT_BLOCK + 50)

    for (const status of [null, 'paid', 'shipped']) {
      const ofStatus = status === null ? '' : ' AND status = :status'
      const values = { region: 1, ...(status === null ? {} : { status }) }
      const truth = shop.db
        .prepare(`SELECT id FROM orders WHERE (region_id = :region OR region_id IS NULL)${ofStatus} ORDER BY id DESC`)
        .all(values)
        .map(({ id }) => id)
      const list = {
        counts: 'order_counts' as const,
        where: `region_id IN (:region, 0)${ofStatus}`,
        parts: ['region_id = :region', 'region_id IS NULL'].map(
          (place) => `SELECT id FROM orders WHERE ${place}${ofStatus}`,
        ),
        idColumn: 'id',
        values,
        select: 'SELECT page.id FROM page',
      }
      const pageSize = 97
      const seen: unknown[] = []
      for (let page = 1; page <= Math.ceil(truth.length / pageSize) + 1; page++) {
        const { rows, totalCount } = readPage(shop.db, list, { page, pageSize })
        expect(totalCount).toBe(truth.length)
        seen.push(...rows.map(({ id }) => id))
      }
      expect(seen).toEqual(truth)
      expect(truth.length).toBeGreaterThan(COUNT_BLOCK / 3)
    }
  })

  it('is correct far into the list after each write, even in a transaction that is rolled back', async () => {
    const shop = await makeShop()
    const insert = shop.db.prepare(`INSERT INTO orders ${orderColumns} ${orderValues}`)
    for (let id = 100; id < 160; id++) insert.run(...orderRow(id, 1, 'waiting'))
    const list = {
      counts: 'order_counts' as const,
      where: "region_id = 1 AND status = 'waiting'",
      parts: ["SELECT id FROM orders WHERE region_id = 1 AND status = 'waiting'"],
      idColumn: 'id',
      values: {},
      select: 'SELECT page.id FROM page',
    }
    const read = () => {
      const { rows, totalCount } = readPage(shop.db, list, { page: 3, pageSize: 10 })
      return [totalCount, rows[0]?.['id'], rows.length]
    }
    const before = [read(), read()]
    shop.db.prepare('DELETE FROM orders WHERE id = 150').run()
    const afterDelete = read()
    shop.db.exec('BEGIN')
    insert.run(...orderRow(150, 1, 'waiting'))
    insert.run(...orderRow(2 * COUNT_BLOCK, 1, 'waiting'))
    const within = read()
    shop.db.exec('ROLLBACK')

    expect(before).toEqual([
      [60, 139, 10],
      [60, 139, 10],
    ])
    expect(afterDelete).toEqual([59, 138, 10])
    expect(within).toEqual([61, 140, 10])
    expect(read()).toEqual([59, 138, 10])
  })
})
