import { describe, expect, it } from 'vitest'

import OrdersGet from '../../../src/commands/call/orders/get.ts'
import OrdersList from '../../../src/commands/call/orders/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import WarehousesList from '../../../src/commands/call/warehouses/list.ts'
import type { WireResponse } from '../../../src/http/wire.ts'
import { documentsOf, linesOf, makeCalls } from './support.ts'

const tr = ['--region', 'tr']

/** An answer of a platform that says anything. */
const says = (body: string, headers: Record<string, string> = {}): { send: () => Promise<WireResponse> } => ({
  send: async () => ({
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  }),
})

const page = (items: string, more = '') => `{"items":[${items}],"totalCount":1,"page":1,"pageSize":20${more}}`

describe('--ndjson', () => {
  it('prints each row on a line, every digit as it arrived', async () => {
    const { call } = await makeCalls()
    const rows = ['{"id":9007199254740993,"grandTotal":10.10,"currency":"TRY"}', '{"id":2,"grandTotal":1e2}']

    const { stdout, exit } = await call(OrdersList, [...tr, '--ndjson'], says(page(rows.join(', '))))

    expect(exit).toBe(0)
    expect(stdout).toBe(`${rows.join('\n')}\n`)
  })

  it('prints nothing for no rows, and one line for a record', async () => {
    const { call } = await makeCalls()

    const none = await call(OrdersList, [...tr, '--status', 'nowhere', '--ndjson'])
    const [first] = documentsOf<{ id: number }>((await call(OrdersList, [...tr, '--ndjson'])).stdout)
    const one = await call(OrdersGet, [String(first?.id), ...tr, '--ndjson'])

    expect(none.stdout).toBe('')
    expect(documentsOf(one.stdout)).toMatchObject([{ id: first?.id }])
    expect(linesOf(one.stdout)).toHaveLength(1)
  })

  it('treats a record of an unknown path as one row, regardless of its lists', async () => {
    const { call } = await makeCalls()
    const record = '{"id":1,"items":[{"sku":"a"},{"sku":"b"}]}'

    const { stdout } = await call(CallRaw, ['GET', '/orders/1', ...tr, '--ndjson'], says(record))

    expect(stdout).toBe(`${record}\n`)
  })

  it('escapes control characters from the platform without changing the meaning (T21)', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, [...tr, '--ndjson'], says(page('{"id":1,"status":"\u009b31m\u202e"}')))

    expect(stdout).toBe('{"id":1,"status":"\\u009b31m\\u202e"}\n')
  })

  it.each([['--ndjson'], ['--csv'], ['--all', '--ndjson'], ['--fields', 'id'], ['--json', '--fields', 'id']])(
    'prints the hint to stderr with %j',
    async (...flags) => {
      const { call } = await makeCalls()

      const { stderr } = await call(OrdersList, [...tr, ...flags], says(page('{"id":1}', ',"hint":"Do this."')))

      expect(stderr).toBe('Hint: Do this.\n')
    },
  )

  it('prints a failure as text to stderr, and keeps stdout empty', async () => {
    const { call } = await makeCalls()

    const { stdout, stderr, exit } = await call(OrdersGet, ['999999', ...tr, '--ndjson'])

    expect([stdout, exit]).toEqual(['', 12])
    expect(stderr).toMatch(/^Error: The platform rejected orders.get: 404/)
  })
})

describe('--csv', () => {
  it('has the catalog columns and CRLF line ends (RFC 4180)', async () => {
    const { call } = await makeCalls()
    const row =
      '{"id":1,"orderNumber":"A \\"1\\", x\\ny","status":"paid","grandTotal":10.10,"currency":"TRY","itemCount":2,"orderSource":null,"customer":{"name":"Z","email":null}}'

    const { stdout } = await call(OrdersList, [...tr, '--csv'], says(page(row)))

    expect(stdout).toBe(
      'id,orderNumber,status,grandTotal,currency,itemCount,orderSource,customer.name,customer.email\r\n' +
        '1,"A ""1"", x\ny",paid,10.10,TRY,2,,Z,\r\n',
    )
  })

  it('has its header even without rows', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, [...tr, '--status', 'nowhere', '--csv', '--fields', 'id,status'])

    expect(stdout).toBe('id,status\r\n')
  })

  it.each([
    ['"=1+1"', "'=1+1"],
    ['"+cmd|x"', "'+cmd|x"],
    ['"-2+3"', "'-2+3"],
    ['"@SUM(A1)"', "'@SUM(A1)"],
    ['"\\t=1"', "'\t=1"],
    ['"=\\"a\\",b"', '"\'=""a"",b"'],
    ['"-5.50"', '-5.50'],
    ['"+90555"', '+90555'],
    ['-5.50', '-5.50'],
    ['"a=1"', 'a=1'],
    ['"a\\nb"', '"a\nb"'],
    ['""', ''],
    ['true', 'true'],
    ['["a"]', '"[""a""]"'],
  ])('writes the value %s as %s, which no spreadsheet executes', async (value, cell) => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, [...tr, '--csv', '--fields', 'status'], says(page(`{"status":${value}}`)))

    expect(stdout).toBe(`status\r\n${cell}\r\n`)
  })

  it('reads the columns of an unknown response from its rows', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(CallRaw, ['GET', '/new', ...tr, '--csv'], says('[{"a":1},{"b":[2],"a":3}]'))

    expect(stdout).toBe('a,b\r\n1,\r\n3,[2]\r\n')
  })
})

describe('--fields', () => {
  const row = '{"id":1,"customer":{"name":"Z","email":"z@x.test"},"a.b":7,"items":[{"sku":"S"}]}'

  it.each([
    [['--ndjson'], '{"customer":{"name":"Z"},"id":1,"items":{"0":{"sku":"S"}},"a":{"b":7}}\n'],
    [
      ['--json'],
      '{"items":[{"customer":{"name":"Z"},"id":1,"items":{"0":{"sku":"S"}},"a":{"b":7}}],"totalCount":1,"page":1,"pageSize":20}\n',
    ],
    [['--csv'], 'customer.name,id,items.0.sku,a.b\r\nZ,1,S,7\r\n'],
    [[], 'Z\t1\tS\t7\n'],
  ])('prints only the given fields with %j', async (flags, shown) => {
    const { call } = await makeCalls()

    // A raw call takes any name; that of an endpoint is held against its catalog.
    const { stdout } = await call(
      CallRaw,
      ['GET', '/orders', ...tr, '--fields', 'customer.name, id,items.0.sku,a.b', ...flags],
      says(page(row)),
    )

    expect(stdout).toBe(shown)
  })

  it('prints a table with the fields as headers on a terminal', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, [...tr, '--fields', 'id,customer.name,orderSource'], {
      width: 80,
      env: { NO_COLOR: '1' },
      ...says(page(row)),
    })

    expect(linesOf(stdout)).toEqual(['ID  CUSTOMER.NAME  ORDERSOURCE', '1   Z              –'])
  })

  it('prints nothing about a known field that no row has', async () => {
    const { call } = await makeCalls()

    const known = await call(OrdersList, [...tr, '--fields', 'id,customer', '--csv'], says(page('{"id":1}')))

    expect([known.exit, known.stderr]).toEqual([0, ''])
  })

  it.each(['', 'a,', ',', 'a..b', '.'])('rejects %j', async (fields) => {
    const { call, calls } = await makeCalls()

    const { exit } = await call(OrdersList, [...tr, '--fields', fields])

    expect([exit, calls().length]).toEqual([2, 0])
  })

  it('reads nothing from the prototype, and treats __proto__ like any other name', async () => {
    const { call } = await makeCalls()
    const argv = ['GET', '/x', ...tr, '--ndjson', '--fields', '__proto__.x,constructor,constructor.name,toString,id']

    const { stdout } = await call(CallRaw, argv, says('[{"__proto__":{"x":1},"id":2}]'))

    expect(stdout).toBe('{"__proto__":{"x":1},"id":2}\n')
  })
})

describe('--include', () => {
  const head = /^HTTP\/1\.1 200\ncontent-type: application\/json.*\n(.*\n)*\n/

  it('shows status line and headers before the body, as curl -i does', async () => {
    const { call } = await makeCalls()

    const { stdout } = await call(OrdersList, [...tr, '-i'])

    expect(stdout).toMatch(head)
    expect(stdout.split('\n\n')[1]).toMatch(/^\d+\t/)
  })

  it.each([['--json'], ['--ndjson'], ['--csv']])('prints status and headers to stderr with %s', async (format) => {
    const { call } = await makeCalls()

    const { stdout, stderr } = await call(OrdersList, [...tr, '--include', format])

    expect(stderr).toMatch(head)
    expect(stdout).not.toContain('HTTP/1.1')
  })

  it('keeps --json byte for byte', async () => {
    const { call } = await makeCalls()
    const body = page(' {"id" : 1.0}')

    expect((await call(OrdersList, [...tr, '-i', '--json'], says(body))).stdout).toBe(body)
  })

  it('shows status and headers of a rejected request too, with escaped control characters', async () => {
    const { call } = await makeCalls()
    const send = async () => ({ status: 404, headers: { 'x-evil': '\u001b]0;x\u0007' }, body: Buffer.from('{}') })

    const { stdout, exit } = await call(OrdersList, [...tr, '--include'], { send })

    expect(stdout).toBe('HTTP/1.1 404\nx-evil: \\u001b]0;x\\u0007\n\n')
    expect(exit).toBe(12)
  })
})

it.each([[['--json', '--ndjson']], [['--json', '--csv']], [['--ndjson', '--csv']], [['--dry-run', '--curl']]])(
  'rejects %j together',
  async (flags) => {
    const { call, calls } = await makeCalls()

    const { exit } = await call(WarehousesList, flags)

    expect([exit, calls().length]).toEqual([2, 0])
  },
)
