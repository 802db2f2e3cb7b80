import { describe, expect, it } from 'vitest'

import OrdersList from '../../../src/commands/call/orders/list.ts'
import WarehousesList from '../../../src/commands/call/warehouses/list.ts'
import type { Send } from '../../../src/http/wire.ts'
import { documentsOf, linesOf, makeCalls } from './support.ts'

const tr = ['--region', 'tr']

/** A platform with `count` orders; `failAt` is the page that it refuses. */
function makeOrders(count: number, failAt = 0) {
  const asked: string[] = []
  const send: Send = async ({ url }) => {
    asked.push(url.search)
    const page = Number(url.searchParams.get('page') ?? 1)
    const pageSize = Number(url.searchParams.get('pageSize') ?? 20)
    if (page === failAt) return { status: 404, headers: {}, body: Buffer.from('{"message":"Gone."}') }
    const from = (page - 1) * pageSize
    const items = Array.from({ length: Math.max(0, Math.min(pageSize, count - from)) }, (_, at) => ({
      id: from + at + 1,
      orderNumber: `N${from + at + 1}`,
      status: 'paid',
      grandTotal: 1,
      currency: 'TRY',
      itemCount: 1,
      orderSource: null,
      customer: { name: null, email: null },
    }))
    const body = JSON.stringify({ success: true, items, totalCount: count, page, pageSize })
    return { status: 200, headers: {}, body: Buffer.from(body) }
  }
  return { send, asked }
}

describe('--all', () => {
  it('prints every row, and reads 100 rows per page', async () => {
    const { call } = await makeCalls()
    const { send, asked } = makeOrders(250)

    const { stdout } = await call(OrdersList, [...tr, '--all', '--ndjson'], { send })

    expect(documentsOf(stdout).map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, at) => at + 1))
    expect(asked).toEqual(['?page=1&pageSize=100', '?page=2&pageSize=100', '?page=3&pageSize=100'])
  })

  it('prints one JSON document that includes the total of the list', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, [...tr, '--all', '--json'], { send: makeOrders(150).send })

    const document = JSON.parse(stdout) as { items: unknown[]; totalCount: number }
    expect([document.items.length, document.totalCount]).toEqual([150, 150])
    expect(Object.keys(document)).toEqual(['items', 'totalCount'])
    expect(linesOf(stdout)).toHaveLength(1)
  })

  it('prints one table on a terminal, and lines in a pipe', async () => {
    const { call } = await makeCalls()
    const { send } = makeOrders(150)

    const table = await call(OrdersList, [...tr, '--all'], { send, width: 100, env: { NO_COLOR: '1' } })
    const lines = await call(OrdersList, [...tr, '--all'], { send })

    expect(linesOf(table.stdout)).toHaveLength(151)
    expect(table.stdout.match(/NUMBER/g)).toHaveLength(1)
    expect(table.stdout).not.toContain('of 150 orders')
    expect(linesOf(lines.stdout)).toHaveLength(150)
  })

  it.each([
    ['--ndjson', ''],
    ['--json', '{"items":[],"totalCount":0}\n'],
    ['--csv', 'id\r\n'],
  ])('prints the right empty result with %s: %j', async (format, shown) => {
    const { call } = await makeCalls()
    const fields = format === '--csv' ? ['--fields', 'id'] : []

    const { stdout } = await call(OrdersList, [...tr, '--all', format, ...fields], { send: makeOrders(0).send })

    expect(stdout).toBe(shown)
  })

  it('reports an empty list in text', async () => {
    const { call } = await makeCalls()

    expect((await call(OrdersList, [...tr, '--all'], { send: makeOrders(0).send })).stdout).toBe('No orders.\n')
  })

  it('keeps filter, page size and first page', async () => {
    const { call } = await makeCalls()
    const { send, asked } = makeOrders(25)

    await call(OrdersList, [...tr, '--all', '--status', 'paid', '--page-size', '10', '--page', '2', '--ndjson'], {
      send,
    })

    expect(asked).toEqual(['?page=2&status=paid&pageSize=10', '?page=3&status=paid&pageSize=10'])
  })

  it.each([
    ['--all', '--page', '2'],
    ['--page', '2'],
    ['--all', '--page', '2', '--ndjson'],
  ])('reports that it started at a later page if that page is empty: %s %s %s', async (...flags) => {
    const { call } = await makeCalls()

    const later = await call(OrdersList, [...tr, ...flags], { send: makeOrders(5).send })
    const none = await call(OrdersList, [...tr, '--all'], { send: makeOrders(0).send })

    expect([later.exit, later.stderr]).toEqual([0, 'No rows on page 2 or later. Earlier pages may have rows.\n'])
    expect([none.exit, none.stderr]).toEqual([0, ''])
  })

  it('closes the JSON document with the error if a page fails, and exits with the exit code of the error', async () => {
    const { call } = await makeCalls()

    const { stdout, exit } = await call(OrdersList, [...tr, '--all', '--json'], { send: makeOrders(250, 2).send })

    const document = JSON.parse(stdout) as { items: unknown[]; error: { code: string } }
    expect([document.items.length, document.error.code, exit]).toEqual([100, 'api.error', 12])
  })

  it('prints the plain error document if the first page fails', async () => {
    const { call } = await makeCalls()

    const { stdout, exit } = await call(OrdersList, [...tr, '--all', '--json'], { send: makeOrders(250, 1).send })

    expect([Object.keys(JSON.parse(stdout) as object), exit]).toEqual([['error'], 12])
  })

  it('prints a complete JSON document even if the last page is empty (P5)', async () => {
    const { call } = await makeCalls()
    const send: Send = async ({ url }) => {
      const items = url.searchParams.get('page') === '1' ? '[{"id":1},{"id":2}]' : '[]'
      return { status: 200, headers: {}, body: Buffer.from(`{"items":${items}}`) }
    }

    const { stdout } = await call(OrdersList, [...tr, '--all', '--json'], { send })

    expect(stdout).toBe('{"items":[{"id":1},{"id":2}]}\n')
  })

  it('prints the rows before a failure, then the error', async () => {
    const { call } = await makeCalls()
    const { send } = makeOrders(250, 2)

    const lines = await call(OrdersList, [...tr, '--all', '--ndjson'], { send })
    const table = await call(OrdersList, [...tr, '--all'], { send, width: 100 })

    expect([documentsOf(lines.stdout).length, lines.exit]).toEqual([100, 12])
    expect(lines.stderr).toContain('404, “Gone”')
    expect([linesOf(table.stdout).length, table.exit]).toEqual([101, 12])
  })

  it('stops between two pages when it is interrupted, and exits quietly when the reader closes the pipe', async () => {
    const { call } = await makeCalls()
    const { send } = makeOrders(1_000)
    const stopAfter = (reason: string) => {
      const interrupted = new AbortController()
      let pages = 0
      const stopping: Send = async (request) => {
        if (++pages === 2) interrupted.abort(reason)
        return send(request)
      }
      return { send: stopping, interrupted: interrupted.signal }
    }

    const signal = await call(OrdersList, [...tr, '--all', '--ndjson'], stopAfter('SIGINT'))
    const pipe = await call(OrdersList, [...tr, '--all', '--ndjson'], stopAfter('SIGPIPE'))

    expect([signal.exit, documentsOf(signal.stdout).length]).toEqual([130, 200])
    expect([pipe.exit, pipe.stderr]).toEqual([0, ''])
  })

  it('waits until each page is printed before it requests the next page', async () => {
    const platform = await makeCalls()
    const { send } = makeOrders(300)
    const order: string[] = []
    const context = platform.context({
      send: async (request) => {
        order.push('ask')
        return send(request)
      },
    })
    const { runCommand } = await import('../../support/command/command.ts')

    await runCommand(OrdersList, [...tr, '--all', '--ndjson'], {
      ...context,
      terminal: { ...context.terminal, flushed: async () => void order.push('flushed') },
    })

    expect(order).toEqual(['ask', 'flushed', 'ask', 'flushed', 'ask', 'flushed'])
  })
})

describe('--limit', () => {
  it('begins at the given page', async () => {
    const { call } = await makeCalls()
    const { send, asked } = makeOrders(25)

    const begin = [...tr, '--limit', '15', '--page-size', '10', '--page', '2', '--ndjson']
    const { stdout } = await call(OrdersList, begin, { send })

    expect(documentsOf(stdout).map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, at) => at + 11))
    expect(asked).toEqual(['?page=2&pageSize=10', '?page=3&pageSize=10'])
  })

  it.each([
    [7, 7, 1],
    [100, 100, 1],
    [130, 130, 2],
    [999, 250, 3],
  ])('a limit of %i prints %i rows in %i requests', async (limit, rows, requests) => {
    const { call } = await makeCalls()
    const { send, asked } = makeOrders(250)

    const { stdout } = await call(OrdersList, [...tr, '--limit', String(limit), '--ndjson'], { send })

    expect([documentsOf(stdout).length, asked.length]).toEqual([rows, requests])
  })

  it('is rejected below 1, and for a list without pages', async () => {
    const { call } = await makeCalls()

    expect((await call(OrdersList, [...tr, '--limit', '0'])).exit).toBe(2)
    expect((await call(WarehousesList, ['--limit', '1'])).exit).toBe(2)
    expect((await call(WarehousesList, ['--all'])).exit).toBe(2)
  })
})

it('--max-rate spaces the requests, and never exceeds 600', async () => {
  const { call } = await makeCalls()
  const { send } = makeOrders(300)
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)

  const { exit } = await call(OrdersList, [...tr, '--all', '--ndjson', '--max-rate', '30'], { send, sleep })
  const tooFast = await call(OrdersList, [...tr, '--max-rate', '601'])

  expect([exit, tooFast.exit]).toEqual([0, 2])
  expect(waits).toEqual([2_000, 4_000])
})
