import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../../../src/cli.ts'
import ContextGet from '../../../src/commands/call/context/get.ts'
import CostsDelete from '../../../src/commands/call/order-costs/delete.ts'
import CostsList from '../../../src/commands/call/order-costs/list.ts'
import CostsPut from '../../../src/commands/call/order-costs/put.ts'
import OrdersGet from '../../../src/commands/call/orders/get.ts'
import OrdersImport from '../../../src/commands/call/orders/import.ts'
import OrdersList from '../../../src/commands/call/orders/list.ts'
import ProductsGet from '../../../src/commands/call/products/get.ts'
import ProductsList from '../../../src/commands/call/products/list.ts'
import CallRaw from '../../../src/commands/call/raw.ts'
import TaxRulesList from '../../../src/commands/call/tax-rules/list.ts'
import WarehousesList from '../../../src/commands/call/warehouses/list.ts'
import Install from '../../../src/commands/install.ts'
import type { Send } from '../../../src/http/wire.ts'
import { runCommand } from '../../support/command/command.ts'
import { regionOf, type RegisterOverrides } from '../../support/emulator.ts'
import { makeInstalledPlatform, makePlatform } from '../../support/platform.ts'

const everyScope = ['orders.read', 'orders.write', 'orders.costs.write', 'products.read']

/** The platform with the app installed: by default store-wide, so that pins matter. */
async function makeInstalled(registration: RegisterOverrides = {}) {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: everyScope, ...registration },
  })
  const call = (Class: AppCommandClass, argv: readonly string[] = []) => runCommand(Class, argv, platform.context())
  const firstOrder = async (region = 'tr') => {
    const { stdout } = await call(OrdersList, ['--region', region, '--json'])
    const { items } = JSON.parse(stdout) as { items: { id: number; currency: string }[] }
    platform.sent.length = 0
    return items[0] ?? { id: 0, currency: '' }
  }
  return { ...platform, call, firstOrder }
}

describe('app call', () => {
  it('prints the page of one region byte for byte (ORD-001 ORD-005 GEN-032)', async () => {
    const { call, made, credentials, identity, app, store, calls } = await makeInstalled()
    const token = await credentials.get({
      identity,
      appKey: app.appKey,
      kind: 'token',
      storeId: store.store.id,
      regionId: null,
    })
    const pin = { 'X-Region-Id': String(store.store.regions[0]?.id) }

    const { stdoutBytes, stderr, exit } = await call(OrdersList, ['--region', 'tr', '--status', 'paid', '--json'])

    const direct = await made.api(token ?? '', '/orders?status=paid', { headers: pin })
    expect(exit).toBe(0)
    expect(stdoutBytes.equals(Buffer.from(await direct.arrayBuffer()))).toBe(true)
    expect(stderr).toBe('')
    expect(calls()).toHaveLength(1)
    expect(calls()[0]?.headers).toMatchObject(pin)
  })

  it.each([
    ['a JSON body with --json', ['--json'], '{"items":[],"note":"\u009b2J \u202e"}'],
    ['a body that is not JSON', [], '<html>\u001b]0;x\u0007\u009b2J\u202e'],
  ])('shows %s escaped on a terminal, and unchanged in a pipe (T21)', async (_, flags, text) => {
    const platform = await makeInstalledPlatform({ registration: { requested_scopes: everyScope } })
    const send: Send = async () => ({ status: 200, headers: {}, body: Buffer.from(text) })

    const shown = await runCommand(CallRaw, ['GET', '/orders', ...flags], platform.context({ send, width: 80 }))
    const piped = await runCommand(CallRaw, ['GET', '/orders', ...flags], platform.context({ send }))

    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(shown.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    expect(shown.stdout).toContain('\\u009b2J')
    expect(piped.stdoutBytes.equals(Buffer.from(text))).toBe(true)
  })

  it('rejects an unknown region with the list of regions, exits with 2 and sends nothing (PIN-013)', async () => {
    const { call, calls } = await makeInstalled()

    const { exit, stdout } = await call(OrdersList, ['--region', 'xx', '--json'])

    expect(exit).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'pin.unknown',
        hints: [expect.stringMatching(/tr \(id \d+, TRY\), de \(id \d+, EUR\), gb \(id \d+, GBP\)/) as string],
      },
    })
    expect(calls()).toEqual([])
  })

  it('rejects a missing region with the list of regions and sends nothing (PIN-006 PIN-011)', async () => {
    const { call, calls } = await makeInstalled()

    const { exit, error } = await call(OrdersList)

    expect([exit, error?.code]).toEqual([2, 'pin.missing'])
    expect(calls()).toEqual([])
  })

  it('distinguishes a region without the app from one that the store does not have, and sends nothing (PIN-001)', async () => {
    const { call, calls } = await makeInstalled({ install_scope: 'region' })

    const { exit, error } = await call(OrdersList, ['--region', 'de'])
    const nowhere = await call(OrdersList, ['--region', 'xx'])

    expect([exit, error?.code]).toEqual([2, 'pin.unknown'])
    expect(error?.message).toBe('The app is not installed in region de of demo. Nothing was done.')
    expect(error?.suggestions).toEqual([
      'app install --approve --region de',
      expect.stringMatching(/^Installed in: tr \(id \d+/),
    ])
    expect([nowhere.exit, nowhere.error?.message]).toEqual([2, 'Unknown region xx. Nothing was done.'])
    expect(calls()).toEqual([])
  })

  it('suggests a store-wide install for another region if app.toml has the install scope store', async () => {
    const { call, cwd } = await makeInstalled({ install_scope: 'region' })
    const toml = join(cwd, 'app.toml')
    writeFileSync(toml, readFileSync(toml, 'utf8').replace('install_scope = "region"', 'install_scope = "store"'))

    const { error } = await call(OrdersList, ['--region', 'de'])

    expect(error?.suggestions?.at(-1)).toContain(
      'Remove these installs in the store admin, then install the app again.',
    )
  })

  it('uses the token of the given region (PIN-014 PIN-015)', async () => {
    const platform = await makeInstalled({ install_scope: 'region' })
    const { identity, app, store, credentials, calls } = platform
    await runCommand(Install, ['--approve', '--region', 'de'], platform.context())
    const key = { identity, appKey: app.appKey, kind: 'token', storeId: store.store.id } as const
    const token = await credentials.get({ ...key, regionId: regionOf(store, 'de').id })

    const { exit } = await platform.call(OrdersList, ['--region', 'de'])

    expect(exit).toBe(0)
    expect(calls().at(-1)?.headers['Authorization']).toBe(`Bearer ${token}`)
    expect(calls().at(-1)?.headers['X-Region-Id']).toBeUndefined()
  })

  it('shows one order (ORD-019)', async () => {
    const { call, firstOrder } = await makeInstalled()
    const { id, currency } = await firstOrder()

    const { stdout, error } = await call(OrdersGet, [String(id), '--region', 'tr'])

    expect(error).toBeUndefined()
    expect(stdout).toContain(`(id ${id})`)
    expect(stdout).toContain(currency)
  })

  it('imports an order once, regardless of the number of attempts', async () => {
    const { call } = await makeInstalled()
    const products = await call(ProductsList, ['--region', 'tr', '--json'])
    const { items } = JSON.parse(products.stdout) as { items: { id: number }[] }
    const argv = [
      '--external-order-id',
      'x-1',
      '-F',
      `items=[{"productId":${items[0]?.id},"quantity":1}]`,
      '--region',
      'tr',
    ]

    const first = await call(OrdersImport, argv)
    const second = await call(OrdersImport, [...argv, '--json'])

    expect(first.stdout).toMatch(/^Order \d+ imported\.\n$/)
    expect(JSON.parse(second.stdout)).toMatchObject({ success: true, idempotent: true })
  })

  it('writes, lists and deletes a cost line, with every digit', async () => {
    const { call, firstOrder } = await makeInstalled()
    const id = String((await firstOrder()).id)

    const put = await call(CostsPut, [id, '--external-ref', 'a/b 1', '--cost-type', 'cod_fee', '--amount', '10.10'])
    const list = await call(CostsList, [id, '--json'])
    const gone = await call(CostsDelete, [id, 'a/b 1'])

    expect([put.error, gone.error]).toEqual([undefined, undefined])
    expect(put.stdout).toBe('Cost line saved.\n')
    expect(JSON.parse(list.stdout)).toMatchObject([{ externalRef: 'a/b 1', amount: 10.1 }])
    expect(gone.stdout).toBe('Cost line deleted.\n')
  })

  it.each([
    ['products list', ProductsList, ['--region', 'de'], /EUR/],
    ['warehouses list', WarehousesList, [], /\t/],
    ['tax-rules list', TaxRulesList, ['--region', 'tr'], /%/],
    ['context get', ContextGet, [], /store-wide/],
  ])('%s shows a table', async (_, Class, ...[argv, shown]) => {
    const { call } = await makeInstalled()

    const { stdout, error } = await call(Class, argv)

    expect(error).toBeUndefined()
    expect(stdout).toMatch(shown)
  })

  it('shows one product', async () => {
    const { call } = await makeInstalled()
    const { stdout } = await call(ProductsList, ['--region', 'tr', '--json'])
    const { items } = JSON.parse(stdout) as { items: { id: number; name: string }[] }

    const shown = await call(ProductsGet, [String(items[0]?.id), '--region', 'tr'])

    expect(shown.stdout).toContain(items[0]?.name)
  })

  it('shows the hint of the platform on stderr', async () => {
    const { call } = await makeInstalled()

    const { stdout, stderr } = await call(WarehousesList, ['--json'])

    const { hint } = JSON.parse(stdout) as { hint: string | null }
    expect(hint).toBeTruthy()
    expect(stderr).toBe(`Hint: ${hint}\n`)
  })

  it.each([
    [OrdersList, ['--page', '0', '--region', 'tr'], 2, 'usage.invalid'],
    [OrdersList, ['--page-size', '101', '--region', 'tr'], 2, 'usage.invalid'],
    [OrdersGet, ['abc', '--region', 'tr'], 2, 'usage.invalid'],
    [OrdersGet, ['--region', 'tr'], 2, 'usage.missing'],
    [OrdersGet, ['999999999', '--region', 'tr'], 12, 'api.error'],
  ])('%# rejects %j', async (Class, argv, ...[exit, code]) => {
    const { call } = await makeInstalled()

    const run = await call(Class, argv)

    expect([
      run.exit,
      run.error === undefined
        ? 'none'
        : (JSON.parse((await call(Class, [...argv, '--json'])).stdout) as { error: { code: string } }).error.code,
    ]).toEqual([exit, code])
  })

  it('rejects two formats together, and suggests a fix', async () => {
    const { call } = await makeInstalled()

    const { error } = await call(OrdersList, ['--json', '--csv'])

    expect(error?.message).toBe('--json and --csv cannot be used together.')
    expect(error).toMatchObject({ suggestions: ['Use only one of them.'] })
  })

  it('reports the valid range for a number that is too large', async () => {
    const { call } = await makeInstalled()

    const { stderr } = await call(OrdersList, ['--page', '9'.repeat(20)])

    expect(stderr).toContain(`--page must be a whole number from 1 to 9007199254740991, not "${'9'.repeat(20)}".`)
  })

  it('recognizes a revoked token, and keeps it (P22 TOK-013)', async () => {
    const { call, made, store, app, credentials, identity } = await makeInstalled()
    await made.control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})

    const { exit, error } = await call(OrdersList, ['--region', 'tr'])

    expect([exit, error?.code]).toEqual([4, 'api.unauthorized'])
    const key = { identity, appKey: app.appKey, kind: 'token', storeId: store.store.id, regionId: null } as const
    expect(await credentials.get(key)).not.toBeNull()
  })

  it('recognizes a pending payment (INST-075)', async () => {
    const platform = await makePlatform()
    const { made, store, app } = platform
    await made.control('POST', `/stores/${store.code}/apps/${app.appKey}/plan`, { plan: 'paid-pending' })
    await runCommand(Install, ['--approve'], platform.context())

    const { exit, error } = await runCommand(OrdersList, [], platform.context())

    expect([exit, error?.code]).toEqual([6, 'api.payment-pending'])
    expect(error?.message).toBe('The app subscription is not active (payment pending).')
  })

  it('shows the missing scope (GEN-021)', async () => {
    const { call, firstOrder } = await makeInstalled({ requested_scopes: ['orders.read'] })
    const id = String((await firstOrder()).id)

    const { exit, error } = await call(CostsList, [id])

    expect([exit, error?.code]).toEqual([5, 'api.forbidden'])
    expect(error?.message).toContain('orders.costs.write')
  })

  it('asks the platform for the context of SVCAPP_TOKEN if no install is recorded (TOK-008 TOK-007)', async () => {
    const platform = await makePlatform({ registration: { install_scope: 'store' } })
    const { token } = await platform.made.installApp({ app: platform.app, store: platform.store })
    const context = platform.context({
      env: { SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: token },
      credentials: async () => ({ ...platform.credentials, get: async () => token }),
    })

    const { error, stdout } = await runCommand(OrdersList, ['--region', 'gb', '--json'], context)

    expect(error).toBeUndefined()
    expect(stdout).toContain('GBP')
    expect(platform.calls().map(({ url }) => url.pathname)).toEqual(['/api/apps/v1/context', '/api/apps/v1/orders'])
  })

  it('does not use SVCAPP_TOKEN as the token of the given recorded region (PIN-003 TOK-007)', async () => {
    const platform = await makePlatform()
    await runCommand(Install, ['--approve', '--region', 'tr'], platform.context())
    const { identity, app, store } = platform
    const [tr] = store.store.regions
    const key = { identity, appKey: app.appKey, kind: 'token', storeId: store.store.id, regionId: tr?.id ?? 0 } as const
    const token = (await platform.credentials.get(key)) ?? ''
    await runCommand(Install, ['--approve', '--region', 'de'], platform.context())
    const ask = (...argv: string[]) =>
      runCommand(
        OrdersList,
        [...argv, '--json'],
        platform.context({
          env: { SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: token },
          credentials: async () => ({ ...platform.credentials, get: async () => token }),
        }),
      )

    const wrong = await ask('--region', 'de')
    const right = await ask('--region', 'tr')
    const all = await ask('--region', 'all')

    expect(wrong.error?.code).toBe('pin.ignored')
    expect(right.error).toBeUndefined()
    expect((JSON.parse(all.stdout) as { region: string }[]).map(({ region }) => region)).toEqual(['tr'])
  })

  it('reports that the app is not installed, or that its token is missing', async () => {
    const platform = await makePlatform()
    const absent = await runCommand(OrdersList, [], platform.context())
    await runCommand(Install, ['--approve'], platform.context())
    const { identity, app, store } = platform
    await platform.credentials.remove({
      identity,
      appKey: app.appKey,
      kind: 'token',
      storeId: store.store.id,
      regionId: store.store.regions[0]?.id ?? null,
    })
    const lost = await runCommand(OrdersList, [], platform.context())

    expect([absent.error?.code, absent.exit]).toEqual(['install.unknown', 4])
    expect([lost.error?.code, lost.exit]).toEqual(['install.no-token', 4])
  })
})

describe('app call raw', () => {
  it('sends any path below /api/apps/v1 (GEN-038)', async () => {
    const { call, calls } = await makeInstalled()

    const { stdout } = await call(CallRaw, ['GET', '/orders', '--query', 'pageSize=1', '--region', 'de', '--json'])

    expect((JSON.parse(stdout) as { items: unknown[] }).items).toHaveLength(1)
    expect(calls()[0]?.url.search).toBe('?pageSize=1')
  })

  it.each(['/../oauth/token', '/orders/%2e%2e/x', '//evil.example', 'https://evil.example/x', '/orders\\x'])(
    'rejects %s and sends nothing (T33)',
    async (path) => {
      const { call, calls } = await makeInstalled()

      const { exit, error } = await call(CallRaw, ['GET', path])

      expect([exit, error?.code]).toEqual([2, 'api.bad-path'])
      expect(calls()).toEqual([])
    },
  )

  it('pretty-prints a response of unknown shape', async () => {
    const { call } = await makeInstalled()

    const { stdout } = await call(CallRaw, ['GET', '/context'])

    expect(stdout).toContain('"installScope": "store"')
  })
})
