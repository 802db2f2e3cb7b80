import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { targetNamer } from '../../src/cli/target/name-target.ts'
import type { WhyFacts } from '../../src/webhooks/why/facts.ts'
import { whyNoEvent } from '../../src/webhooks/why/links.ts'

const onLive = targetNamer({ target: 'live' }, join(import.meta.dirname, '../..'))

const sound: WhyFacts = {
  topic: 'order.created',
  target: 'emulator',
  wantedTopics: ['order.created'],
  expectedUrl: 'http://127.0.0.1:4810/webhooks',
  confirmedUrl: null,
  isConsoleConfirmed: false,
  isSecretStored: true,
  isSecretVariable: false,
  registration: {
    hasSigningSecret: true,
    topics: ['order.created'],
    webhookUrl: 'http://127.0.0.1:4810/webhooks',
    status: 'D',
    testStoreCodes: ['demo'],
  },
  store: { code: 'demo', id: 1 },
  install: { scopes: ['orders.read'], regionId: 1, topics: ['order.created'], subscription: 'active' },
  rejection: null,
  isInstallChecked: true,
  givenToken: null,
  isInstallUndone: false,
  tokenStatus: { holder: 'app', refusedAt: null },
  regionId: 1,
  regionCodes: { 1: 'tr', 2: 'de' },
  otherRegions: [],
  lastDelivery: { state: 'delivered', lastStatus: 200, lastError: null },
  received: { id: 7, status: 200, error: null },
  arrived: { topic: null, any: null, ever: null },
  accepted: null,
  tooSlowMs: null,
  tunnel: null,
  dev: 'none',
  devOrigin: null,
  isTunnelSet: false,
  gateway: { url: 'http://127.0.0.1:4810', isListening: true },
  app: { url: 'http://127.0.0.1:3000', isListening: true, otherProgram: null },
  refusals: [],
  pastMismatches: null,
  faults: [],
}
const registration = sound.registration as Exclude<WhyFacts['registration'], 'none' | null>
const install = sound.install as NonNullable<WhyFacts['install']>

/** The console has the production address, and `app dev` has opened its tunnel. */
const divertedToTunnel = {
  target: 'live',
  registration: null,
  confirmedUrl: 'https://prod.example/webhooks',
  isConsoleConfirmed: true,
  expectedUrl: 'https://dev.example/webhooks',
  tunnel: { url: 'https://dev.example', isUp: true },
} as const

const table: readonly (readonly [broken: string, change: Partial<WhyFacts>, found: RegExp, remedy: RegExp])[] = [
  ['topic', { topic: 'order.updated' }, /unknown topic order\.updated/, /webhook topics/],
  ['topic', { wantedTopics: [] }, /app\.toml does not list/, /app register/],
  [
    'topic',
    { wantedTopics: [], dev: 'running' },
    /does not list/,
    /^Add .*`app dev` registers it\. Then press `i` there/,
  ],
  [
    'topic',
    { target: 'live', registration: null, wantedTopics: [] },
    /does not list/,
    /which revokes the current token/,
  ],
  ['topic', { registration: { ...registration, topics: [] } }, /registration does not list/, /app register/],
  ['topic', { registration: 'none', install: null }, /is not registered on this emulator/, /app register/],
  [
    'signing secret',
    { registration: { ...registration, hasSigningSecret: false } },
    /no webhook signing secret/,
    /app secret rotate/,
  ],
  ['signing secret', { isSecretStored: false }, /not stored on this machine/, /app register/],
  [
    'signing secret',
    { refusals: [{ reason: 'signature-mismatch', count: 3, since: 'hour' }] },
    /3 requests in the last hour/,
    /webhook verify/,
  ],
  ['status and test store', { registration: { ...registration, status: 'X' } }, /suspended/, /lift the suspension/],
  ['status and test store', { registration: { ...registration, testStoreCodes: [] } }, /a draft/, /app store use demo/],
  [
    'status and test store',
    { registration: { ...registration, status: 'P', testStoreCodes: [] } },
    /in review/,
    /demo/,
  ],
  ['install', { install: null }, /not installed in demo/, /`app install`/],
  [
    'install',
    { target: 'live', store: null, install: null },
    /^this machine has no install on record$/,
    /^If the app is installed on another machine, run `app token show/,
  ],
  [
    'install',
    { target: 'live', registration: null, install: null, rejection: { found: 'no', remedy: 'Set another.' } },
    /^no$/,
    /^Set another\.$/,
  ],
  [
    'signing secret',
    { target: 'live', registration: null, isSecretStored: false, dev: 'running' },
    /not stored on this machine/,
    /set/,
  ],
  [
    'tunnel',
    {
      target: 'live',
      registration: null,
      gateway: null,
      devOrigin: 'https://old.example',
      expectedUrl: 'https://old.example/webhooks',
    },
    /^the console sends events to https:\/\/old\.example, the tunnel of `app dev`, which is not running$/,
    /^Run `app dev`\.$/,
  ],
  [
    'payment',
    { target: 'live', registration: null, install: { ...install, subscription: 'P' } },
    /not paid/,
    /store owner to pay/,
  ],
  [
    'webhook address',
    {
      target: 'live',
      registration: null,
      expectedUrl: 'http://localhost:4810/webhooks',
      confirmedUrl: 'http://localhost:4810/webhooks',
      isConsoleConfirmed: true,
    },
    /on this machine, where the platform cannot reach it/,
    /`app dev --tunnel quick`/,
  ],
  [
    'webhook address',
    {
      target: 'live',
      registration: null,
      expectedUrl: 'https://new.example/webhooks',
      confirmedUrl: 'https://old.example/webhooks',
    },
    /the console had https:\/\/old\.example\/webhooks when last confirmed/,
    /^Enter https:\/\/new\.example\/webhooks as webhook_url in the developer console, then confirm it: `app register`\.$/,
  ],
  [
    'webhook address',
    { ...divertedToTunnel, dev: 'running' },
    /the console had https:\/\/prod\.example\/webhooks when last confirmed/,
    /^If the app is published, leave webhook_url unchanged, .* Otherwise, enter .*: `app register --dev`\.$/,
  ],
  [
    'webhook address',
    { ...divertedToTunnel, dev: 'starting' },
    /the console had https:\/\/prod\.example\/webhooks when last confirmed/,
    /^`app dev` is not ready yet and may be waiting for your answer in its terminal\. If the app is published, leave webhook_url/,
  ],
  ['scope', { install: { ...install, scopes: [] } }, /orders\.read was not granted/, /install again/],
  ['payment', { install: { ...install, subscription: 'P' } }, /not paid/, /plan paid/],
  ['region', { regionId: 2 }, /region tr, so the app receives no events from region de/, /app install --region de/],
  [
    'region',
    { target: 'live', registration: null, regionId: 2 },
    /region tr, so the app receives no events from region de/,
    /^Run `app install`\. The store owner then selects region de in the store admin and approves\.$/,
  ],
  [
    'subscription',
    { install: { ...install, topics: [] } },
    /not subscribed\. The platform reads the secret and the address at each attempt, but topics only at install time/,
    /app install/,
  ],
  [
    'webhook address',
    { registration: { ...registration, webhookUrl: null } },
    /no address is registered/,
    /app register/,
  ],
  [
    'webhook address',
    { registration: { ...registration, webhookUrl: 'https://old.example/w' } },
    /old\.example/,
    /app dev/,
  ],
  [
    'tunnel',
    { tunnel: { url: 'https://x.example', isUp: false } },
    /does not reach this machine/,
    /Forward this address to http:\/\/127\.0\.0\.1:/,
  ],
  [
    'tunnel',
    { tunnel: { url: 'https://x.example', isUp: false, isOther: true } },
    /routes to another `app dev`/,
    /`app dev stop`/,
  ],
  ['tunnel', { tunnel: { url: 'https://x.trycloudflare.com', isUp: false } }, /does not reach this machine/, /Restart/],
  ['gateway', { gateway: { url: 'http://127.0.0.1:4810', isListening: false } }, /nothing listens/, /app dev/],
  [
    'gateway',
    { refusals: [{ reason: 'too-old', count: 2, since: 'delivery' }] },
    /rejected 2 requests since the last platform delivery: too-old/,
    /clock/,
  ],
  [
    'gateway',
    { refusals: [{ reason: 'header-missing', count: 1, since: 'hour' }] },
    /rejected 1 request in the last hour: header-missing/,
    /verify/,
  ],
  [
    'gateway',
    { refusals: [{ reason: 'too-large', count: 1, since: 'hour' }] },
    /rejected 1 request in the last hour: too-large/,
    /^Find the sender/,
  ],
  [
    'gateway',
    { refusals: [{ reason: 'too-slow', count: 1, since: 'hour' }] },
    /rejected 1 request in the last hour: too-slow/,
    /^Check the network/,
  ],
  [
    'gateway',
    { refusals: [{ reason: 'too-many', count: 1, since: 'hour' }] },
    /rejected 1 request in the last hour: too-many/,
    /^Wait for the platform/,
  ],
  ['app', { app: { ...sound.app, isListening: false } }, /nothing listens/, /npm start/],
  [
    'app',
    { app: { ...sound.app, otherProgram: 'node server.js (pid 7) in /points, app.acme.points' } },
    /another program listens at http:\/\/127\.0\.0\.1:3000: node server\.js \(pid 7\) in \/points, app\.acme\.points/,
    /app dev/,
  ],
  [
    'app',
    {
      lastDelivery: { state: 'pending', lastStatus: 500, lastError: null },
      received: { id: 7, status: 500, error: null },
    },
    /responded to the last delivery with 500/,
    /^To see the response, run `app webhook show 7`\. Check the app output: `app dev logs --source app`\.$/,
  ],
  [
    'app',
    { lastDelivery: { state: 'pending', lastStatus: 500, lastError: null }, received: null },
    /responded to the last delivery with 500/,
    /^To see the response, run `app emulator deliveries`/,
  ],
  [
    'app',
    {
      lastDelivery: { state: 'pending', lastStatus: 503, lastError: null },
      received: null,
      tokenStatus: { holder: 'cli', refusedAt: null },
    },
    /responded to the last delivery with 503/,
    /The token may be the cause: see the link "app token"\.$/,
  ],
  [
    'app',
    {
      lastDelivery: { state: 'pending', lastStatus: 401, lastError: null },
      received: { id: 7, status: 401, error: null },
      tokenStatus: { holder: 'cli', refusedAt: null },
    },
    /rejected the last delivery with 401/,
    /app env --reveal/,
  ],
  [
    'app',
    {
      lastDelivery: { state: 'pending', lastStatus: 502, lastError: null },
      received: { id: 7, status: null, error: 'app-unreachable' },
    },
    /last delivery had no response: the app is not listening/,
    /^Check the app output: `app dev logs --source app`\. To see the delivery, run `app webhook show 7`\.$/,
  ],
  [
    'app',
    {
      lastDelivery: { state: 'pending', lastStatus: null, lastError: 'No response within 10 s.' },
      received: { id: 7, status: null, error: 'app-timeout' },
    },
    /last delivery had no response: the app did not respond in time/,
    /webhook show 7/,
  ],
  [
    'app',
    {
      lastDelivery: { state: 'pending', lastStatus: 401, lastError: null },
      received: { id: 7, status: 401, error: null },
    },
    /rejected the last delivery with 401, but the signature was valid/,
    /app env --reveal.*the raw bytes/,
  ],
  ['app token', { tokenStatus: { holder: 'cli', refusedAt: null } }, /this tool exchanged the code/, /--reinstall/],
  [
    'app token',
    { tokenStatus: { holder: 'app', refusedAt: '2026-11-21T12:00:00.000Z' } },
    /last call with 401 \(2026-11-21/,
    /`i` in `app dev`/,
  ],
  [
    'app token',
    { isInstallUndone: true },
    /accepted `app\.uninstalled`, and `app emulator undo` does not restore the app's token/,
    /`i` in `app dev`/,
  ],
  [
    'event',
    { lastDelivery: { state: 'pending', lastStatus: null, lastError: 'refused' } },
    /pending \(refused\)/,
    /clock advance/,
  ],
  [
    'event',
    { lastDelivery: { state: 'dead_letter', lastStatus: null, lastError: 'timeout' } },
    /dead_letter/,
    /deliveries/,
  ],
]

describe('the reason for a missing event', () => {
  it('reports no broken link if every link works', () => {
    const links = whyNoEvent(sound)

    expect(links.map(({ state }) => state)).toEqual(links.map(() => 'ok'))
    expect(links.every(({ remedy }) => remedy === null)).toBe(true)
  })

  it.each(table)('the first broken link is %s: %j', (name, change, found, remedy) => {
    const first = whyNoEvent({ ...sound, ...change }).find(({ state }) => state === 'broken')

    expect(first?.name).toBe(name)
    expect(first?.found).toMatch(found)
    expect(first?.remedy).toMatch(remedy)
  })

  it('shows the newest local delivery if the live platform does not show whether an event was sent', () => {
    const found = (received: WhyFacts['received']) =>
      whyNoEvent({ ...sound, target: 'live', registration: null, received }).at(-1)?.found

    expect(found({ id: 7, status: 200, error: null })).toMatch(
      /^the newest delivery on record is 7, but this machine cannot list/,
    )
    expect(found(null)).toBe("this machine cannot list the platform's deliveries")
  })

  it('suggests no other address on a machine without a confirmed one, because another machine may receive the events', () => {
    const elsewhere = { target: 'live', registration: null, expectedUrl: 'http://localhost:4810/webhooks' } as const
    const links = whyNoEvent({ ...sound, ...elsewhere, gateway: null, tunnel: null, confirmedUrl: null })

    expect(links.filter(({ state }) => state === 'broken')).toEqual([])
    expect(links.map(({ remedy }) => remedy).join()).not.toContain('--tunnel')
  })

  const arrived = { id: 7, at: new Date(0), topic: 'order.created', storeId: '1001', regionId: '1' }

  it('without a record, a delivery shows an install elsewhere, and an uninstall shows none', () => {
    const unrecorded = { ...sound, target: 'live', registration: null, store: null, install: null } as const
    const linksAfter = (ever: WhyFacts['arrived']['ever']) =>
      whyNoEvent({ ...unrecorded, arrived: { ...sound.arrived, ever } })
    const find = (links: ReturnType<typeof whyNoEvent>, name: string) => links.find((one) => one.name === name)

    const links = linksAfter(arrived)
    const uninstalled = linksAfter({ ...arrived, topic: 'app.uninstalled' })

    expect(find(links, 'install')).toMatchObject({
      state: 'ok',
      found:
        'delivery 7 arrived (1970-01-01T00:00:00.000Z) for store 1001, region 1, so the app is installed there. Only its token is not on this machine',
    })
    expect(find(links, 'topic')?.state).toBe('ok')
    expect(links.map(({ remedy }) => remedy ?? '').join()).not.toContain('`app install`')
    expect(find(uninstalled, 'install')).toMatchObject({
      state: 'broken',
      remedy: expect.stringMatching(/An install revokes a token that is in use elsewhere\.$/) as string,
    })
    expect(find(uninstalled, 'topic')).toMatchObject({
      state: 'unknown',
      found: 'app.toml lists order.created, but this machine cannot check the console',
    })
  })

  it('names the region of one of several installs, and suggests no reinstall first to an app that accepts events', () => {
    const live = { ...sound, target: 'live', registration: null, regionId: null, otherRegions: ['de'] } as const
    const found = (change: Partial<WhyFacts>, name: string) =>
      whyNoEvent({ ...live, ...change }).find((one) => one.name === name)
    const cli = { holder: 'cli', refusedAt: null } as const
    const rejection = { found: 'no response', remedy: 'Try again later.', isFailure: true }

    expect(found({}, 'install')?.found).toBe('installed in demo, region tr (also in de: add --region)')
    expect(found({ regionId: 1 }, 'install')?.found).toBe('installed in demo, region tr')
    expect(found({}, 'app token')?.found).toBe('the app has the token of region tr')
    expect(found({ tokenStatus: cli, received: null }, 'app token')).toMatchObject({
      state: 'broken',
      found: 'this tool exchanged the code, so the app does not have the token of region tr',
    })
    expect(found({ tokenStatus: cli }, 'app token')).toMatchObject({
      state: 'unknown',
      found: expect.stringMatching(/of region tr\. It accepted delivery 7 anyway$/) as string,
    })
    expect(found({ tokenStatus: cli, rejection }, 'app token')).toMatchObject({
      state: 'unknown',
      remedy: 'Try again later.',
    })
  })

  it('a confirmed public address of a server needs no tunnel', () => {
    const url = 'https://prod.example/webhooks'
    const links = whyNoEvent({ ...sound, target: 'live', registration: null, expectedUrl: url, confirmedUrl: url })

    expect(links.find(({ name }) => name === 'tunnel')).toEqual({
      name: 'tunnel',
      state: 'ok',
      found: 'not in use, because the webhook address is public',
      remedy: null,
    })
  })

  it('rejections before the current secret was stored are past, not a broken link', () => {
    const pastMismatches = { count: 2, since: 'delivery', storedAt: new Date(0) } as const
    const links = whyNoEvent({ ...sound, target: 'live', registration: null, pastMismatches })

    expect(links.filter(({ state }) => state === 'broken')).toEqual([])
    expect(links.find(({ name }) => name === 'signing secret')).toMatchObject({
      state: 'unknown',
      found:
        '2 requests since the last platform delivery did not match the secret, but arrived before the current secret was stored (1970-01-01 00:00 UTC)',
      remedy: 'To check the new secret, place an order in the store.',
    })
  })

  it.each([
    ['order.created', /order place`/],
    ['app.uninstalled', /`app uninstall`/],
  ])('a topic that was never sent is not a broken link: %s', (topic, remedy) => {
    const links = whyNoEvent({
      ...sound,
      topic,
      wantedTopics: [topic],
      registration: { ...registration, topics: [topic] },
      install: { ...install, topics: [topic] },
      lastDelivery: null,
    })

    expect(links.filter(({ state }) => state === 'broken')).toEqual([])
    expect(links.at(-1)).toMatchObject({
      name: 'event',
      state: 'unknown',
      remedy: expect.stringMatching(remedy) as string,
    })
  })

  it('does not report the app itself as a gateway', () => {
    const straight = { ...sound, gateway: { url: 'http://localhost:3000', isListening: true } }

    const found = [sound, straight].map((facts) => whyNoEvent(facts).find(({ name }) => name === 'gateway')?.found)

    expect(found).toEqual([
      'listens at http://127.0.0.1:4810',
      'not in use, because events are sent directly to the app',
    ])
  })

  it('a store-wide install gets events of every region, and a topic without a scope needs none', () => {
    const links = whyNoEvent({
      ...sound,
      topic: 'app.uninstalled',
      wantedTopics: ['app.uninstalled'],
      registration: { ...registration, topics: ['app.uninstalled'], status: 'published', testStoreCodes: [] },
      install: { scopes: [], regionId: null, topics: ['app.uninstalled'], subscription: 'active' },
      regionId: 9,
      tunnel: { url: 'https://x.example', isUp: true },
    })

    expect(links.filter(({ state }) => state !== 'ok')).toEqual([])
  })

  it.each(table)(
    'on the live platform every fix is for live, whatever is broken, and none for the emulator: %s, %j',
    (_broken, change) => {
      const seen = { ...install, ...change.install, topics: null, subscription: null }
      const live = { target: 'live', registration: null, lastDelivery: null } as const

      const links = whyNoEvent({ ...sound, ...change, install: change.install === null ? null : seen, ...live })

      const remedies = onLive(links.map(({ remedy }) => remedy ?? '').join(' '))
      expect(remedies).not.toMatch(/`app emulator/)
      expect(remedies.match(/`app (?![^`]* --target live)(?!webhook topics|dev stop)[^`]*`/g)).toBe(null)
    },
  )

  it.each([
    [true, 'run `app dev`.'],
    [false, 'run `app dev --tunnel quick`, or set your own address with --tunnel-url.'],
  ])('shows the tunnel of app.toml (%s)', (isTunnelSet, end) => {
    const links = whyNoEvent({ ...sound, target: 'live', registration: null, isTunnelSet })

    expect(links.find(({ name }) => name === 'tunnel')?.remedy).toBe(`For a public webhook address, ${end}`)
  })

  it.each([
    [null, 'Restart `app dev`. A quick tunnel gets a new address each time. Press i.'],
    ['unknown', 'Press i.'],
  ] as const)('suggests repairing the tunnel before an install, with SVCAPP_TOKEN %s', (givenToken, remedy) => {
    const tunnel = { url: 'https://x.trycloudflare.com', isUp: false }
    const rejection = { found: 'no', remedy: 'Press i.' }
    const live = { target: 'live', registration: null, install: null, rejection, tunnel, givenToken } as const

    const links = whyNoEvent({ ...sound, ...live })

    expect(links.find(({ state }) => state === 'broken')).toMatchObject({ name: 'install', remedy })
    expect(links.find(({ name }) => name === 'tunnel')?.state).toBe('broken')
  })

  it.each(['accepted', 'payment-pending', 'unknown'] as const)(
    'suggests no install while calls use SVCAPP_TOKEN, whose state is %s',
    (givenToken) => {
      const live = { target: 'live', registration: null, isSecretStored: false, tokenStatus: null, givenToken } as const
      const own = givenToken === 'accepted' ? { ...install, topics: null } : null

      const links = whyNoEvent({ ...sound, ...live, expectedUrl: 'https://app.example/webhooks', install: own })

      const broken = links.filter(({ state }) => state === 'broken').map(({ name }) => name)
      expect(broken).toEqual(givenToken === 'payment-pending' ? ['payment'] : [])
      expect(links.map(({ remedy }) => remedy ?? '').join('\n')).not.toMatch(/install/i)
      expect(links.find(({ name }) => name === 'signing secret')).toMatchObject({
        state: 'unknown',
        found: 'not stored on this machine',
      })
    },
  )

  it('reports the tunnel that `app dev` is about to open as the unknown link', () => {
    const starting = { target: 'live', registration: null, gateway: null, dev: 'starting' } as const

    const links = whyNoEvent({ ...sound, ...starting, app: { ...sound.app, isListening: false } })

    for (const name of ['webhook address', 'tunnel', 'gateway', 'app']) {
      expect(links.find((link) => link.name === name)).toMatchObject({
        state: 'unknown',
        found: '`app dev` is starting, and its tunnel is not open yet',
      })
    }
  })

  it('on the live platform it reports the links that it cannot check, and reports none as broken', () => {
    const links = whyNoEvent({
      ...sound,
      target: 'live',
      registration: null,
      expectedUrl: 'https://app.example/webhooks',
      install: { ...install, topics: null, subscription: null },
      gateway: null,
      lastDelivery: null,
    })

    expect(links.filter(({ state }) => state === 'broken')).toEqual([])
    expect(links.filter(({ state }) => state === 'unknown').map(({ name }) => name)).toEqual([
      'topic',
      'status and test store',
      'payment',
      'subscription',
      'webhook address',
      'tunnel',
      'gateway',
      'event',
    ])
    expect(links.filter(({ state }) => state === 'unknown').every(({ remedy }) => remedy !== null)).toBe(true)
  })
})

it('on live, an app that runs elsewhere is not broken because nothing listens on this machine', () => {
  const elsewhere = {
    target: 'live',
    registration: null,
    expectedUrl: 'https://app.example/webhooks',
    gateway: null,
  } as const
  const links = whyNoEvent({ ...sound, ...elsewhere, app: { ...sound.app, isListening: false } })

  expect(links.find(({ name }) => name === 'app')).toEqual({
    name: 'app',
    state: 'unknown',
    found: 'the webhook address is not on this machine',
    remedy: 'Check the server at the webhook address.',
  })
  expect(JSON.stringify(links)).not.toContain('127.0.0.1:3000')
})
