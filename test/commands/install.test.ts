import { appendFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import Install from '../../src/commands/install.ts'
import { openInstalls, withInstalls } from '../../src/project/installs.ts'
import { alteredAt } from '../support/altered.ts'
import { runCommand } from '../support/command/command.ts'
import { regionOf } from '../support/emulator.ts'
import { approveAt } from '../support/live-platform.ts'
import { makePlatform } from '../support/platform.ts'
import { sendTo } from '../support/send.ts'
import { waitForPerson, stdinOf } from '../support/stdin.ts'

it('installs with --approve and prints the exchange and context responses (INST-058 EXCH-039)', async () => {
  const platform = await makePlatform()
  const { app, store, identity, credentials } = platform

  const { stdout, stderr, error } = await runCommand(Install, ['--approve', '--json'], platform.context())

  expect(error).toBeUndefined()
  expect(stderr).toContain('`app emulator order place --paid`. If no event arrives, run `app webhook why`.')
  const printed = JSON.parse(stdout) as Record<string, unknown>
  const home = regionOf(store)
  expect(printed).toMatchObject({
    appKey: app.appKey,
    storeId: store.store.id,
    storeCode: store.code,
    regionId: home.id,
    installScope: 'region',
    scopes: ['orders.read', 'products.read'],
    regions: [{ id: home.id, code: home.code, currency: home.currencyCode }],
    storeName: 'Demo',
    storeDomain: store.store.domain,
    replaced: false,
    paymentPending: false,
  })
  const token = await credentials.get({
    identity,
    appKey: app.appKey,
    kind: 'token',
    storeId: store.store.id,
    regionId: home.id,
  })
  expect(token).toMatch(/^svcapp_/)
  expect(stdout).not.toContain(token)
})

it('suggests a subscribed topic in case no event arrives', async () => {
  const platform = await makePlatform()
  const context = platform.context()
  appendFileSync(join(context.cwd, 'app.toml'), '\n[webhooks]\ntopics = ["app.uninstalled", "order.created"]\n')

  const { stderr } = await runCommand(Install, ['--approve'], context)

  expect(stderr).toContain('If no event arrives, run `app webhook why order.created`.')
})

it('installs after loading a snapshot with other secrets', async () => {
  const platform = await makePlatform()
  await platform.made.control('POST', `/apps/${platform.app.appKey}/rotate`, { which: 'client_secret' })

  const { stderr, error, result } = await runCommand(Install, ['--approve'], platform.context())

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ storeCode: platform.store.code })
  expect(stderr).toContain('on this machine did not match the loaded snapshot, so the emulator created a new one')
})

it('installs in the selected region, and sets the current store (INST-059)', async () => {
  const platform = await makePlatform()
  const { app, store, identity, paths } = platform

  const { result, stderr } = await runCommand(Install, ['--approve', '--region', 'eur'], platform.context())

  expect(result).toMatchObject({ regionId: regionOf(store, 'de').id })
  // Without a region an order would be placed in the home region, where the app is not installed.
  expect(stderr).toContain(
    '`app emulator order place --paid --region de`. If no event arrives, run `app webhook why --region de`.',
  )
  const installs = openInstalls(paths)
  onTestFinished(() => installs.close())
  expect(installs.current({ identity, appKey: app.appKey })).toMatchObject({
    storeId: store.store.id,
    storeCode: store.code,
  })
})

it('reports that a reinstall replaced a token, and that another region is a separate install (TOK-014 INST-065)', async () => {
  const platform = await makePlatform()
  await runCommand(Install, ['--approve', '--region', 'tr'], platform.context())

  const other = await runCommand(Install, ['--approve', '--region', 'de'], platform.context())
  const again = await runCommand(Install, ['--approve', '--region', 'tr'], platform.context())

  expect(other.result).toMatchObject({ replaced: false })
  expect(again.result).toMatchObject({ replaced: true })
  expect(again.stderr).toContain('revoked its token')
})

it('merges the regions of a store-wide install from exchange and context (INST-066 A45)', async () => {
  const platform = await makePlatform({ registration: { install_scope: 'store' } })

  const { result } = await runCommand(Install, ['--approve'], platform.context())

  expect(result).toMatchObject({ regionId: null, installScope: 'store' })
  expect(result?.regions.map(({ code }) => code)).toEqual(['tr', 'de', 'gb'])
  expect(result?.regions[0]).toMatchObject({ currency: 'TRY', countryCode: 'TR', domain: expect.anything() as unknown })
})

it('reports a subscription that is silently missing (INST-078)', async () => {
  const platform = await makePlatform({
    registration: {
      requested_scopes: ['products.read'],
      webhook_topics: ['order.created'],
      webhook_url: 'http://127.0.0.1:3000/webhooks',
    },
  })

  const { result, stderr } = await runCommand(Install, ['--approve'], platform.context())

  expect(result?.missingSubscriptions).toEqual([{ topic: 'order.created', scope: 'orders.read' }])
  expect(stderr).toContain('No subscription to order.created')
})

it('reports a pending payment from the 402 of the context with its store, and suggests no event (INST-075, A47)', async () => {
  const platform = await makePlatform()
  const { made, app, store } = platform
  await made.control('POST', `/stores/${store.code}/apps/${app.appKey}/plan`, { plan: 'paid-pending' })

  const { result, stderr, exit } = await runCommand(Install, ['--approve'], platform.context())

  expect(exit).toBe(0)
  expect(result).toMatchObject({ paymentPending: true, storeCode: store.code, regions: [{ code: 'tr' }] })
  expect(stderr).toContain('402')
  expect(stderr).toContain('Next, pay for the plan: `app emulator plan paid`')
  expect(stderr).not.toContain('order place')
})

it.each([
  [['--approve', '--target', 'live'], 'usage.invalid', 2],
  [['--target', 'live'], 'project.live-incomplete', 3],
  [['--approve', '--paste'], 'usage.invalid', 2],
  [['--approve', '--store', 'nope'], 'store.unknown', 2],
  [['--approve', '--region', 'xx'], 'pin.unknown', 2],
  [['--paste', '--store', 'nope'], 'store.unknown', 2],
])('rejects %j with %s', async (argv, code, exit) => {
  const platform = await makePlatform()

  const run = await runCommand(Install, [...argv, '--json'], platform.context())

  expect([run.exit, (JSON.parse(run.stdout) as { error: { code: string } }).error.code]).toEqual([exit, code])
  expect(platform.calls()).toEqual([])
})

it('suggests registration if the client secret is missing on this machine', async () => {
  const platform = await makePlatform()
  await platform.credentials.remove({ identity: platform.identity, appKey: platform.app.appKey, kind: 'client-secret' })

  const { error } = await runCommand(Install, ['--approve'], platform.context())

  expect(error).toMatchObject({ code: 'install.no-secret', suggestions: ['Register the app with `app register`.'] })
  expect(platform.calls()).toEqual([])
})

it('exits if the port of the redirect address is in use, and opens no browser (P9 T16)', async () => {
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())
  const { port } = squatter.address() as AddressInfo
  const platform = await makePlatform({ registration: { redirect_uris: [`http://127.0.0.1:${port}/auth/callback`] } })
  const opened: string[] = []

  const { error, exit } = await runCommand(
    Install,
    [],
    platform.context({ openBrowser: async (url) => opened.push(url) > 0 }),
  )

  expect([exit, error?.code]).toEqual([8, 'install.port-taken'])
  expect(opened).toEqual([])
})

it('accepts the pasted address from a browser on another machine', async () => {
  const platform = await makePlatform()
  const { app, store } = platform
  const context: ReturnType<typeof platform.context> = platform.context({
    ask: { input: async () => approveAt(platform, context.captured.stderr()) },
  })

  const { result, error } = await runCommand(Install, ['--paste'], context)

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ appKey: app.appKey, storeId: store.store.id })
})

it('opens the selected store in a browser on another machine', async () => {
  const { context, made, app } = await makePlatform()
  const other = await made.openStore({ name: 'Other', appKey: app.appKey })
  const seen = context({ sleep: waitForPerson, channel: stdinOf('nothing') })

  const { error } = await runCommand(Install, ['--paste', '--store', other.code.toUpperCase()], seen)

  expect(error?.code).toBe('install.paste-invalid')
  const address = new URL(/^http.*$/m.exec(seen.captured.stderr())?.[0] ?? '')
  const signedIn = await made.emulator.fetch(new Request(address))
  const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const consent = new URL(signedIn.headers.get('location') ?? '', address)
  const page = await made.emulator.fetch(new Request(consent, { headers: { Cookie } }))
  expect(await page.text()).toContain('Other')
})

it.each<[string, (answer: Record<string, unknown>) => unknown]>([
  ['for another app', (answer) => ({ ...answer, app_key: 'app.other.one' })],
  ['whose scopes are a text', (answer) => ({ ...answer, scopes: 'orders.read' })],
  ['that is a list', () => []],
])('T22 an exchange with an answer %s stores nothing: no token, no install, no entry', async (_, body) => {
  const platform = await makePlatform()
  const { identity, app, paths, credentials, made } = platform
  const send = alteredAt('/api/apps/oauth/token', sendTo(made.emulator), body)

  const { error, exit } = await runCommand(Install, ['--approve'], platform.context({ send }))

  expect([exit, error?.code]).toEqual([12, 'api.bad-response'])
  expect(
    withInstalls(paths, (installs) => [installs.listAll(), installs.current({ identity, appKey: app.appKey })]),
  ).toEqual([[], null])
  expect((await credentials.list()).map(({ kind }) => kind)).toEqual(['client-secret'])
})

it.each<[string, unknown]>([
  ['an empty object', {}],
  ['of another store', { store: { id: 4711, code: 'other' } }],
])(
  'T22 a context that is %s undoes no install: it is reported, and the store stays the one of the exchange',
  async (_, change) => {
    const platform = await makePlatform()
    const { made, store } = platform
    const send = alteredAt('/api/apps/v1/context', sendTo(made.emulator), (answer) =>
      Object.keys(change as object).length === 0 ? {} : { ...answer, ...(change as object) },
    )

    const { result, exit, stderr } = await runCommand(Install, ['--approve'], platform.context({ send }))

    expect([exit, result?.storeId, result?.storeCode]).toEqual([0, store.store.id, store.code])
    expect(stderr).toContain('The app is installed, but its context could not be read')
  },
)
