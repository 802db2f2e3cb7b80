import { expect, it } from 'vitest'

import OrdersList from '../../../../src/commands/call/orders/list.ts'
import OrdersReport from '../../../../src/commands/call/orders/report.ts'
import type { Send } from '../../../../src/http/wire.ts'
import { documentsOf, linesOf, makeCalls } from '../support.ts'

interface Total {
  readonly status?: string
  readonly currency: string
  readonly orders: number
  readonly total: number
}

/** Orders by region id, each as JSON text. */
function makeOrders(orders: (region: string | undefined) => readonly string[]): Send {
  return async ({ url, headers }) => {
    const all = orders(headers['X-Region-Id'])
    const page = Number(url.searchParams.get('page'))
    const items = all.slice((page - 1) * 100, page * 100)
    return { status: 200, headers: {}, body: Buffer.from(`{"items":[${items.join(',')}],"totalCount":${all.length}}`) }
  }
}

const order = (id: number, total: string, currency = 'TRY', status = 'paid') =>
  `{"id":${id},"grandTotal":${total},"currency":"${currency}","status":"${status}"}`

it('sums each currency separately, to the last digit, and never across currencies (GEN-012 GEN-013)', async () => {
  const { call } = await makeCalls()
  const tenths = Array.from({ length: 250 }, (_, at) => order(at + 1, '0.10'))
  const send = makeOrders(() => [
    ...tenths,
    order(900, '9007199254740993.01'),
    order(901, '5', 'EUR'),
    order(902, '0.005', 'KWD'),
  ])

  const json = await call(OrdersReport, ['--region', 'tr', '--json'], { send })
  const table = await call(OrdersReport, ['--region', 'tr'], { send, width: 80, env: { NO_COLOR: '1' } })
  const csv = await call(OrdersReport, ['--region', 'tr', '--csv'], { send })

  expect(json.stdout).toBe(
    '[{"currency":"EUR","orders":1,"total":5},{"currency":"KWD","orders":1,"total":0.005},{"currency":"TRY","orders":251,"total":9007199254741018.01}]\n',
  )
  expect(linesOf(table.stdout)).toEqual([
    'CURRENCY  ORDERS                TOTAL',
    'EUR            1                    5',
    'KWD            1                0.005',
    'TRY          251  9007199254741018.01',
  ])
  expect(csv.stdout).toBe('currency,orders,total\r\nEUR,1,5\r\nKWD,1,0.005\r\nTRY,251,9007199254741018.01\r\n')
})

it('has a line for each status and currency with --by status', async () => {
  const { call } = await makeCalls()
  const send = makeOrders(() => [
    order(1, '1.50'),
    order(2, '2', 'TRY', 'shipped'),
    order(3, '1', 'EUR'),
    order(4, '3.25'),
  ])

  const csv = await call(OrdersReport, ['--by', 'status', '--region', 'tr', '--csv'], { send })

  expect(linesOf(csv.stdout)).toEqual([
    'status,currency,orders,total',
    'paid,EUR,1,1',
    'paid,TRY,2,4.75',
    'shipped,TRY,1,2',
  ])
})

it('notes that cancelled and refunded orders are included in the total, unless they are shown separately', async () => {
  const { call } = await makeCalls()
  const send = makeOrders(() => [order(1, '1'), order(2, '2', 'TRY', 'cancelled'), order(3, '4', 'TRY', 'refunded')])
  const note = 'Cancelled and refunded orders are included. `--by status` shows them separately.'

  const plain = await call(OrdersReport, ['--region', 'tr', '--json'], { send })
  const byStatus = await call(OrdersReport, ['--region', 'tr', '--by', 'status'], { send })
  const paid = await call(OrdersReport, ['--region', 'tr', '--status', 'paid'], { send })
  const empty = await call(OrdersReport, ['--region', 'tr'], { send: makeOrders(() => []) })

  expect(JSON.parse(plain.stdout)).toEqual([{ currency: 'TRY', orders: 3, total: 7 }])
  expect(plain.stderr).toContain(note)
  for (const { stderr } of [byStatus, paid, empty]) expect(stderr).not.toContain(note)
})

it('counts an order only once if every region lists it (B50)', async () => {
  const { call, store } = await makeCalls()
  const [tr, de, gb] = store.store.regions.map(({ id }) => String(id))
  const old = order(1, '100', 'TRY')
  const byRegion: Record<string, string[]> = {
    [tr ?? '']: [old, order(2, '1', 'TRY')],
    [de ?? '']: [old, order(3, '2', 'EUR')],
    [gb ?? '']: [old, order(4, '3', 'EUR')],
  }
  const send = makeOrders((region) => byRegion[region ?? ''] ?? [])

  const { stdout } = await call(OrdersReport, ['--region', 'all', '--json'], { send })

  expect(JSON.parse(stdout)).toEqual([
    { currency: 'EUR', orders: 2, total: 5 },
    { currency: 'TRY', orders: 2, total: 101 },
  ])
})

it('matches the orders of the emulator', async () => {
  const { call } = await makeCalls()
  const listed = await call(OrdersList, ['--region', 'de', '--status', 'paid', '--all', '--ndjson'])
  const rows = documentsOf<{ currency: string; grandTotal: number }>(listed.stdout)

  const { stdout } = await call(OrdersReport, ['--region', 'de', '--status', 'paid', '--json'])

  const totals = JSON.parse(stdout) as Total[]
  expect(totals.length).toBeGreaterThan(0)
  for (const { currency, orders, total } of totals) {
    const own = rows.filter((row) => row.currency === currency)
    expect(orders).toBe(own.length)
    expect(total).toBeCloseTo(
      own.reduce((sum, { grandTotal }) => sum + grandTotal, 0),
      2,
    )
  }
})

it('has no total if a part cannot be read', async () => {
  const { call } = await makeCalls()
  const unreadable = await call(OrdersReport, ['--region', 'tr'], { send: makeOrders(() => [order(7, 'null')]) })
  let asked = 0
  const failing: Send = async (request) =>
    ++asked === 3 ? { status: 402, headers: {}, body: Buffer.from('') } : makeOrders(() => [order(1, '1')])(request)
  const region = await call(OrdersReport, ['--region', 'all'], { send: failing })

  expect([unreadable.error?.code, unreadable.stdout]).toEqual(['api.bad-response', ''])
  expect([region.exit, region.stdout]).toEqual([6, ''])
})

it.each([
  ['{}', 'An order has no valid id.'],
  ['{"id":7,"grandTotal":1,"status":"paid"}', 'Order 7 has no valid currency.'],
  ['{"id":7,"grandTotal":1,"currency":{},"status":"paid"}', 'Order 7 has no valid currency.'],
  ['{"id":7,"grandTotal":1,"currency":"TRY"}', 'Order 7 has no valid status.'],
  ['{"id":7,"currency":"TRY","status":"paid"}', 'Order 7 has no valid grandTotal.'],
])('rejects an order without a value that the report uses: %s', async (row, message) => {
  const { call } = await makeCalls()

  const { error, exit, stdout } = await call(OrdersReport, ['--region', 'all'], { send: makeOrders(() => [row]) })

  expect([error?.code, error?.message, exit, stdout]).toEqual(['api.bad-response', message, 12, ''])
})

it('reports that there are no orders', async () => {
  const { call } = await makeCalls()

  expect((await call(OrdersReport, ['--region', 'tr'], { send: makeOrders(() => []) })).stdout).toBe('No orders.\n')
  expect((await call(OrdersReport, ['--region', 'tr', '--by', 'name'])).exit).toBe(2)
})
