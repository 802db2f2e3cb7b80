import { describe, expect, it } from 'vitest'

import AttributesList from '../../../src/commands/call/attributes/list.ts'
import CategoriesList from '../../../src/commands/call/categories/list.ts'
import OrderCosts from '../../../src/commands/call/order-costs/list.ts'
import OrdersImport from '../../../src/commands/call/orders/import.ts'
import OrdersList from '../../../src/commands/call/orders/list.ts'
import ProductsList from '../../../src/commands/call/products/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import ReconciliationList from '../../../src/commands/call/reconciliation/list.ts'
import TargetsList from '../../../src/commands/call/storefront-targets/list.ts'
import TaxRules from '../../../src/commands/call/tax-rules/list.ts'
import WarehousesList from '../../../src/commands/call/warehouses/list.ts'
import Install from '../../../src/commands/install.ts'
import { runCommand } from '../../support/command/command.ts'
import { sendTo } from '../../support/send.ts'
import { documentsOf, linesOf, makeCalls } from './support.ts'

interface Part {
  readonly region: string
  readonly currency: string
  readonly body?: { readonly items: { readonly id: number; readonly currency: string }[]; readonly totalCount: number }
  readonly error?: { readonly code: string }
}

const all = ['--region', 'all']

describe('--region all', () => {
  it('sends one request for each region, in order (PIN-015)', async () => {
    const { call, calls, store } = await makeCalls()

    const { exit, stdout } = await call(OrdersList, [...all, '--json'])

    expect(exit).toBe(0)
    expect(calls().map(({ headers }) => headers['X-Region-Id'])).toEqual(
      store.store.regions.map(({ id }) => String(id)),
    )
    const parts = JSON.parse(stdout) as Part[]
    expect(parts.map(({ region, currency }) => [region, currency])).toEqual([
      ['tr', 'TRY'],
      ['de', 'EUR'],
      ['gb', 'GBP'],
    ])
    for (const { currency, body } of parts) {
      // Old orders without a region are listed in each (B50), in their own currency.
      expect(body?.items.some((row) => row.currency === currency)).toBe(true)
    }
  })

  it('tags each row with its region and currency, and adds no totals across regions (GEN-013)', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(TaxRules, [...all, '--ndjson'])

    const rows = documentsOf<{ region: string; currency: string; id: number }>(stdout)
    expect(new Set(rows.map(({ region, currency }) => `${region} ${currency}`))).toEqual(
      new Set(['tr TRY', 'de EUR', 'gb GBP']),
    )
    expect(rows.every(({ id }) => Number.isInteger(id))).toBe(true)
  })

  it('reports that an order without a region is listed once for each region (B50)', async () => {
    const { call } = await makeCalls()

    const { stdout, stderr } = await call(OrdersList, [...all, '--all', '--csv', '--fields', 'id'])
    const one = await call(OrdersList, ['--region', 'tr', '--all', '--csv'])
    const products = await call(ProductsList, [...all, '--all', '--csv', '--fields', 'id'])

    const ids = linesOf(stdout).slice(1)
    const ordersOf = Map.groupBy(ids, (line) => line.split(',')[2])
    const repeated = [...ordersOf.values()].filter(({ length }) => length > 1).length
    expect(repeated).toBeGreaterThan(1)
    expect(stderr).toContain(`${repeated} orders without a region are listed once for each region`)
    expect([one.stderr, products.stderr]).toEqual(['', ''])
  })

  it('the tags of a row are selectable like other fields (GEN-013)', async () => {
    const { call } = await makeCalls()

    const { stderr } = await call(TaxRules, [...all, '--csv', '--fields', 'region,id,colour'])

    expect(stderr).toContain('Unknown field "colour"')
  })

  it("keeps the row's own currency if it has one (A44)", async () => {
    const { call } = await makeCalls()
    const products = await call(ProductsList, ['--region', 'tr', '--ndjson', '--fields', 'id'])
    const [product] = documentsOf<{ id: number }>(products.stdout)
    const body = {
      externalOrderId: 'x-usd',
      currency: 'USD',
      items: [{ productId: product?.id, quantity: 1, unitPrice: 5 }],
    }
    await call(OrdersImport, ['--region', 'tr', '--data', JSON.stringify(body)])

    const { stdout } = await call(OrdersList, [...all, '--all', '--ndjson'])

    const rows = documentsOf<{ region: string; currency: string }>(stdout)
    expect(rows.filter(({ currency }) => currency === 'USD').map(({ region }) => region)).toEqual(['tr'])
  })

  it('shows one table with a REGION column', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, all, { width: 160, env: { NO_COLOR: '1' } })

    const [head = '', ...rows] = linesOf(stdout)
    expect(head).toMatch(/^REGION +ID +NUMBER +STATUS/)
    expect(new Set(rows.map((row) => row.split(/ +/)[0]))).toEqual(new Set(['tr', 'de', 'gb']))
    expect(rows.every((row) => row.length <= 160)).toBe(true)
  })

  it.each([
    ['products', ProductsList],
    ['categories', CategoriesList],
    ['attributes', AttributesList],
    ['tax rules', TaxRules],
    ['storefront targets', TargetsList],
    ['unmanaged products', ReconciliationList],
  ])('prints one table of %s, each row with its region', async (_, Class) => {
    const { call } = await makeCalls()

    const { stdout, exit } = await call(Class, all, { width: 200, env: { NO_COLOR: '1' } })

    expect(exit).toBe(0)
    const [head = '', ...rows] = linesOf(stdout)
    expect(head).toMatch(/^REGION /)
    expect(stdout.match(/REGION/g)).toHaveLength(1)
    expect(new Set(rows.map((row) => row.split(/ +/)[0]))).toEqual(new Set(['tr', 'de', 'gb']))
  })

  it('starts each line with the region in a pipe', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(ProductsList, all)

    const lines = linesOf(stdout)
    expect(new Set(lines.map((line) => line.split('\t')[0]))).toEqual(new Set(['tr', 'de', 'gb']))
    expect(lines.every((line) => line.split('\t').length === 7)).toBe(true)
  })

  it('prints region and currency as the first columns of --csv, once each', async () => {
    const { call } = await makeCalls()

    const rules = await call(TaxRules, [...all, '--csv'])
    const orders = await call(OrdersList, [...all, '--csv'])

    expect(linesOf(rules.stdout)[0]).toMatch(/^region,currency,id,name,rate/)
    expect(linesOf(orders.stdout)[0]).toMatch(/^region,id,orderNumber,status,grandTotal,currency,/)
    expect(linesOf(rules.stdout)[1]).toMatch(/^tr,TRY,\d+,/)
  })

  it('reports a region that fails, shows the others, and exits with the exit code of the failure', async () => {
    const platform = await makeCalls()
    const { made, store } = platform
    const gone = String(store.store.regions[1]?.id)
    const plain = sendTo(made.emulator)
    const send: typeof plain = async (request) =>
      request.headers['X-Region-Id'] === gone
        ? { status: 402, headers: {}, body: Buffer.from('{"message":"Not paid here."}') }
        : plain(request)

    const json = await platform.call(OrdersList, [...all, '--json'], { send })
    const table = await platform.call(OrdersList, all, { send })
    const walk = await platform.call(OrdersList, [...all, '--all', '--json'], { send })

    const parts = JSON.parse(json.stdout) as Part[]
    expect(parts.map(({ region, body, error }) => [region, body !== undefined, error?.code])).toEqual([
      ['tr', true, undefined],
      ['de', false, 'api.payment-pending'],
      ['gb', true, undefined],
    ])
    expect([json.exit, table.exit, walk.exit]).toEqual([6, 6, 6])
    expect(table.stderr).toContain('Region de: Error: Not paid here.')
    expect(new Set(linesOf(table.stdout).map((line) => line.split('\t')[0]))).toEqual(new Set(['tr', 'gb']))
    expect((JSON.parse(walk.stdout) as Part[]).map(({ error }) => error?.code)).toEqual([
      undefined,
      'api.payment-pending',
      undefined,
    ])
  })

  it('uses the token of each region if each region has its own install (PIN-014)', async () => {
    const platform = await makeCalls({ install_scope: 'region' })
    await runCommand(Install, ['--approve', '--region', 'de'], platform.context())
    platform.sent.length = 0

    const { stdout, exit } = await platform.call(OrdersList, [...all, '--json'])

    expect(exit).toBe(0)
    const parts = JSON.parse(stdout) as Part[]
    expect(parts.map(({ region }) => region)).toEqual(['tr', 'de'])
    expect(parts[1]?.body?.items.some(({ currency }) => currency === 'EUR')).toBe(true)
    expect(new Set(platform.calls().map(({ headers }) => headers['Authorization'])).size).toBe(2)
    expect(platform.calls().every(({ headers }) => headers['X-Region-Id'] === undefined)).toBe(true)
  })

  it.each([
    [
      'a write',
      OrdersImport,
      ['--data', '{"externalOrderId":"x","items":[{"productId":1,"quantity":1}]}'],
      /needs exactly one region/,
    ],
    ['what has no region', WarehousesList, [], /does not depend on the region/],
    ['what goes by the token', OrderCosts, ['1'], /does not depend on the region/],
    ['a raw write', CallRaw, ['POST', '/orders', '--data', '{}'], /needs exactly one region/],
    ['a raw path without a region', CallRaw, ['GET', '/warehouses'], /does not depend on the region/],
  ])('is rejected for %s, and nothing is sent', async (_, Class, ...[argv, words]) => {
    const { call, calls } = await makeCalls()

    const { exit, error } = await call(Class, [...argv, ...all])

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(error?.message).toMatch(words)
    expect(calls()).toEqual([])
  })

  it('works for raw reads', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(CallRaw, ['GET', '/orders', '--query', 'pageSize=1', ...all, '--ndjson'])

    expect(documentsOf(stdout).map(({ region }) => region)).toEqual(['tr', 'de', 'gb'])
  })
})
