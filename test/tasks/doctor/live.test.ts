import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import ContextCommand from '../../../src/commands/context.ts'
import { confirmConsole } from '../../../src/dev/live/console.ts'
import { AppError } from '../../../src/errors.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { countRejections } from '../../../src/journal/rejections.ts'
import { addDelivery } from '../../inspector/fixture.ts'
import { runCommand } from '../../support/command/command.ts'
import { faults } from '../../support/live/faults.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'
import { diagnose } from './support.ts'

describe('app doctor on the live platform', () => {
  it('mentions the console and the store owner for a token of another install scope (TOK-021, TOK-022)', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    await live.hands.registerApp({ appKey: live.app.appKey, install_scope: 'store' })

    const { of, exit } = await diagnose(developer.context({ env: { SVCAPP_TARGET: undefined } }), '--target', 'live')

    expect([of('token').state, exit]).toEqual(['failed', 11])
    expect(of('token').remedy).toBe(
      'Set install_scope = "region" in app.toml again and in the developer console. Or ask the store owner to uninstall the app, then run `app install --target live`.',
    )
  })

  it('warns of an install scope in app.toml that will invalidate a token, before it is saved (TOK-021)', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    const file = join(developer.cwd, 'app.toml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('install_scope = "region"', 'install_scope = "store"'))

    const { of } = await diagnose(developer.context())

    expect([of('token').state, of('installs').state]).toEqual(['ok', 'warning'])
    expect(of('installs')).toMatchObject({
      found: expect.stringMatching(
        /^store demo, region \d+: installed with install_scope region, but app\.toml has store\. Once/,
      ) as string,
      remedy:
        'Keep install_scope region, or have the app uninstalled in the store admin before you save the new scope. Then install it again.',
    })
  })

  it('asks to remove an install of another scope once the console has the new one (TOK-021)', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    const file = join(developer.cwd, 'app.toml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('install_scope = "region"', 'install_scope = "store"'))
    const owner = { identity: live.origins.api, appKey: live.app.appKey, paths: developer.paths }
    confirmConsole(owner, { fields: { install_scope: 'store' }, origin: null, at: null })

    const { of } = await diagnose(developer.context())

    expect(of('installs')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(
        /app\.toml has store, as confirmed for the console\. The platform then rejects/,
      ) as string,
      remedy: 'Remove these installs in the store admin, then install the app again.',
    })
  })

  it('checks only the ports of `app dev`, and reports that no proxy is set after a response of a firewall', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    live.fail(faults.firewall403)

    const { of } = await diagnose(developer.context())

    expect(of('target').found).toMatch(/A firewall or proxy may have responded instead\. No proxy is set$/)
    expect(JSON.stringify(of('ports'))).not.toContain('4800')
    expect(JSON.stringify(of('ports'))).toContain('4810')
  })

  it.each([
    ['does not respond', async () => Promise.reject(new AppError('net.unreachable', 'No route.'))],
    ['responds with 502', async () => ({ status: 502, headers: {}, body: new Uint8Array() })],
  ])('skips the token check if the platform %s, which the target check reports', async (_what, send) => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()

    const { of } = await diagnose(developer.context({ send }))

    expect(of('target').state).toBe('failed')
    expect(of('token')).toMatchObject({
      state: 'skipped',
      found: 'not checked, because the platform did not respond',
      remedy: null,
    })
  })

  it('suggests the same fix as a call while the payment is pending', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    await live.hands.control('POST', `/stores/demo/apps/${live.app.appKey}/plan`, { plan: 'paid-pending' })

    const { of } = await diagnose(developer.context())
    const called = await runCommand(ContextCommand, [], developer.context())

    const remedy = 'Ask the store owner to pay for the plan in the store admin.'
    expect(of('token')).toMatchObject({ state: 'warning', remedy })
    expect(called.error?.code).toBe('api.payment-pending')
    expect(called.stderr).toContain(`Try this:\n  * ${remedy}\n`)
  })

  it("does not use a proxy's clock as the platform's, and suggests the same fix as a call", async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    live.fail(faults.badGateway)

    const { of } = await diagnose(developer.context())
    const called = await runCommand(ContextCommand, [], developer.context({ sleep: async () => {} }))

    const remedy = 'If the problem continues, contact platform support.'
    expect(of('clock')).toMatchObject({ state: 'skipped', found: 'the platform did not return its time' })
    expect(of('target').remedy).toBe(remedy)
    expect(called.error).toMatchObject({ code: 'net.intercepted', suggestions: [`Try again later. ${remedy}`] })
  })

  it('lists each install whose token the platform rejects', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install({ region: 'tr' })
    await developer.install({ region: 'de' })
    await live.hands.control('POST', `/stores/demo/apps/${live.app.appKey}/uninstall`, {})

    const { of } = await diagnose(developer.context())

    expect(of('token')).toMatchObject({ state: 'failed', found: expect.stringMatching(/region 1: .* region 2: /) })
  })

  it('counts deliveries and rejected requests of the selected target only', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    const journal = openJournal({ path: developer.paths.journalDb, appKey: live.app.appKey })
    onTestFinished(() => journal.close())
    for (const status of [200, 500]) addDelivery(journal, { target: 'emulator', status })
    countRejections(journal, { reason: 'signature-mismatch', count: 2, at: new Date(), target: 'emulator' })

    const before = await diagnose(developer.context())
    addDelivery(journal, { target: 'live', status: 500, receivedAt: new Date(0) })
    countRejections(journal, { reason: 'signature-mismatch', count: 3, at: new Date(), target: 'live' })
    const after = await diagnose(developer.context())

    expect(before.of('deliveries')).toMatchObject({ state: 'ok', found: '0 delivered' })
    expect(before.of('signing-secret').state).toBe('ok')
    expect(after.of('deliveries')).toMatchObject({
      state: 'warning',
      found: '0 delivered, 1 rejected by the app',
      remedy: '`app webhook list --state failed`',
    })
    expect(after.of('signing-secret')).toMatchObject({ state: 'failed', details: { refused: 3 } })
  })

  it('suggests the token of another machine before an install, which would revoke it', async () => {
    const live = await makeStandIn()
    const second = await live.makeDeveloper()

    const { of } = await diagnose(second.context({ env: { SVCAPP_TARGET: undefined } }), '--target', 'live')

    expect(of('installs').remedy).toMatch(
      /^If the app is installed on another machine, run `app token show .* set SVCAPP_TOKEN on this machine to the printed token\. If the app is not installed anywhere yet, run `app dev --target live`/,
    )
  })

  it('suggests the developer console before a new install for a scope that the install lacks (INST-021)', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    const file = join(developer.cwd, 'app.toml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"orders.read"', '"orders.read", "customers.read"'))

    const { of } = await diagnose(developer.context())

    expect(of('installs')).toMatchObject({
      state: 'failed',
      remedy: expect.stringMatching(/^Save requested_scopes in the developer console first\. .*`app install/) as string,
    })
  })

  it('suggests no install on a machine that has the token of another one, and shows the variable first', async () => {
    const live = await makeStandIn()
    const first = await live.makeDeveloper()
    await first.install()
    const row = (await first.credentials.list()).find(({ kind }) => kind === 'token')
    const key = { identity: live.origins.api, appKey: live.app.appKey, kind: 'token' as const }
    const token =
      (await first.credentials.get({ ...key, storeId: row?.storeId ?? 0, regionId: row?.regionId ?? null })) ?? ''
    const second = await live.makeDeveloper()
    const at = (env: { readonly SVCAPP_TOKEN: string; readonly SVCAPP_TRUST_ORIGIN?: string }) => {
      const credentials = async () => ({ ...second.credentials, get: async () => env.SVCAPP_TOKEN })
      return diagnose(second.context({ env, credentials }))
    }

    const good = await at({ SVCAPP_TOKEN: token })
    const revoked = await at({ SVCAPP_TOKEN: `svcapp_1001_1_${'70'.repeat(32)}` })
    const elsewhere = await at({ SVCAPP_TOKEN: token, SVCAPP_TRUST_ORIGIN: 'https://api.other.example' })

    expect([good.of('token').state, good.of('installs')]).toMatchObject([
      'ok',
      { state: 'skipped', found: 'calls use SVCAPP_TOKEN instead of an install on record', remedy: null },
    ])
    expect(revoked.of('token').remedy).toBe('Set SVCAPP_TOKEN to the token of an active install, or unset it.')
    expect(elsewhere.of('installs').found).toMatch(/^SVCAPP_TOKEN is set for another origin/)
    for (const { document } of [good, revoked, elsewhere]) {
      expect(document.checks.filter(({ remedy }) => remedy?.includes('app install'))).toEqual([])
    }
  })

  it('reports a missing keychain once, and requires no keychain if the environment has the token', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    const missing = new AppError('credentials.unavailable', 'There is no keychain.')
    const credentials = async () => ({
      ...developer.credentials,
      get: () => Promise.reject(missing),
      probe: () => Promise.reject(missing),
    })
    const SVCAPP_TOKEN = `svcapp_1001_7_${'70'.repeat(32)}`

    const given = await diagnose(developer.context({ credentials, env: { SVCAPP_TOKEN } }))
    const not = await diagnose(developer.context({ credentials }))

    const states = ({ of }: typeof given) =>
      ['credentials', 'client-secret', 'signing-secret'].map((id) => of(id).state)
    expect([states(given), states(not)]).toEqual([
      ['ok', 'skipped', 'skipped'],
      ['failed', 'skipped', 'skipped'],
    ])
  })
})
