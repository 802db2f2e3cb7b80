import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { describe, expect, it } from 'vitest'

import Register from '../../src/commands/register.ts'
import Status from '../../src/commands/status.ts'
import Submit from '../../src/commands/submit.ts'
import type { Registration } from '../../src/control/contract.ts'
import { confirmConsole } from '../../src/dev/live/console.ts'
import { lockProject } from '../../src/dev/lock.ts'
import { recordInstall } from '../../src/project/installs.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext, NOON } from '../support/context.ts'
import { makeSubmitted, panel } from '../support/emulator/submitted.ts'
import { makeProject, plainAppToml } from '../support/project.ts'

/** What of a registration can be registered again. */
function inputOf({
  name,
  requested_scopes,
  optional_scopes,
  redirect_uris,
  admin_manifest_json,
  webhook_topics,
}: Registration) {
  return { name, requested_scopes, optional_scopes, redirect_uris, admin_manifest_json, webhook_topics }
}

describe('app status', () => {
  it('shows D, P, published and X, and whether the app is listed (APP-017 APP-018 APP-025 APP-036)', async () => {
    const { context, control, approve } = makeSubmitted()
    const status = async () => {
      const { result } = await runCommand(Status, ['--json'], context)
      return [result?.status, result?.listed]
    }

    expect((await runCommand(Status, [], context)).error?.code).toBe('emulator.unknown-app')
    await runCommand(Submit, [], context)
    expect(await status()).toEqual(['P', false])
    await approve()
    expect(await status()).toEqual(['published', true])
    await control('POST', '/apps/app.acme.loyalty/status', { status: 'X' })
    expect(await status()).toEqual(['X', true])
    await control('POST', '/apps/app.acme.loyalty/status', { status: 'D' })
    expect(await status()).toEqual(['D', false])
  })

  it('points from the emulator to the live platform if the app is registered there', async () => {
    const { context } = makeSubmitted()
    const live = '[targets.live]\nbase_url = "https://api.example"\nclient_id = "cli_1"\n'
    const { context: both } = makeProject({ appToml: plainAppToml + live })

    const [without, with_] = [await runCommand(Status, [], context), await runCommand(Status, [], both)]

    expect([without.stderr, with_.stderr].map((text) => text.includes('`app status --target live`'))).toEqual([
      false,
      true,
    ])
  })

  it('shows the changes that app submit would make, and that the app would return to review', async () => {
    const { context, approve, file } = makeSubmitted()
    await runCommand(Submit, [], context)
    await approve()

    const same = await runCommand(Status, [], context)
    writeFileSync(file, panel('other').replace('"Loyalty"', '"Points"'))
    const changed = await runCommand(Status, [], context)

    expect(same.result).toMatchObject({ differs: [], returnsToReview: false })
    expect(same.stdout).toMatch(/^differs from app\.toml +nothing$/m)
    expect(changed.result).toMatchObject({ differs: ['name', 'admin_manifest_json'], returnsToReview: true })
    expect(changed.stdout).toMatch(/^app submit +returns the app to review/m)
  })

  it('lists the registrations in the folder, and marks the selected one and those with the same key', async () => {
    const { context, cwd } = makeProject({ env: { SVCAPP_CONFIG: 'staging', SVCAPP_TARGET: 'live' } })
    writeFileSync(join(cwd, 'app.staging.toml'), 'key = "app.acme.staging"\n')
    writeFileSync(join(cwd, 'app.twice.toml'), 'key = "app.acme.loyalty"\n')

    const { result, stdout } = await runCommand(Status, [], context)

    expect(result?.registrations).toEqual([
      { config: null, file: 'app.toml', key: 'app.acme.loyalty', selected: false },
      { config: 'staging', file: 'app.staging.toml', key: 'app.acme.staging', selected: true },
      { config: 'twice', file: 'app.twice.toml', key: 'app.acme.loyalty', selected: false },
    ])
    expect(stdout).toContain(`Registrations (--config <name>):
  app.toml          app.acme.loyalty (error: app.twice.toml has the same key)
* app.staging.toml  app.acme.staging
  app.twice.toml    app.acme.loyalty (error: app.toml has the same key)`)
  })

  it('shows that app dev has set the webhook address, while it runs', async () => {
    const { context, control, cwd, app } = makeSubmitted()
    await runCommand(Submit, [], context)
    await control('PUT', '/apps/app.acme.loyalty', {
      ...inputOf(await app()),
      webhook_url: 'http://127.0.0.1:4810/hooks',
    })

    const lock = lockProject({ paths: context.paths, dir: cwd, pid: process.pid })
    const during = await runCommand(Status, [], context)
    lock.release()
    const after = await runCommand(Status, [], context)

    expect(during.result).toMatchObject({ differs: ['webhook_url'], setByAppDev: ['webhook_url'] })
    expect(during.stdout).toMatch(/^differs from app\.toml +webhook_url \(set by `app dev` while it runs\)$/m)
    expect(after.result).toMatchObject({ differs: ['webhook_url'], setByAppDev: [] })
    expect(after.stdout).toMatch(/^differs from app\.toml +webhook_url$/m)
  })

  it('has no status of the live platform, and reports it', async () => {
    const { context } = makeProject()

    const { result, stdout, exit } = await runCommand(Status, ['--target', 'live'], context)

    expect([exit, result?.status, result?.listed, result?.differs]).toEqual([0, null, null, null])
    expect(result?.console).toHaveLength(9)
    expect(stdout).toContain('only the developer console')
  })

  it('shows both values of each change, the installs that need consent, and the changed topics', async () => {
    const { context, file, app, secret, registerApp, openStore, installApp, approve } = makeSubmitted()
    await runCommand(Submit, [], context)
    await approve()
    const client_secret = (await secret('client-secret')) ?? ''
    const before = await app()
    const known = await registerApp({
      ...inputOf(before),
      webhook_url: before.webhook_url,
      optional_scopes: before.optional_scopes,
    })
    const store = await openStore({ appKey: known.appKey, regions: ['TR', 'DE'] })
    const install = { app: { ...known, secrets: { ...known.secrets, client_secret } }, store }
    await installApp({ ...install, region: 'tr', off: ['customers.read'] })
    await installApp({ ...install, region: 'de' })
    const same = await runCommand(Status, ['--json'], context)

    const changed = panel('other')
      .replace('["orders.read"]', '["orders.read", "products.read"]')
      .replace('"order.paid"', '"order.created"')
    writeFileSync(file, changed)
    const json = await runCommand(Status, ['--json'], context)
    const { stdout } = await runCommand(Status, [], context)
    const { cwd, send, paths } = context
    const screen = await runCommand(Status, [], makeContext({ cwd, send, paths, width: 80 }))

    expect(same.result).toMatchObject({ changes: [], missingConsents: [], topics: { added: [], removed: [] } })
    expect(json.result?.changes?.map(({ field, before }) => [field, before])).toEqual([
      ['requested_scopes', ['orders.read', 'customers.read']],
      ['webhook_topics', ['order.paid', 'app.uninstalled']],
      ['admin_manifest_json', expect.stringContaining('"path":"panel"')],
    ])
    expect(json.result?.missingConsents).toEqual([
      { store: 'demo', region: 'de', scopes: ['products.read'] },
      { store: 'demo', region: 'tr', scopes: ['products.read'] },
    ])
    expect(json.result?.topics).toEqual({ added: ['order.created'], removed: ['order.paid'] })
    expect(stdout).toMatch(/^needs consent +demo, region de: products\.read$/m)
    expect(stdout).toMatch(/^webhook topics +\+order\.created -order\.paid$/m)
    expect(stdout).toMatch(
      /^requested_scopes +orders\.read products\.read customers\.read\n +was orders\.read customers\.read$/m,
    )
    expect(screen.stdout.split('\n').filter((line) => stripVTControlCharacters(line).length > 80)).toEqual([])
    expect(stdout).toMatch(/The slots were fullpage panel "L"/)
  })

  it('asks for consent if an optional scope has become required', async () => {
    const { context, file, app, secret, registerApp, openStore, installApp } = makeSubmitted(plainAppToml)
    await runCommand(Submit, [], context)
    const client_secret = (await secret('client-secret')) ?? ''
    const before = await app()
    const known = await registerApp({
      ...inputOf(before),
      webhook_url: before.webhook_url,
      optional_scopes: before.optional_scopes,
    })
    const store = await openStore({ appKey: known.appKey })
    await installApp({
      app: { ...known, secrets: { ...known.secrets, client_secret } },
      store,
      off: ['customers.read'],
    })

    writeFileSync(
      file,
      plainAppToml
        .replace('["orders.read"]', '["orders.read", "customers.read"]')
        .replace('optional = ["customers.read"]', ''),
    )
    const { result } = await runCommand(Status, ['--json'], context)

    expect(result?.missingConsents).toEqual([{ store: 'demo', region: 'tr', scopes: ['customers.read'] }])
  })

  it('--check exits with 11 if app submit would change something, and with 0 otherwise', async () => {
    const { context, control, cwd, app, approve, file } = makeSubmitted()
    const check = async () => {
      const { exit, error } = await runCommand(Status, ['--check'], context)
      return [exit, error?.code, error?.message]
    }
    await runCommand(Submit, [], context)
    await approve()

    expect(await check()).toEqual([0, undefined, undefined])
    const toml = readFileSync(file, 'utf8')
    writeFileSync(file, toml.replace('"Loyalty"', '"Points"'))
    expect(await check()).toEqual([11, 'status.differs', 'app.toml and the registration differ: name.'])
    const json = await runCommand(Status, ['--check', '--json'], context)
    expect([json.exit, json.error?.code]).toEqual([11, 'status.differs'])
    expect(JSON.parse(json.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      app_key: 'app.acme.loyalty',
      differs: ['name'],
    })

    writeFileSync(file, toml)
    await control('PUT', '/apps/app.acme.loyalty', { ...inputOf(await app()), webhook_url: 'http://127.0.0.1:4810/h' })
    expect(await check()).toEqual([11, 'status.differs', 'app.toml and the registration differ: webhook_url.'])
    const lock = lockProject({ paths: context.paths, dir: cwd, pid: process.pid })
    expect(await check()).toEqual([0, undefined, undefined])
    lock.release()

    writeFileSync(file, panel('other'))
    await runCommand(Register, [], context)
    expect(await check()).toEqual([
      11,
      'status.differs',
      'app.toml and the registration differ: an unpublished panel change.',
    ])
  })

  it('compares with the values confirmed on this machine for the live platform', async () => {
    const live = '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\n'
    const publicToml = plainAppToml.replace('[webhooks]', '[webhooks]\nurl = "https://app.example/webhooks"')
    const { context, file } = makeProject({ appToml: publicToml + live })
    const place = { paths: context.paths, identity: 'https://api.example', appKey: 'app.acme.loyalty' }
    const check = async () => runCommand(Status, ['--target', 'live', '--check'], context)

    const unknown = await check()
    const { result } = await runCommand(Status, ['--target', 'live', '--json'], context)
    const fields = Object.fromEntries((result?.console ?? []).map(({ field, value }) => [field, value]))
    confirmConsole(place, { fields, origin: null, at: null })
    recordInstall(context.paths, {
      ...place,
      storeId: 1001,
      regionId: null,
      storeCode: 'demo',
      storeName: 'Demo',
      storeDomain: 'demo.example',
      installScope: 'store',
      scopes: ['orders.read'],
      regions: [],
      installedAt: NOON.toISOString(),
    })
    const same = await check()
    writeFileSync(file, publicToml.replace('["orders.read"]', '["orders.read", "products.read"]') + live)
    const changed = await check()

    expect([unknown.exit, unknown.error?.message]).toEqual([
      11,
      'No developer console values were confirmed on this machine.',
    ])
    expect(unknown.result).toBeUndefined()
    expect(same.exit).toBe(0)
    expect([changed.exit, changed.error?.message]).toEqual([
      11,
      'app.toml and the registration differ: requested_scopes.',
    ])
    expect(changed.stdout).toMatch(/^needs consent +demo: products\.read$/m)
  })
})
