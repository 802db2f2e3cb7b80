import { describe, expect, it } from 'vitest'

import { orders } from '../../../src/catalog/resources/orders.ts'
import { walkPages, walkRows } from '../../../src/client/paging/paging.ts'
import type { WireRequest } from '../../../src/http/wire.ts'
import { answer, collect, makeListClient } from '../support.ts'

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

const pageOf = ({ url }: WireRequest) => Number(url.searchParams.get('page'))

/** A list of orders that a test changes while it is walked. `before(page)` runs before each page is read. */
function makeList(start: readonly number[], before: (page: number, list: number[]) => void = () => {}) {
  const list = [...start]
  const made = makeListClient((request) => {
    const page = pageOf(request)
    const pageSize = Number(request.url.searchParams.get('pageSize'))
    before(page, list)
    const items = list.slice((page - 1) * pageSize, page * pageSize).map((id) => ({ id }))
    return answer(200, { items, totalCount: list.length, page, pageSize })
  })
  return { ...made, list }
}

const walked = async (rows: AsyncIterable<{ id: number }>) => (await collect(rows)).map(({ id }) => id)

const input = { region: 'tr' }

describe('walkRows', () => {
  it.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('returns all of %i rows in %i requests of 100', async (count, requests) => {
    const { client, sent } = makeList(ids(1, count))

    expect(await walked(walkRows({ client, endpoint: orders.list, input }))).toEqual(ids(1, count))
    expect(sent.map(({ url }) => url.search)).toEqual(ids(1, requests).map((page) => `?page=${page}&pageSize=100`))
  })

  it('fetches a page only when one of its rows is requested', async () => {
    const { client, sent } = makeList(ids(1, 250))
    const rows = walkRows({ client, endpoint: orders.list, input })

    expect(sent).toHaveLength(0)
    for (let taken = 0; taken < 100; taken++) await rows.next()
    expect(sent).toHaveLength(1)
    expect((await rows.next()).value).toMatchObject({ id: 101 })
    expect(sent).toHaveLength(2)
    await rows.return()
    expect(sent).toHaveLength(2)
  })

  it.each([
    [1, 1],
    [100, 1],
    [101, 2],
  ])('stops after %i rows and %i page requests', async (limit, requests) => {
    const { client, sent } = makeList(ids(1, 500))

    expect(await walked(walkRows({ client, endpoint: orders.list, input, limit }))).toEqual(ids(1, limit))
    expect(sent).toHaveLength(requests)
  })

  it('keeps the rest of the query, the requested page size and the first page', async () => {
    const { client, sent } = makeList(ids(1, 25))
    const walk = { client, endpoint: orders.list, pageSize: 10 }

    const rows = await walked(walkRows({ ...walk, input: { ...input, query: { status: 'paid', page: 2 } } }))

    expect(rows).toEqual(ids(11, 25))
    expect(sent.map(({ url }) => url.search)).toEqual([
      '?status=paid&page=2&pageSize=10',
      '?status=paid&page=3&pageSize=10',
    ])
    expect(sent[0]?.headers['X-Region-Id']).toBe('1')
  })

  it('returns no row twice if rows are inserted before its position', async () => {
    const { client } = makeList(ids(1, 250), (page, list) => {
      if (page === 2 && list.length === 250) list.unshift(...ids(1001, 1005))
    })

    const rows = await walked(walkRows({ client, endpoint: orders.list, input }))

    expect(rows).toEqual(ids(1, 250))
  })

  it('continues if inserted rows shift a whole page, so that the page looks like the previous one', async () => {
    const { client } = makeList(ids(1, 250), (page, list) => {
      if (page === 2 && list.length === 250) list.unshift(...ids(1001, 1100))
    })

    expect(await walked(walkRows({ client, endpoint: orders.list, input }))).toEqual(ids(1, 250))
  })

  it('reads pages again if rows before its position were deleted, and misses no row', async () => {
    let isDone = false
    const { client, sent } = makeList(ids(1, 450), (page, list) => {
      if (page !== 3 || isDone) return
      isDone = true
      list.splice(0, 150)
    })

    const rows = await walked(walkRows({ client, endpoint: orders.list, input }))

    expect(rows.toSorted((a, b) => a - b)).toEqual(ids(1, 450))
    expect(sent.map(pageOf)).toEqual([1, 2, 3, 1, 2])
  })

  it.each([1, 2, 4])('continues while %i of the returned rows are deleted before each page', async (gone) => {
    const given = new Set<number>()
    const { client, sent } = makeList(ids(1, 400), (_page, list) => {
      for (const id of list.filter((one) => given.has(one)).slice(-gone)) list.splice(list.indexOf(id), 1)
    })

    const rows: number[] = []
    for await (const { id } of walkRows({ client, endpoint: orders.list, input, pageSize: 10 })) {
      rows.push(id)
      given.add(id)
    }

    expect(rows.toSorted((a, b) => a - b)).toEqual(ids(1, 400))
    expect(sent.length).toBeLessThan(3 * 40)
  })

  it.each([
    ['rows at its end', (list: number[]) => list.splice(-5)],
    ['rows at its end, more than a page', (list: number[]) => list.splice(-12)],
    ['rows at its start', (list: number[]) => list.splice(0, 5)],
    ['rows at its start, more than a page', (list: number[]) => list.splice(0, 12)],
  ])('reads a list that keeps losing %s completely', async (_, lose) => {
    const { client, sent, list } = makeList(ids(1, 1000), (page, rows) => {
      if (page > 1 && rows.length > 300) lose(rows)
    })

    const rows = await walked(walkRows({ client, endpoint: orders.list, input, pageSize: 10 }))

    expect(new Set(rows).size).toBe(rows.length)
    expect(list.filter((id) => !rows.includes(id))).toEqual([])
    expect(sent.length).toBeLessThan(400)
  })

  it('goes back only as far as the total fell', async () => {
    const { client, sent } = makeList(ids(1, 100), (page, list) => {
      if (page >= 6 && list.length > 97) list.shift()
    })

    const rows = await walked(walkRows({ client, endpoint: orders.list, input, pageSize: 10 }))

    expect(rows.toSorted((a, b) => a - b)).toEqual(ids(1, 100))
    expect(sent.map(pageOf)).toEqual([1, 2, 3, 4, 5, 6, 5, 7, 6, 7, 8, 9, 10])
  })

  it('stops if a total that keeps falling and rising makes it read the same pages again', async () => {
    const { client, sent } = makeListClient((request) => {
      const page = pageOf(request)
      const items = ids((page - 1) * 10 + 1, page * 10).map((id) => ({ id }))
      return answer(200, { items, totalCount: sent.length % 2 === 0 ? 100 : 1_000, page, pageSize: 10 })
    })

    await expect(walked(walkRows({ client, endpoint: orders.list, input, pageSize: 10 }))).rejects.toMatchObject({
      code: 'api.error',
      message: expect.stringContaining('keeps falling') as string,
    })
    expect(sent.length).toBeLessThan(400)
  })

  it('continues from its position if rows are inserted while it reads pages again', async () => {
    const { client, sent, list } = makeList(ids(1, 450), (page, rows) => {
      if (page === 3 && rows.length === 450) rows.splice(0, 150)
      if (page === 2 && rows.length === 300) rows.unshift(...ids(1001, 1030))
    })

    const rows = await walked(walkRows({ client, endpoint: orders.list, input }))

    expect(rows.toSorted((a, b) => a - b)).toEqual(ids(1, 450))
    expect(list).toHaveLength(330)
    expect(sent.map(pageOf)).toEqual([1, 2, 3, 1, 2, 3, 4])
  })

  it('never goes back before its first page', async () => {
    const { client, sent } = makeList(ids(1, 500), (page, list) => {
      if (page === 4 && list.length === 500) list.splice(0, 300)
    })

    await walked(walkRows({ client, endpoint: orders.list, input: { ...input, query: { page: 3 } } }))

    expect(sent.map(pageOf)).toEqual([3, 4, 3])
  })

  it('reads the pages before an empty page again if the list became shorter', async () => {
    const { client } = makeList(ids(1, 200), (page, list) => {
      if (page === 2 && list.length === 200) list.splice(0, 100)
    })

    expect(await walked(walkRows({ client, endpoint: orders.list, input }))).toEqual(ids(1, 200))
  })

  it('stops at an empty page if the response has no total (P5)', async () => {
    const { client, sent } = makeListClient((request) => {
      const page = pageOf(request)
      return answer(200, { items: page > 2 ? [] : [{ id: page }] })
    })

    expect(await walked(walkRows({ client, endpoint: orders.list, input }))).toEqual([1, 2])
    expect(sent).toHaveLength(3)
  })

  it('uses the page size of the response if the platform returns fewer rows than requested (P5)', async () => {
    const { client } = makeListClient((request) => {
      const page = pageOf(request)
      const items = ids(1, 5).slice((page - 1) * 2, page * 2)
      return answer(200, { items: items.map((id) => ({ id })), totalCount: 5, page, pageSize: 2 })
    })

    expect(await walked(walkRows({ client, endpoint: orders.list, input }))).toEqual(ids(1, 5))
  })

  it.each([
    ['with ids', [{ id: 1 }, { id: 2 }], 2, 11],
    ['without ids', [{ name: 'a' }], 10, 11],
  ])('does not loop forever over a page that repeats forever, %s', async (_, items, ...[most, requests]) => {
    const { client, sent } = makeListClient(() => answer(200, { items, totalCount: 1_000_000, page: 1, pageSize: 100 }))
    const given: unknown[] = []

    const walk = (async () => {
      for await (const row of walkRows({ client, endpoint: orders.list, input })) given.push(row)
    })()

    await expect(walk).rejects.toMatchObject({
      code: 'api.error',
      message: expect.stringContaining('repeats rows') as string,
    })
    expect([given.length, sent.length]).toEqual([most, requests])
  })

  it('keeps identical rows without an id', async () => {
    const { client } = makeListClient(() => answer(200, { items: [{ a: 1 }, { a: 1 }], totalCount: 2 }))

    expect(await collect(walkRows({ client, endpoint: orders.list, input }))).toEqual([{ a: 1 }, { a: 1 }])
  })

  it('distinguishes ids above 2^53 by every digit', async () => {
    const { client } = makeListClient(() =>
      answer(200, '{"items":[{"id":9007199254740993},{"id":9007199254740992}],"totalCount":2}'),
    )

    expect(JSON.stringify(await collect(walkRows({ client, endpoint: orders.list, input })))).toBe(
      '[{"id":9007199254740993},{"id":9007199254740992}]',
    )
  })

  it.each([['null'], ['[]'], ['{}'], ['{"items":{}}'], ['not json']])('throws for the page %s', async (body) => {
    const { client } = makeListClient(() => answer(200, body))

    await expect(collect(walkRows({ client, endpoint: orders.list, input }))).rejects.toMatchObject({
      code: 'api.bad-response',
    })
  })
})

it('walkPages returns each response with its new rows and the total', async () => {
  const { client } = makeList(ids(1, 101))

  const pages = await collect(walkPages({ client, endpoint: orders.list, input }))

  expect(pages.map(({ rows, totalCount, result }) => [rows.length, totalCount, result.status])).toEqual([
    [100, 101, 200],
    [1, 101, 200],
  ])
})
