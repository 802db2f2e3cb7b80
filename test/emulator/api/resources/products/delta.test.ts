import { describe, expect, it } from 'vitest'

import { products } from '../../../../../src/catalog/resources/products.ts'
import { makeProductShop, mug, writerScopes } from './product-shop.ts'

interface Item {
  readonly id: number
  readonly status: string
  readonly updatedAt: string
  readonly product: Record<string, unknown> | null
}

/** Everything of the seed is older than the clock: what is written in a test comes after `start`. */
async function makeDeltaShop() {
  const shop = await makeProductShop()
  const start = new Date(shop.clock.now().getTime() - 1).toISOString()
  const delta = (query: Record<string, string | number>, as = shop.token, headers = {}) =>
    shop.call(as, `/products/delta?${new URLSearchParams(query as Record<string, string>).toString()}`, {
      headers,
    })
  const ids = async (query: Record<string, string | number>, as = shop.token) =>
    ((await delta(query, as)).body.items as Item[]).map(({ id }) => id)
  const remove = (id: number) => shop.control('POST', `/stores/${shop.store.code}/products/${id}/delete`, {})
  return { ...shop, start, delta, ids, remove }
}

describe('GET /products/delta', () => {
  it('returns changes after an instant, each with the product as the detail endpoint shows it (DELTA-001 DELTA-003 DELTA-004 DELTA-005 DELTA-006 DELTA-008)', async () => {
    const shop = await makeDeltaShop()
    const { body: written } = await shop.write({ status: 'A' })

    const { status, body } = await shop.delta({ updatedAfter: shop.start })

    const { success, ...product } = await shop.read(written.id)
    expect([status, success]).toEqual([200, true])
    expect(body).toEqual({
      success: true,
      items: [{ id: written.id, status: 'A', updatedAt: shop.clock.now().toISOString(), product }],
      nextCursor: `${shop.clock.now().toISOString()}|${written.id}`,
      hasMore: false,
    })
    expect(products.delta.response.safeParse(body).error).toBeUndefined()
  })

  it('has an exclusive start, exact to the millisecond (DELTA-008 B21)', async () => {
    const shop = await makeDeltaShop()
    const { body } = await shop.write()
    const at = shop.clock.now().getTime()

    expect(await shop.ids({ updatedAfter: new Date(at).toISOString() })).toEqual([])
    expect(await shop.ids({ updatedAfter: new Date(at - 1).toISOString() })).toEqual([body.id])
  })

  it('reports stock that an order uses and that a cancellation restores (DELTA-005)', async () => {
    const shop = await makeDeltaShop()
    const order = { items: [{ productId: 1, quantity: 2 }] }
    const before = Number((await shop.call(shop.token, '/products/1')).body.stockQuantity)
    const stockIn = async (updatedAfter: string) => {
      const { body } = await shop.delta({ updatedAfter })
      return (body.items as Item[]).map(({ id, product }) => [id, Number(product?.['stockQuantity'])])
    }

    const { order: placed } = await shop.control<{ order: { id: number } }>(
      'POST',
      `/stores/${shop.store.code}/orders`,
      order,
    )
    const afterOrder = await stockIn(shop.start)
    shop.clock.advance(1000)
    const middle = shop.clock.now().toISOString()
    shop.clock.advance(1000)
    await shop.control('POST', `/stores/${shop.store.code}/orders/${placed.id}/cancel`, {})

    expect(afterOrder).toEqual([[1, before - 2]])
    expect(await stockIn(middle)).toEqual([[1, before]])
  })

  it('DELTA-002 needs products.read', async () => {
    const shop = await makeDeltaShop()
    const { token } = await shop.install({ region: 'de', requested_scopes: ['products.write'] })

    expect((await shop.delta({ updatedAfter: shop.start }, token)).status).toBe(403)
  })

  it('continues after the last row until hasMore is false (DELTA-010 DELTA-011 DELTA-013 DELTA-019)', async () => {
    const shop = await makeDeltaShop()
    const written: number[] = []
    for (let at = 0; at < 5; at++) written.push((await shop.write({ externalRef: `m-${at}` })).body.id)

    const seen: number[][] = []
    let query: Record<string, string | number> = { updatedAfter: shop.start, pageSize: 2 }
    for (let more = true; more;) {
      const { body } = await shop.delta(query)
      const last = body.items.at(-1) as Item
      expect(body.nextCursor).toBe(`${last.updatedAt}|${last.id}`)
      seen.push((body.items as Item[]).map(({ id }) => id))
      query = { cursor: body.nextCursor, pageSize: 2 }
      more = body.hasMore
    }

    expect(seen).toEqual([written.slice(0, 2), written.slice(2, 4), written.slice(4)])
  })

  it('returns hasMore false if the last page is full (DELTA-019)', async () => {
    const shop = await makeDeltaShop()
    for (const externalRef of ['a', 'b']) await shop.write({ externalRef })

    const pages = [1, 2, 3].map(async (pageSize) => (await shop.delta({ updatedAfter: shop.start, pageSize })).body)

    expect((await Promise.all(pages)).map(({ hasMore }) => hasMore)).toEqual([true, false, false])
  })

  it('always returns a nextCursor, even without rows, and the next change follows it (B21)', async () => {
    const shop = await makeDeltaShop()
    const now = shop.clock.now().toISOString()

    const first = await shop.delta({ updatedAfter: now })
    const second = await shop.delta({ cursor: first.body.nextCursor })
    expect([first.body.items, second.body.items, second.body.nextCursor]).toEqual([[], [], first.body.nextCursor])
    shop.clock.advance(1)
    const { body } = await shop.write()

    expect(await shop.ids({ cursor: first.body.nextCursor })).toEqual([body.id])
  })

  it('reports a change in the same millisecond as an empty response (B21)', async () => {
    const shop = await makeDeltaShop()
    const { body: empty } = await shop.delta({ updatedAfter: shop.clock.now().toISOString() })

    const { body } = await shop.write()

    expect(await shop.ids({ cursor: empty.nextCursor })).toEqual([body.id])
  })

  it('never skips changes in the same millisecond, whatever their ids (DELTA-010 DELTA-011)', async () => {
    const shop = await makeDeltaShop()
    const low = (await shop.write({ externalRef: 'low' })).body.id
    const high = (await shop.write({ externalRef: 'high' })).body.id
    let { nextCursor } = (await shop.delta({ updatedAfter: shop.start })).body

    const changes: [string, () => Promise<unknown>][] = [
      ['a patch', () => shop.patch(low, { title: 'Changed' })],
      ['a repeat', () => shop.write({ externalRef: 'low' })],
      ['a price', () => shop.send(shop.token, 'PATCH /prices', { productId: low, price: 5 })],
      ['prices', () => shop.send(shop.token, 'POST /prices/bulk', { items: [{ productId: low, price: 6 }] })],
      ['a bulk write', () => shop.send(shop.token, 'POST /products/bulk', { items: [{ ...mug, externalRef: 'low' }] })],
      ['a deletion', () => shop.remove(low)],
    ]
    for (const [name, change] of changes) {
      await change()
      const { body } = await shop.delta({ cursor: nextCursor })
      expect([name, (body.items as Item[]).map(({ id }) => id)]).toEqual([name, [low]])
      nextCursor = body.nextCursor
      await shop.patch(high, { title: name })
      nextCursor = (await shop.delta({ cursor: nextCursor })).body.nextCursor
    }
  })

  it('returns the rows of one bulk write in order, each with its own time (PROD-105)', async () => {
    const shop = await makeDeltaShop()
    const items = ['c', 'a', 'b'].map((externalRef) => ({ ...mug, externalRef }))
    await shop.send(shop.token, 'POST /products/bulk', { items })
    const { body } = await shop.send(shop.token, 'POST /products/bulk', { items: items.toReversed() })

    const { body: page } = await shop.delta({ updatedAfter: shop.start })

    expect((page.items as Item[]).map(({ id }) => id)).toEqual(body.results.map(({ id }: Item) => id))
    expect(new Set((page.items as Item[]).map(({ updatedAt }) => updatedAt)).size).toBe(3)
  })

  it('accepts a pageSize of 1 to 500 and uses 100 by default (DELTA-013 DELTA-014 B16 B17)', async () => {
    const shop = await makeDeltaShop()
    const items = Array.from({ length: 500 }, (_, at) => ({ ...mug, externalRef: `m-${at}` }))
    await shop.send(shop.token, 'POST /products/bulk', { items })
    await shop.write({ externalRef: 'one-more' })
    const sizes = ['', '&pageSize=1', '&pageSize=500'].map(async (size) => {
      const { body } = await shop.call(shop.token, `/products/delta?updatedAfter=${shop.start}${size}`)
      return [body.items.length, body.hasMore]
    })

    expect(await Promise.all(sizes)).toEqual([
      [100, true],
      [1, true],
      [500, true],
    ])
    for (const pageSize of ['0', '501', '-1', '1.5', 'x', '']) {
      expect((await shop.delta({ updatedAfter: shop.start, pageSize })).status).toBe(400)
    }
  })

  it('requires a region from a store-wide token (A5)', async () => {
    const shop = await makeDeltaShop()
    const { token } = await shop.installWide({ requested_scopes: writerScopes })

    expect((await shop.delta({ updatedAfter: shop.start }, token)).status).toBe(400)
    expect((await shop.delta({ updatedAfter: shop.start }, token, shop.pin('de'))).status).toBe(200)
    shop.context.changeSettings({ pin: 'documented-only' })
    expect((await shop.delta({ updatedAfter: shop.start }, token)).status).toBe(200)
  })
})

describe('contents of a region delta', () => {
  it("contains products of all owners with the region's price, and none of another store (B24)", async () => {
    const shop = await makeDeltaShop()
    const other = await shop.install({ appKey: 'app.acme.other', requested_scopes: writerScopes })
    const de = await shop.install({ region: 'de', requested_scopes: writerScopes })
    const store = await shop.openStore({ name: 'Other', seed: 'none' })
    const there = await shop.install({ into: store, requested_scopes: writerScopes })
    const foreign = await shop.write({}, { as: other.token })
    const german = await shop.write({ externalRef: 'de', price: 3 }, { as: de.token })
    await shop.write({}, { as: there.token })

    expect(await shop.ids({ updatedAfter: shop.start })).toEqual([foreign.body.id])
    const { body } = await shop.delta({ updatedAfter: shop.start }, de.token)
    expect(body.items).toMatchObject([{ id: german.body.id, product: { price: 3, currency: 'EUR' } }])
  })

  it('contains products added to the region and products with a new price in it (DELTA-006 B22)', async () => {
    const shop = await makeDeltaShop()
    const { token: as } = await shop.installWide({ requested_scopes: writerScopes })
    const { body } = await shop.write({}, { as, headers: shop.pin('de') })
    let { nextCursor } = (await shop.delta({ updatedAfter: shop.start })).body

    await shop.write({ price: 4 }, { as, headers: shop.pin('tr') })
    const joined = (await shop.delta({ cursor: nextCursor })).body
    nextCursor = joined.nextCursor
    await shop.send(as, 'PATCH /prices', { productId: body.id, price: 5 }, shop.pin('tr'))
    const priced = (await shop.delta({ cursor: nextCursor })).body

    expect([joined.items, priced.items]).toMatchObject([
      [{ id: body.id, product: { price: 4, currency: 'TRY' } }],
      [{ id: body.id, product: { price: 5 } }],
    ])
  })

  it('lists a product that the store deleted as D with null, in every region (PROD-019 PROD-016 DELTA-007 DELTA-020 DELTA-022)', async () => {
    const shop = await makeDeltaShop()
    const de = await shop.install({ region: 'de', requested_scopes: writerScopes })
    const published = await shop.write({ externalRef: 'a', status: 'A' }, { as: de.token })
    const draft = await shop.write({ externalRef: 'p', status: 'P' }, { as: de.token })
    shop.clock.advance(1000)
    const later = new Date(shop.clock.now().getTime() - 1).toISOString()

    await shop.remove(published.body.id)
    await shop.remove(draft.body.id)

    for (const as of [shop.token, de.token]) {
      const { body } = await shop.delta({ updatedAfter: later }, as)
      expect(body.items).toEqual(
        [published, draft].map(({ body: { id } }) => ({
          id,
          status: 'D',
          updatedAt: expect.stringMatching(/Z$/),
          product: null,
        })),
      )
    }
    const listed = await shop.call(de.token, '/products?status=D')
    const detail = await shop.call(de.token, `/products/${published.body.id}`)
    expect([listed.body.items, detail.status]).toEqual([[], 404])
  })

  it('returns the whole catalog page by page, each product once, in change order', async () => {
    const shop = await makeDeltaShop()
    const all = shop.rows(
      'SELECT p.id FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ? ORDER BY p.updated_at, p.id',
      shop.region('tr'),
    )

    const seen: number[] = []
    let query: Record<string, string | number> = { updatedAfter: '1970-01-01T00:00:00Z', pageSize: 5 }
    for (let more = true; more;) {
      const { body } = await shop.delta(query)
      seen.push(...(body.items as Item[]).map(({ id }) => id))
      query = { cursor: body.nextCursor, pageSize: 5 }
      more = body.hasMore
    }

    expect(seen).toEqual(all.map((row) => row['id']))
    expect(seen.length).toBeGreaterThan(5)
  })
})

describe('start of a delta', () => {
  it('rejects a request without updatedAfter and cursor with 400 (DELTA-015)', async () => {
    const shop = await makeDeltaShop()

    for (const path of ['/products/delta', '/products/delta?pageSize=5', '/products/delta?cursor=']) {
      const { status, body } = await shop.call(shop.token, path)
      expect([status, body]).toEqual([400, { success: false, message: 'Either updatedAfter or cursor is required.' }])
    }
  })

  it('prefers the cursor to updatedAfter, even if updatedAfter is later (B21)', async () => {
    const shop = await makeDeltaShop()
    const { body } = await shop.write()
    const cursor = `${shop.start}|0`

    expect(await shop.ids({ cursor, updatedAfter: '2999-01-01T00:00:00Z' })).toEqual([body.id])
    expect((await shop.delta({ cursor: 'garbage', updatedAfter: shop.start })).status).toBe(400)
  })

  it.each([
    'garbage',
    '|',
    '|1',
    '1',
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T12:00:00.000Z|',
    '2026-11-21T12:00:00.000Z|x',
    '2026-11-21T12:00:00.000Z|-1',
    '2026-11-21T12:00:00.000Z|01',
    '2026-11-21T12:00:00.000Z|1.0',
    '2026-11-21T12:00:00.000Z|1e3',
    '2026-11-21T12:00:00.000Z|1|1',
    '2026-11-21T12:00:00.000Z|1 ',
    ' 2026-11-21T12:00:00.000Z|1',
    '2026-11-21T12:00:00.000Z|9007199254740992',
    '2026-11-21T12:00:00.000Z|99999999999999999999',
    '2026-11-21T12:00:00Z|1',
    '2026-11-21T12:00:00.000+00|1',
    '2026-11-21 12:00:00.000Z|1',
    '2026-02-30T12:00:00.000Z|1',
    '2026-13-21T12:00:00.000Z|1',
    '2026-11-21T25:00:00.000Z|1',
    '1795262400000|1',
    "2026-11-21T12:00:00.000Z|1' OR 1=1 --",
    '2026-11-21T12:00:00.000Z|1\u0000',
    '2026-11-21T12:00:00.000Z|1\n',
    'MjAyNi0xMS0yMXwx',
    'x'.repeat(20_000),
  ])('rejects the corrupt cursor %j with 400 and no items (DELTA-016 DELTA-017)', async (cursor) => {
    const shop = await makeDeltaShop()

    const { status, body } = await shop.delta({ cursor })

    expect([status, body]).toEqual([
      400,
      { success: false, message: 'The cursor is corrupt. Send nextCursor unchanged.' },
    ])
  })

  it('rejects a duplicate cursor with 400 (DELTA-016)', async () => {
    const shop = await makeDeltaShop()
    const cursor = encodeURIComponent(`${shop.start}|0`)

    expect((await shop.call(shop.token, `/products/delta?cursor=${cursor}&cursor=${cursor}`)).status).toBe(400)
  })

  it.each([
    'yesterday',
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-11-21T12:00:00+03:00',
    '2026-11-21T12:00:00-00:00',
    '2026-11-21T12:00:00 00:00',
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00:60Z',
    '1795262400000',
    '',
    "' OR 1=1 --",
  ])('rejects the instant %j with 400 (DELTA-008 B21)', async (updatedAfter) => {
    const shop = await makeDeltaShop()

    const { status, body } = await shop.delta({ updatedAfter })

    expect([status, body.success]).toEqual([400, false])
  })

  it('explains why a nonexistent date is invalid (DELTA-008 B21)', async () => {
    const shop = await makeDeltaShop()

    const { body } = await shop.delta({ updatedAfter: '2026-02-30T12:00:00Z' })

    expect(body).toEqual({ success: false, message: 'updatedAfter is not a UTC timestamp.' })
  })

  it.each([
    '0001-01-01T00:00:00Z',
    '2026-01-01T00:00:00.123456789Z',
    '2024-02-29T23:59:59Z',
    '2026-01-01T00:00:00+00:00',
    '2026-01-01T00:00:00.123456+00:00',
  ])('accepts the instant %s (DELTA-008)', async (updatedAfter) => {
    const shop = await makeDeltaShop()

    const { status, body } = await shop.delta({ updatedAfter, pageSize: 1 })
    const next = await shop.delta({ cursor: body.nextCursor, pageSize: 1 })

    expect([status, next.status, body.items.length, next.body.items.length]).toEqual([200, 200, 1, 1])
  })

  it('treats +00:00 in an instant as Z (DELTA-008)', async () => {
    const shop = await makeDeltaShop()
    const at = shop.start.replace('Z', '+00:00')

    expect((await shop.delta({ updatedAfter: at })).body).toEqual((await shop.delta({ updatedAfter: shop.start })).body)
  })
})
