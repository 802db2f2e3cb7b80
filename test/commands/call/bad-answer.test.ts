import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../../../src/cli.ts'
import ContextGet from '../../../src/commands/call/context/get.ts'
import CostsList from '../../../src/commands/call/order-costs/list.ts'
import OrdersGet from '../../../src/commands/call/orders/get.ts'
import OrdersList from '../../../src/commands/call/orders/list.ts'
import ProductsBulk from '../../../src/commands/call/products/bulk.ts'
import ProductsDelta from '../../../src/commands/call/products/delta.ts'
import ProductsList from '../../../src/commands/call/products/list.ts'
import Raw from '../../../src/commands/call/raw.ts'
import { runCommand } from '../../support/command/command.ts'
import { makePlatform } from '../../support/platform.ts'
import { makeCalls } from './support.ts'

const tr = ['--region', 'tr']

/** A platform that answers every call with these bytes. */
const answering = (text: string, headers: Record<string, string> = {}) => ({
  send: async () => ({ status: 200, headers, body: Buffer.from(text) }),
})

describe('a 200 without the documented shape', () => {
  it.each([
    ['a page of HTML, as lines', OrdersList, [...tr, '--ndjson'], '<html>sign in</html>'],
    ['a page of HTML, as CSV', OrdersList, [...tr, '--csv'], '<html>sign in</html>'],
    ['a page of HTML, for every page', OrdersList, [...tr, '--all', '--ndjson'], '<html>sign in</html>'],
    ['a page of HTML', OrdersList, tr, '<html>sign in</html>'],
    ['an empty object', OrdersList, tr, '{}'],
    ['a row that is null', OrdersList, [...tr, '--all'], '{"items":[null]}'],
    ['items that are text', OrdersList, [...tr, '--ndjson'], '{"items":"none"}'],
    ['nothing at all', OrdersList, tr, ''],
    ['an object where a list belongs', CostsList, ['1'], '{}'],
    ['an empty object for one record', OrdersGet, [...tr, '1'], '{}'],
    ['an empty object for the context', ContextGet, [], '{}'],
    ['text in place of lists', ContextGet, [], '{"appKey":"a","store":{},"scopes":"x","regions":"y"}'],
    ['no results of a bulk write', ProductsBulk, [...tr, '--data', '[{"externalRef":"a","title":"b"}]'], '{"ok":true}'],
  ])('is an error with a code: %s', async (_what, Class, argv, text) => {
    const { call } = await makeCalls()

    const { error, exit, stdout } = await call(Class, argv, answering(text))

    expect([error?.code, exit, stdout]).toEqual(['api.bad-response', 12, ''])
  })

  it.each<[string, AppCommandClass, string[], { width?: number }?, string?]>([
    ['one page', ProductsList, tr],
    ['every page', ProductsList, [...tr, '--all']],
    ['every page on a terminal', ProductsList, [...tr, '--all'], { width: 80 }],
    ['some pages', ProductsList, [...tr, '--limit', '5']],
    ['every region', ProductsList, ['--region', 'all']],
    ['every page of every region', ProductsList, ['--region', 'all', '--all']],
    ['the changes', ProductsDelta, [...tr, '--since', '2026-11-01']],
    ['the changes without end', ProductsDelta, [...tr, '--follow', '--since', '2026-11-01'], {}, '--ndjson'],
  ])(
    'a row without its documented members is an error, and is not shown with invented values: %s',
    async (_, Class, argv, terminal = {}, format = '--json') => {
      const { call } = await makeCalls()
      const page = answering('{"items":[{}],"totalCount":1,"page":1,"pageSize":20,"nextCursor":"c","hasMore":false}')

      const { exit, stdout, stderr } = await call(Class, argv, { ...page, ...terminal })

      expect([exit, stdout]).toEqual([12, ''])
      expect(stderr).toContain('has no valid items.0.id')
      expect(stderr).toContain(`To see the unchanged response, add ${format}.`)
    },
  )

  it('shows the earlier pages of a list before the error of a later one', async () => {
    const { call } = await makeCalls()
    const row =
      '{"id":1,"orderNumber":"A-1","status":"paid","grandTotal":1,"currency":"TRY","itemCount":1,"orderSource":null,"customer":{"name":null,"email":null}}'
    let page = 0
    const send = async () => ({
      status: 200,
      headers: {},
      body: Buffer.from(`{"items":[${++page === 1 ? row : '{"id":2}'}],"totalCount":2,"pageSize":1}`),
    })

    const { exit, stdout } = await call(OrdersList, [...tr, '--all'], { send })

    expect(exit).toBe(12)
    expect(stdout).toContain('A-1')
    expect(stdout).not.toContain('undefined')
  })

  it('shows the start of the response, escaped', async () => {
    const { call } = await makeCalls()

    const { stderr } = await call(OrdersList, tr, answering('<h1>\u001b]0;x\u0007Hotel Wi-Fi</h1>'))

    expect(stderr).toContain('begins with')
    expect(stderr).toContain('Hotel Wi-Fi')
    expect(stderr).not.toContain('\u001b')
  })

  it.each([['--json'], ['--ndjson'], ['--csv']])(
    'is an error with a code if a raw call with %s returns no JSON',
    async (flag) => {
      const { call } = await makeCalls()
      const page = answering('<html>sign in</html>')

      const read = await call(Raw, ['GET', '/orders', ...tr, flag], page)
      const written = await call(Raw, ['POST', '/orders', ...tr, '--data', '{}', flag], page)

      expect([read.error?.code, read.exit, read.stdout]).toEqual([
        'api.bad-response',
        12,
        expect.not.stringMatching(/^</),
      ])
      expect(read.stdout + read.stderr).toContain('instead of JSON')
      expect(read.stdout + read.stderr).toContain('leave out --json')
      expect(written.stdout + written.stderr).toContain('The write may have completed. Check before you retry.')
    },
  )

  it('prints null as a document, and no rows, for a raw call with an empty response', async () => {
    const { call } = await makeCalls()
    const printed = async (flag: string) => (await call(Raw, ['DELETE', '/orders/1', flag], answering(''))).stdout

    expect([await printed('--json'), await printed('--ndjson')]).toEqual(['null\n', ''])
  })

  it('does not suggest a raw call after a raw call', async () => {
    const platform = await makePlatform({
      context: { env: { SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: 'svcapp_1_1_x' } },
    })
    const credentials = async () => ({ ...platform.credentials, get: async () => 'svcapp_1_1_x' })
    const context = platform.context({ ...answering('<html>sign in</html>'), credentials })

    const { error, stderr } = await runCommand(Raw, ['GET', '/orders'], context)

    expect(error?.code).toBe('api.bad-response')
    expect(stderr).not.toContain('call raw')
  })

  it('suggests the raw call that shows the response, with path, query and region', async () => {
    const { call } = await makeCalls()

    const { error } = await call(OrdersList, [...tr, '--status', 'paid'], answering('{}'))

    expect(error?.suggestions?.join('\n')).toMatch(
      /To see the unchanged response, run `app call raw GET \/orders .*--query 'status=paid' .*--region tr`\./,
    )
  })

  it('suggests the first step after a sign-in page in response to a write', async () => {
    const { call } = await makeCalls()

    const { error } = await call(Raw, ['POST', '/orders', ...tr, '--data', '{}'], answering('<html>sign in</html>'))

    expect(error?.suggestions?.join('\n')).toMatch(/sign in there in a browser first[\s\S]*Check before you retry/)
  })

  it('is shown unchanged by a raw call', async () => {
    const { call } = await makeCalls()

    const { stdout, exit } = await call(Raw, ['GET', '/orders', ...tr], answering('{"ok":1}'))

    expect([exit, stdout]).toEqual([0, expect.stringContaining('"ok"')])
  })
})

it('prints no returned token in any output format (T35)', async () => {
  const { call, token } = await makeCalls()
  const page = `{"items":[{"id":1,"orderNumber":"${token}","status":"paid","grandTotal":1,"currency":"TRY","itemCount":1,"orderSource":null,"customer":{"name":null,"email":null}}],"totalCount":1,"page":1,"pageSize":20}`

  for (const argv of [[], ['--include'], ['--json'], ['--ndjson'], ['--csv'], ['--fields', 'orderNumber']]) {
    const { stdout, stderr } = await call(OrdersList, [...tr, ...argv], answering(page, { 'x-echo': token }))

    expect(stdout + stderr, argv.join(' ')).not.toContain(token)
    expect(stdout, argv.join(' ')).toContain('svcapp_1001_')
  }
})

describe('an unknown value', () => {
  it.each([['nope'], ['id,nope'], ['customer.nope'], ['orderNumbr']])(
    'rejects --fields %s before sending anything, and lists the known fields',
    async (fields) => {
      const { call, calls } = await makeCalls()

      const { error, exit, stderr } = await call(OrdersList, [...tr, '--fields', fields])

      expect([error?.code, exit, calls()]).toEqual(['usage.invalid', 2, []])
      expect(stderr).toContain('orderNumber')
    },
  )

  it('accepts a member, an object with all its members, and the region tags of --region all', async () => {
    const { call } = await makeCalls()

    const one = await call(OrdersList, [...tr, '--fields', 'id,customer,customer.name'])
    const all = await call(OrdersList, ['--region', 'all', '--fields', 'region,id'])

    expect([one.exit, all.exit]).toEqual([0, 0])
  })

  it('reports an unknown status, and sends the request anyway (B19)', async () => {
    const { call, calls } = await makeCalls()

    const { stderr, exit } = await call(OrdersList, [...tr, '--status', 'piad'])

    expect(exit).toBe(0)
    expect(stderr).toContain('Unknown status "piad", so the list may be empty. Did you mean paid?')
    expect(calls()).toHaveLength(1)
  })

  it.each([
    [OrdersList, 'PAID', 'paid', 'paid, processing (being prepared)'],
    [ProductsList, 'draft', 'P', 'A (published), P (draft).'],
    [ProductsList, 'Publishd', 'A', 'A (published), P (draft).'],
    [ProductsList, 'p', 'P', 'A (published), P (draft).'],
  ])(
    'suggests the right status for different case, its meaning or a typo (B19)',
    async (Class, typed, meant, known) => {
      const { call, calls } = await makeCalls()

      const { stderr, exit } = await call(Class, [...tr, '--status', typed])

      expect([exit, calls().length]).toEqual([0, 1])
      expect(stderr).toContain(
        `Unknown status "${typed}", so the list may be empty. Did you mean ${meant}? Known values of --status: ${known}`,
      )
    },
  )

  it('does not suggest a letter for another letter', async () => {
    const { call } = await makeCalls()

    const { stderr } = await call(ProductsList, [...tr, '--status', 'X'])

    expect(stderr).toBe(
      'Unknown status "X", so the list may be empty. Known values of --status: A (published), P (draft).\n',
    )
  })

  it('prints nothing for a known status', async () => {
    const { call } = await makeCalls()

    expect((await call(OrdersList, [...tr, '--status', 'paid'])).stderr).toBe('')
  })
})
