import { randomBytes } from 'node:crypto'

import { expect, it, onTestFinished } from 'vitest'

import type { TokenExchangeAnswer } from '../../src/catalog/oauth.ts'
import type { WireRequest } from '../../src/http/wire.ts'
import { obtainByApproval } from '../../src/install/approve.ts'
import { install, type InstallInput, type InstallTools } from '../../src/install/install.ts'
import { openCodeLedger } from '../../src/install/ledger.ts'
import { makeEmulator, regionOf, type RegisterOverrides } from '../support/emulator.ts'
import { sendTo } from '../support/send.ts'

interface Overrides {
  readonly tools?: Partial<InstallTools>
  readonly input?: Partial<InstallInput>
  /** Region that the manager has selected. */
  readonly region?: string
}

/** An app, a store and everything that an install needs, on an emulator in memory. */
async function makeFlow(registration: RegisterOverrides = {}) {
  const made = makeEmulator()
  const app = await made.registerApp(registration)
  const store = await made.openStore({ appKey: app.appKey })
  const sent: WireRequest[] = []
  const kept: TokenExchangeAnswer[] = []
  const plain = sendTo(made.emulator)
  const send = async (request: WireRequest) => {
    sent.push(request)
    return plain(request)
  }
  const ledger = openCodeLedger(':memory:')
  onTestFinished(() => ledger.close())
  const signInUrl = async (region?: string) => {
    const body = { regionId: regionOf(store, region).id }
    return (await made.control<{ url: string }>('POST', `/stores/${store.code}/sign-in`, body)).url
  }
  const tools: InstallTools = {
    probe: async () => {},
    obtain: obtainByApproval({ send, signInUrl }),
    exchange: { send, now: made.clock.now, limiter: { acquire: async () => {}, close: () => {} } },
    ledger,
    keep: async (answer) => void kept.push(answer),
    appOfSecret: async () => null,
    now: made.clock.now,
    randomBytes,
  }
  const input: InstallInput = {
    appKey: app.appKey,
    identity: 'emulator:test',
    baseUrl: new URL(made.urls.api),
    adminUrl: new URL(made.urls.admin),
    clientId: app.secrets.client_id,
    clientSecret: app.secrets.client_secret,
    secretSource: null,
    redirectUri: 'http://127.0.0.1:3000/auth/callback',
    scopes: ['orders.read'],
  }
  const run = ({ region, ...overrides }: Overrides = {}) => {
    const obtain = obtainByApproval({ send, signInUrl: () => signInUrl(region) })
    return install({ ...tools, obtain, ...overrides.tools }, { ...input, ...overrides.input })
  }
  const exchanges = () => sent.filter(({ url }) => url.pathname === '/api/apps/oauth/token')
  return { made, app, store, sent, kept, ledger, run, exchanges }
}

const returning = (code: string): Partial<InstallTools> => ({ obtain: async () => ({ kind: 'code', code }) })

it('installs through the real consent form and the real exchange (INST-002 INST-005 INST-008 INST-010 INST-017 INST-038)', async () => {
  const scopes = ['orders.read', 'products.read']
  const { run, kept, app, store, sent, exchanges } = await makeFlow({ requested_scopes: scopes })

  const answer = await run({ input: { scopes } })

  expect(answer).toMatchObject({ app_key: app.appKey, store_id: store.store.id, install_scope: 'region', scopes })
  expect(kept).toEqual([answer])
  expect(exchanges()).toHaveLength(1)
  const consent = sent.find(({ url }) => url.pathname === `/admin/plugins/install/${app.appKey}`)?.url
  expect(consent?.search).toContain('scope=orders.read%20products.read')
  expect([...(consent?.searchParams.keys() ?? [])].toSorted()).toEqual(['client_id', 'response_type', 'scope', 'state'])
})

it('installs in the region that the manager selected, each with a separate token (INST-059 INST-063 PIN-014)', async () => {
  const { run, store } = await makeFlow()

  const first = await run({ region: 'tr' })
  const second = await run({ region: 'de' })

  expect([first.region_id, second.region_id]).toEqual([regionOf(store, 'tr').id, regionOf(store, 'de').id])
  expect(first.access_token).not.toBe(second.access_token)
})

it('reads the store from the exchange only (INST-040 EXCH-039)', async () => {
  const { run, store } = await makeFlow()

  expect(await run()).toMatchObject({ store_id: store.store.id, store_name: 'Demo', store_domain: store.store.domain })
})

it('never opens the redirect address, and contacts only the emulator', async () => {
  const { run, sent, made } = await makeFlow()

  await run()

  const origins = [...new Set(sent.map(({ url }) => url.origin))].toSorted()
  expect(origins).toEqual([new URL(made.urls.admin).origin, new URL(made.urls.api).origin].toSorted())
})

it('tests the token store before any prompt, and shows no prompt if the store fails (P19)', async () => {
  const { run, sent } = await makeFlow()

  const attempt = run({ tools: { probe: () => Promise.reject(new Error('the keychain is locked')) } })

  await expect(attempt).rejects.toThrow('the keychain is locked')
  expect(sent).toEqual([])
})

it('reports a cancellation by the owner, and exchanges nothing (INST-042)', async () => {
  const { run, sent } = await makeFlow()

  const attempt = run({ tools: { obtain: async () => ({ kind: 'denied' }) } })

  await expect(attempt).rejects.toMatchObject({ code: 'install.denied', oclif: { exit: 4 } })
  expect(sent).toEqual([])
})

it('explains a 401 with the age of the code (EXCH-050 INST-052)', async () => {
  const { run, made, app, store, ledger } = await makeFlow()
  const code = await made.approve({ app, store })
  ledger.noteObtained(code, { appKey: app.appKey, identity: 'emulator:test', at: made.clock.now() })
  made.clock.advance(5 * 60_000 + 1_000)

  await expect(run({ tools: returning(code) })).rejects.toMatchObject({
    code: 'install.exchange-rejected',
    oclif: { exit: 4 },
    details: { findings: ['code-expired'] },
  })
})

it('explains a 401 after a code that was sent before (EXCH-050 INST-053)', async () => {
  const { run, made, app, store, exchanges } = await makeFlow()
  const code = await made.approve({ app, store })
  await run({ tools: returning(code) })

  await expect(run({ tools: returning(code) })).rejects.toMatchObject({ details: { findings: ['code-used'] } })
  expect(exchanges()).toHaveLength(2)
})

it.each([
  ['the signing secret', 'a'.repeat(64), 'client-secret-shape'],
  ['a wrong client secret', 'cs_wrong', 'unknown'],
])('explains a 401 after %s was sent (EXCH-049)', async (_, clientSecret, finding) => {
  const { run } = await makeFlow()

  const error = await run({ input: { clientSecret } }).catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    code: 'install.exchange-rejected',
    details: { findings: expect.arrayContaining([finding]) },
  })
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(clientSecret)
})

it('lists both causes first if the code is exchanged elsewhere or expires before the exchange (EXCH-050)', async () => {
  const { run, made, app, store } = await makeFlow()
  const expired = await made.approve({ app, store })
  made.clock.advance(6 * 60_000)
  const elsewhere = await made.approve({ app, store })
  await made.exchange(made.exchangeBody(app, elsewhere))

  for (const code of [expired, elsewhere]) {
    await expect(run({ tools: returning(code) })).rejects.toMatchObject({
      suggestions: [expect.stringMatching(/expires 5 minutes/), expect.stringMatching(/single use/), expect.anything()],
      details: { findings: ['perhaps-expired', 'perhaps-used', 'unknown'] },
    })
  }
})

it('suggests app uninstall if an install of the other scope exists (INST-069)', async () => {
  const { run, made } = await makeFlow()
  await run()
  await made.registerApp({ install_scope: 'store' })

  await expect(run()).rejects.toMatchObject({
    message: expect.stringContaining('remove the existing installs first'),
    suggestions: [expect.stringContaining('Run `app uninstall`')],
  })
})

it('names the app whose secret was sent (EXCH-046)', async () => {
  const { run } = await makeFlow()

  const attempt = run({
    input: { clientSecret: 'cs_of_another' },
    tools: { appOfSecret: async () => 'app.acme.other' },
  })

  await expect(attempt).rejects.toMatchObject({
    suggestions: [expect.stringContaining('app.acme.other')],
    details: { findings: ['other-apps-secret'] },
  })
})

it('shows the message of the consent page if the page is not rendered, and exchanges nothing (INST-014 INST-049)', async () => {
  const { run, exchanges } = await makeFlow()

  await expect(run({ input: { scopes: ['orders.write'] } })).rejects.toMatchObject({
    code: 'install.not-approved',
    message: expect.stringContaining('orders.write') as string,
  })
  expect(exchanges()).toEqual([])
})

it.each([
  ['INST-048', '/apps/app.acme.loyalty/status', { status: 'X' }, 'app emulator app status draft'],
  ['INST-045', '/stores/STORE/apps/app.acme.loyalty/plan', { plan: 'none-selected' }, 'app emulator plan free'],
  ['INST-047', '/apps/app.acme.loyalty/countries', { countries: ['FR'] }, 'app emulator app countries'],
])('%s suggests a command for the rejection of the consent page', async (_rule, path, change, command) => {
  const { run, made, store } = await makeFlow()
  await made.control('POST', path.replace('STORE', store.code), change)

  await expect(run()).rejects.toMatchObject({
    code: 'install.not-approved',
    suggestions: [expect.stringContaining(`\`${command}`)],
  })
})

it('reports a store that is not a test store of the app (INST-086)', async () => {
  const { run, made, sent } = await makeFlow()
  const stranger = await made.openStore({ name: 'Other' })
  const { url } = await made.control<{ url: string }>('POST', `/stores/${stranger.code}/sign-in`, {})

  const obtain = obtainByApproval({ send: sendTo(made.emulator), signInUrl: async () => url })

  await expect(run({ tools: { obtain } })).rejects.toMatchObject({
    code: 'install.not-approved',
    suggestions: ['app store use other', expect.stringContaining('`app store use <code>`')],
  })
  expect(sent).toEqual([])
})

it('leaves nothing behind if it is interrupted while waiting (P15)', async () => {
  const { run, exchanges, kept } = await makeFlow()

  const attempt = run({ tools: { obtain: () => Promise.reject(new Error('interrupted')) } })

  await expect(attempt).rejects.toThrow('interrupted')
  expect([exchanges(), kept]).toEqual([[], []])
})
