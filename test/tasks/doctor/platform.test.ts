import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import Register from '../../../src/commands/register.ts'
import { saveEarlierUrl } from '../../../src/dev/installs/earlier-webhook-url.ts'
import { confirmConsole } from '../../../src/dev/live/console.ts'
import { appendCall } from '../../../src/journal/calls/calls.ts'
import { exchangeHint } from '../../../src/journal/calls/rejected-exchange.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { recordInstall } from '../../../src/project/installs.ts'
import { consoleRegistration, type ConsoleAddresses } from '../../../src/project/live/console-fields.ts'
import { registrationOf } from '../../../src/project/registration.ts'
import { runCommand } from '../../support/command/command.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'
import { nodeSend } from '../../support/served.ts'
import { diagnose } from './support.ts'

const KEY = 'app.acme.loyalty'
const app = { identity: 'emulator:test', appKey: KEY }

async function registered(options: Parameters<typeof makeProject>[0] = {}) {
  const made = makeProject(options)
  await runCommand(Register, [], made.context)
  return made
}

/** Installed in its own store, with the token kept here. */
async function installed(options: Parameters<typeof makeProject>[0] = {}) {
  const made = await registered(options)
  const { app: row } = await made.control<{ app: { client_id: string } }>('GET', `/apps/${KEY}`)
  const clientSecret = (await made.secret('client-secret')) ?? ''
  const store = await made.openStore({ appKey: KEY, seed: 'none' } as never)
  const secrets = { client_id: row.client_id, client_secret: clientSecret, webhook_signing_secret: '' }
  const install = async () => made.installApp({ app: { secrets, appKey: KEY } as never, store })
  const { token, storeId, regionId, answer } = await install()
  recordInstall(made.context.paths, {
    ...app,
    storeId,
    regionId,
    storeCode: store.code,
    storeName: 'Demo',
    storeDomain: 'demo.example',
    installScope: 'region',
    scopes: answer.scopes,
    regions: [],
    installedAt: '2026-11-21T12:00:00Z',
  })
  const credentials = await made.context.credentials({ isEmulator: true })
  await credentials.set({ ...app, kind: 'token', storeId, regionId }, token)
  return { ...made, store, install, token }
}

/** Something at a live address: what it was sent, and an answer with this Date. */
async function makeLive({
  date = new Date(),
  status = 401,
  type = 'application/json',
  admin = 'text/html',
  adminStatus = 0,
} = {}) {
  const seen: { url: string; authorization: string | undefined }[] = []
  const listen = async (answer: RequestListener) => {
    const server = createServer(answer)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const origin = await listen((request, response) => {
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization })
    response.writeHead(status, { Date: date.toUTCString(), 'Content-Type': type }).end('{}')
  })
  const adminUrl = await listen((_request, response) => {
    response.writeHead(adminStatus || (admin === 'text/html' ? 200 : 401), { 'Content-Type': admin }).end('{}')
  })
  return { origin, adminUrl, seen, ...liveProject(origin, adminUrl) }
}

function liveProject(origin: string, adminUrl = 'https://store.example') {
  const live = `[targets.live]\nbase_url = "${origin}"\nadmin_url = "${adminUrl}"\nclient_id = "cli_1"\n`
  // How long a platform may take is not what these tests are about.
  const send: typeof nodeSend = (request) => nodeSend({ ...request, timeoutMs: 300_000 })
  return makeProject({ appToml: plainAppToml + live, send, now: () => new Date() })
}

describe('target', () => {
  it('a running emulator that does not respond is a failure', async () => {
    const { context } = makeProject({ send: nodeSend })

    const { of, exit } = await diagnose(context)

    expect([of('target').state, exit]).toEqual(['failed', 11])
    expect(of('target').found).toContain(`pid ${process.pid}`)
    expect([of('registration').state, of('clock').state]).toEqual(['skipped', 'skipped'])
  })

  it('is skipped if no emulator runs', async () => {
    const { context } = makeProject()
    rmSync(context.paths.runFile)

    const { of, exit } = await diagnose(context)

    expect([of('target').state, exit]).toEqual(['skipped', 0])
    expect(of('target').remedy).toContain('app emulator start')
  })

  it('a live platform that cannot be reached is a failure', async () => {
    const { context } = liveProject(`http://127.0.0.1:${await freePort()}`)

    const { of } = await diagnose(context, '--target', 'live')

    expect(of('target')).toMatchObject({
      state: 'failed',
      remedy: "Check the network and the target's URL in app.toml.",
      details: { code: 'net.unreachable' },
    })
  })

  it.each([
    ['a page', { status: 404, type: 'text/html' }, /base_url .*\(404, text\/html\)\. It may be the store admin URL\./],
    ['a login page', { status: 401, type: 'text/html' }, /base_url .*A firewall or proxy may have responded/],
    ['a failure', { status: 503, type: 'text/html' }, /base_url .*It may be unavailable/],
    ['an API as the store admin', { admin: 'application/json' }, /admin_url .*It may be the API URL\./],
    ['a store admin that is down', { adminStatus: 502 }, /admin_url .*\(502, text\/html\)\. It may be unavailable/],
    ['a block page', { status: 403, type: 'text/html' }, /base_url .*A firewall or proxy may have responded/],
  ])('a live address that responds with %s is a failure', async (_what, given, found) => {
    const { context } = await makeLive(given)

    const { of } = await diagnose(context, '--target', 'live')

    expect(of('target')).toMatchObject({ state: 'failed', found: expect.stringMatching(found) as string })
    const isOfProxy = Object.values(given).some((value) => [401, 403, 502, 503].includes(Number(value)))
    expect(of('target').remedy?.startsWith('Correct [targets.live]')).toBe(!isOfProxy)
  })

  it('an unreachable store admin is a warning', async () => {
    const { origin } = await makeLive()
    const { context } = liveProject(origin, `http://127.0.0.1:${await freePort()}`)

    const { of } = await diagnose(context, '--target', 'live')

    expect(of('target')).toMatchObject({ state: 'warning', found: expect.stringContaining('admin_url') as string })
  })

  it('a live origin without approval is requested without any secret (T25)', async () => {
    const { context, seen, origin } = await makeLive()
    const install = { identity: origin, appKey: KEY, storeId: 1001, regionId: null }
    const told = {
      storeCode: 'acme',
      storeName: 'Acme',
      storeDomain: 'a.example',
      scopes: ['orders.read'],
      regions: [],
    }
    recordInstall(context.paths, { ...install, ...told, installScope: 'store', installedAt: '2026-11-21T12:00:00Z' })
    const credentials = await context.credentials({ isEmulator: false })
    await credentials.set({ ...install, kind: 'token' }, `svcapp_1001_all_${'ab'.repeat(20)}`)

    const before = await diagnose(context, '--target', 'live')
    const seenBefore = [...seen]
    const agreed = { ...context, env: { ...context.env, SVCAPP_TRUST_ORIGIN: origin } }
    const after = await diagnose(agreed, '--target', 'live')

    expect(before.of('target').state).toBe('ok')
    expect(before.of('token')).toMatchObject({
      state: 'skipped',
      found: expect.stringContaining('has not been allowed yet'),
    })
    expect(seenBefore).toEqual([{ url: '/api/apps/v1/context', authorization: undefined }])
    expect(after.of('token').state).toBe('failed')
    expect(seen.some(({ authorization }) => authorization?.startsWith('Bearer svcapp_') === true)).toBe(true)
  })

  it('reports the keys that app.toml lacks for the live platform', async () => {
    const { context } = makeProject()

    const { of } = await diagnose(context, '--target', 'live')

    expect(of('target')).toMatchObject({ state: 'failed', details: { code: 'project.live-incomplete' } })
  })
})

describe('clock', () => {
  it.each([
    [0, 'ok'],
    [-120, 'warning'],
    [600, 'failed'],
    [-600, 'failed'],
  ])('a platform clock with a difference of %i s is %s (P5)', async (seconds, state) => {
    const { context } = await makeLive({ date: new Date(Date.now() + seconds * 1000) })

    const { of } = await diagnose(context, '--target', 'live')

    expect(of('clock').state).toBe(state)
    if (seconds !== 0) expect(of('clock').found).toMatch(seconds > 0 ? /behind the platform/ : /ahead of the platform/)
  })

  it("reports that the emulator's clock was moved", async () => {
    const { context, control } = makeProject()
    await control('POST', '/clock/advance', { ms: 360_000 })

    const { of } = await diagnose(context)

    expect(of('clock')).toMatchObject({ state: 'warning', found: expect.stringContaining('360 s ahead') })
  })
})

it('faults: an active fault is reported', async () => {
  const { context, control } = makeProject()
  await control('POST', '/faults', { kind: '503', times: null })

  const { of } = await diagnose(context)

  expect(of('faults')).toMatchObject({ state: 'warning', remedy: '`app emulator fault clear`' })
})

describe('registration', () => {
  it('is compared with app.toml field by field, and --fix registers again', async () => {
    const { context, file, control } = await registered()
    writeFileSync(file, plainAppToml.replace('"order.paid"', '"order.created"').replace('"Loyalty"', '"Points"'))

    const before = await diagnose(context)
    const fixed = await diagnose(context, '--fix')

    expect([before.of('registration').state, before.exit]).toEqual(['failed', 11])
    expect(before.of('registration').found).toContain('name, webhook_topics')
    expect(before.of('registration').remedy).toContain('app register')
    expect(fixed.of('registration')).toMatchObject({ state: 'ok', fixed: expect.stringContaining('registered again') })
    expect(await control('GET', `/apps/${KEY}`)).toMatchObject({ app: { name: 'Points' } })
  })

  it('--fix does not return a published app to review (APP-026)', async () => {
    const manifest = '[[manifest.slots]]\ntype = "fullpage"\npath = "panel"\nlabel = "Loyalty"\n'
    const { context, file, control } = await registered({ appToml: plainAppToml + manifest })
    await control('POST', `/apps/${KEY}/status`, { status: 'published' })
    writeFileSync(file, plainAppToml + manifest.replace('"Loyalty"', '"Points"'))

    const { of } = await diagnose(context, '--fix')

    expect(of('registration')).toMatchObject({ state: 'failed', fixed: null })
    expect(of('registration').found).toContain('admin_manifest_json')
    expect(await control('GET', `/apps/${KEY}`)).toMatchObject({ app: { status: 'published' } })
  })

  it('restores the address that a killed app dev changed', async () => {
    const { context, control } = await registered()
    const left = 'http://127.0.0.1:4810/webhooks'
    const project = loadProject({ cwd: context.cwd })
    await control('PUT', `/apps/${KEY}`, registrationOf(project.config, { webhookUrl: left }))
    saveEarlierUrl({ ...app, paths: context.paths }, { ours: left, before: 'https://hooks.example/webhooks' })

    const before = await diagnose(context)
    const fixed = await diagnose(context, '--fix')

    expect(before.of('registration').found).toContain('webhook_url')
    expect(fixed.of('registration').state).toBe('ok')
    expect((await diagnose(context)).of('registration').found).toMatch(/, status draft$/)
    expect(await control('GET', `/apps/${KEY}`)).toMatchObject({
      app: { webhook_url: 'https://hooks.example/webhooks' },
    })
  })

  it('that does not exist yet is not a failure', async () => {
    const { context } = makeProject()

    const { of, exit } = await diagnose(context)

    expect(of('registration')).toMatchObject({ state: 'warning', remedy: '`app register`' })
    expect(exit).toBe(0)
  })

  it('on live reports a missing client secret', async () => {
    const { context, origin } = await makeLive()

    const before = await diagnose(context, '--target', 'live')
    const credentials = await context.credentials({ isEmulator: false })
    await credentials.set({ identity: origin, appKey: KEY, kind: 'client-secret' }, 'cs_typed')
    const after = await diagnose(context, '--target', 'live')

    expect(before.of('client-secret')).toMatchObject({ state: 'warning', remedy: '`app register --target live`' })
    expect(after.of('client-secret').state).toBe('ok')
  })

  it.each([
    ['live', '`app secret set client --target live`'],
    ['emulator', '`app secret rotate client`'],
  ] as const)(
    'on %s warns about a client secret whose exchange was rejected, until it is replaced',
    async (target, command) => {
      const made = target === 'live' ? await makeLive() : { ...makeProject(), origin: app.identity }
      const { context, origin: identity } = made
      const credentials = await context.credentials({ isEmulator: target === 'emulator' })
      const key = { identity, appKey: KEY, kind: 'client-secret' } as const
      await credentials.set(key, 'cs_old')
      const at = new Date(context.now().getTime() + 1000)
      const journal = openJournal({ path: context.paths.journalDb, appKey: KEY })
      onTestFinished(() => journal.close())
      const call = { method: 'POST', path: '/api/apps/oauth/token', pin: null, status: 401, ms: 1, note: null }
      const other = target === 'live' ? 'emulator' : 'live'
      const check = async () => (await diagnose(context, '--target', target)).of('client-secret')

      appendCall(journal, { ...call, at, hint: exchangeHint(other) })
      const ofOther = await check()
      appendCall(journal, { ...call, at, hint: exchangeHint(target) })
      const rejected = await check()
      recordInstall(context.paths, {
        identity,
        appKey: KEY,
        storeId: 1,
        regionId: 7,
        storeCode: 'demo',
        storeName: 'Demo',
        storeDomain: 'demo.example',
        installScope: 'region',
        scopes: [],
        regions: [],
        installedAt: new Date(at.getTime() + 1000).toISOString(),
      })

      expect(ofOther.state).toBe('ok')
      expect(rejected).toMatchObject({
        state: 'warning',
        found: 'stored on this machine, but the last exchange was rejected (401)',
        remedy: `If the client secret was rotated: ${command}`,
      })
      expect((await check()).state).toBe('ok')
    },
  )

  it('on live lists every install with a problem', async () => {
    const { context, origin } = await makeLive()
    for (const regionId of [7, 8])
      recordInstall(context.paths, {
        identity: origin,
        appKey: KEY,
        storeId: 1001,
        regionId,
        storeCode: 'acme',
        storeName: 'Acme',
        storeDomain: 'a.example',
        installScope: 'region',
        scopes: [],
        regions: [],
        installedAt: '2026-11-21T12:00:00Z',
      })

    const { of } = await diagnose(context, '--target', 'live')

    expect(of('installs').found).toMatch(
      /region 7 lacks scopes that app\.toml requires: .*; the install in store acme, region 8 lacks/,
    )
  })

  it('on live compares app.toml with the confirmed values, and reports that the console cannot be checked', async () => {
    const { context, origin } = await makeLive()
    const place = { identity: origin, appKey: KEY, paths: context.paths }

    const unknown = await diagnose(context, '--target', 'live')
    const { config } = loadProject({ cwd: context.cwd })
    const tunnel = 'https://dev.example'
    const confirm = (addresses: ConsoleAddresses) =>
      confirmConsole(place, {
        fields: consoleRegistration(config, addresses),
        origin: tunnel,
        at: '2026-11-26T20:00:00Z',
      })
    confirm({ origin: tunnel })
    const same = await diagnose(context, '--target', 'live')
    confirm({ origin: null, webhookUrl: 'https://dev.example/old' })
    const changed = await diagnose(context, '--target', 'live')

    expect(unknown.of('registration').state).toBe('skipped')
    expect(same.of('registration')).toMatchObject({
      state: 'ok',
      found: 'app.toml matches the values confirmed on 2026-11-26, but the developer console cannot be checked',
    })
    expect(same.of('redirect').found).toMatch(
      /the app's port, in app\.toml, but the developer console cannot be checked$/,
    )
    expect(changed.of('registration')).toMatchObject({
      state: 'warning',
      found: `app.toml with the address of \`app dev --target live\` (${tunnel}) differs from the values confirmed on 2026-11-26 in redirect_uris, webhook_url, and the developer console cannot be checked`,
    })
  })
})

describe('installs and token', () => {
  it('are ok after an install', async () => {
    const { context } = await installed()

    const { of, exit, document } = await diagnose(context)

    expect([of('installs').state, of('token').state, exit]).toEqual(['ok', 'ok', 0])
    expect(JSON.stringify(document)).not.toMatch(/svcapp_\d+_\d+_[\w-]{8}/)
  })

  it('checks SVCAPP_TOKEN if set, and does not report the stored token as revoked (TOK-007)', async () => {
    const { context, token } = await installed()
    const withToken = (value: string): typeof context => ({
      ...context,
      env: { ...context.env, SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: value },
      credentials: async (options) => ({ ...(await context.credentials(options)), get: async () => value }),
    })

    const good = await diagnose(withToken(token))
    const bad = await diagnose(withToken('svcapp_1001_1_of-another-time'))

    expect(good.of('token')).toMatchObject({ state: 'ok', found: expect.stringContaining('SVCAPP_TOKEN is accepted') })
    expect(bad.of('credentials')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^SVCAPP_TOKEN is set/),
    })
    expect(bad.of('token')).toMatchObject({
      state: 'failed',
      found: 'the platform rejects SVCAPP_TOKEN (401)',
      remedy: 'Set SVCAPP_TOKEN to the token of an active install, or unset it.',
    })
  })

  it('reports nothing about recorded installs without an emulator', async () => {
    const { context } = await installed()
    rmSync(context.paths.runFile)

    const { of } = await diagnose(context)

    expect(of('installs')).toMatchObject({ state: 'skipped', found: 'no emulator is running' })
  })

  it('a token revoked by a later install (TOK-006)', async () => {
    const { context, install, store } = await installed()
    await install()

    const { of, exit } = await diagnose(context)

    expect([of('token').state, exit]).toEqual(['failed', 11])
    expect(of('token').remedy).toContain(`app install --store ${store.code}`)
    expect(of('installs').state).toBe('ok')
  })

  it('a token that does not match the install scope registered since (TOK-021 TOK-022)', async () => {
    const { context, registerApp, store } = await installed()
    await registerApp({ appKey: KEY, install_scope: 'store' })

    const { of, exit } = await diagnose(context)

    expect([of('token').state, exit]).toEqual(['failed', 11])
    expect(of('token').found).toContain('install scope')
    expect(of('token').found).not.toContain('revoked')
    expect(of('token').remedy).toContain('install_scope = "region"')
    expect(of('token').remedy).toContain(`app uninstall --store ${store.code}`)
  })

  it('a token that is no longer stored on this machine', async () => {
    const { context, store } = await installed()
    const credentials = await context.credentials({ isEmulator: true })
    const [row] = (await credentials.list()).filter(({ kind }) => kind === 'token')
    await credentials.remove({ ...app, kind: 'token', storeId: store.store.id, regionId: row?.regionId ?? null })

    const { of } = await diagnose(context)

    expect(of('token')).toMatchObject({ state: 'failed', details: { code: 'install.no-token' } })
  })

  it('an install that the owner removed', async () => {
    // The platform sends app.uninstalled, which no other program of this machine may receive.
    const appToml = `${plainAppToml}[dev]\nport = ${await freePort()}\n`
    const { context, control, store } = await installed({ appToml })
    await control('POST', `/stores/${store.code}/apps/${KEY}/uninstall`, {})

    const { of } = await diagnose(context)

    expect(of('installs')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('no longer has this install'),
    })
  })

  it('a scope that app.toml requires since the install', async () => {
    const { context, file } = await installed()
    writeFileSync(file, plainAppToml.replace('["orders.read"]', '["orders.read", "products.read"]'))

    const { of } = await diagnose(context)

    expect(of('installs')).toMatchObject({ state: 'failed', found: expect.stringContaining('products.read') })
  })

  it('an unpaid subscription', async () => {
    const { context, control, store } = await installed()
    await control('POST', `/stores/${store.code}/apps/${KEY}/plan`, { plan: 'paid-pending' })

    const { of } = await diagnose(context)

    expect([of('installs').state, of('token').state]).toEqual(['warning', 'warning'])
    expect(of('installs').found).toContain('402')
  })
})
