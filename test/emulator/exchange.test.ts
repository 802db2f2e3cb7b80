import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { InstallRow, LogEntry, RequestRow } from '../../src/control/contract.ts'
import { exchangeBody, makeEmulator, regionOf, type RegisterOverrides } from '../support/emulator.ts'

const REFUSED = '{"success":false,"message":"Invalid client credentials or code."}'
const REQUIRED = '{"success":false,"message":"clientId, clientSecret, code are required."}'
const MINUTE = 60_000

/** An app with its test store and a fresh code. */
async function ready(fields: RegisterOverrides = {}, seed: 'none' | 'small' = 'none') {
  const emulator = makeEmulator()
  const app = await emulator.registerApp(fields)
  const store = await emulator.openStore({ appKey: app.appKey, seed })
  const code = await emulator.approve({ app, store })
  const rows = (table: string) => emulator.emulator.context.registry.prepare(`SELECT * FROM ${table}`).all()
  return { ...emulator, app, store, code, body: exchangeBody(app, code), rows }
}

describe('a good exchange', () => {
  it('returns 200 with all eleven fields (EXCH-001 EXCH-014 EXCH-018 EXCH-019 EXCH-020 EXCH-021 EXCH-023 EXCH-024 EXCH-025 EXCH-026 EXCH-027 EXCH-028 EXCH-030 EXCH-031 EXCH-037 EXCH-038)', async () => {
    const { exchange, body, app, store } = await ready()

    const response = await exchange(body)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    const region = regionOf(store)
    expect(await response.json()).toEqual({
      success: true,
      access_token: expect.stringMatching(new RegExp(`^svcapp_${store.store.id}_${region.id}_[0-9a-f]{64}$`)),
      token_type: 'Bearer',
      scopes: ['orders.read'],
      app_key: app.appKey,
      store_id: store.store.id,
      region_id: region.id,
      install_scope: 'region',
      regions: null,
      store_name: 'Demo',
      store_domain: 'demo.shop.example',
    })
  })

  it('returns a null domain for a region without one (EXCH-036 C37)', async () => {
    const { registerApp, openStore, installApp } = makeEmulator()
    const app = await registerApp({ install_scope: 'store' })
    const store = await openStore({ appKey: app.appKey, regions: ['TR', 'DE'], withoutDomain: ['DE'] })

    const { answer } = await installApp({ app, store })

    expect(answer.regions).toMatchObject([
      { code: 'tr', domain: expect.any(String) },
      { code: 'de', domain: null },
    ])
  })

  it('lists the regions of a store-wide install (EXCH-029 EXCH-032 EXCH-033 EXCH-034 EXCH-035 EXCH-036)', async () => {
    const { exchange, body, store } = await ready({ install_scope: 'store' })

    const answer = await (await exchange(body)).json()

    expect(answer).toMatchObject({
      access_token: expect.stringMatching(/^svcapp_1001_all_[0-9a-f]{64}$/),
      region_id: null,
      install_scope: 'store',
      regions: [
        { id: regionOf(store, 'tr').id, code: 'tr', currency: 'TRY', domain: 'tr.demo.shop.example' },
        { id: regionOf(store, 'de').id, code: 'de', currency: 'EUR', domain: 'de.demo.shop.example' },
        { id: regionOf(store, 'gb').id, code: 'gb', currency: 'GBP', domain: 'gb.demo.shop.example' },
      ],
    })
  })

  it('uses the code and creates token, install record and subscriptions, none of them earlier (INST-070 INST-071 INST-081 INST-082)', async () => {
    const { exchange, body, rows } = await ready({
      webhook_url: 'https://a.example/in',
      webhook_topics: ['order.paid', 'app.uninstalled'],
    })
    expect([rows('installs').length, rows('tokens').length, rows('subscriptions').length]).toEqual([0, 0, 0])

    const { access_token: token } = (await (await exchange(body)).json()) as { access_token: string }

    expect(rows('codes')).toMatchObject([{ used_at: expect.any(Number) }])
    expect(rows('tokens')).toMatchObject([
      { digest: createHash('sha256').update(token).digest('hex'), revoked_at: null, shape: 'region' },
    ])
    expect(rows('installs')).toMatchObject([{ subscription: 'active', removed_at: null }])
    expect(rows('subscriptions').map(({ topic }) => topic)).toEqual(['order.paid', 'app.uninstalled'])
  })

  it.each([
    ['EXCH-009 a bearer token', { Authorization: 'Bearer garbage' }],
    ['EXCH-009 Basic credentials', { Authorization: 'Basic eDp5' }],
    ['EXCH-013 a foreign store', { 'X-Store': 'other.example' }],
  ])('ignores %s', async (_what, headers) => {
    const { exchange, body } = await ready()

    expect((await exchange(body, { headers })).status).toBe(200)
  })

  it('ignores grant_type and all other fields (EXCH-010 EXCH-011 EXCH-012)', async () => {
    const { exchange, body } = await ready()

    expect((await exchange({ ...body, grant_type: 'anything', redirect_uri: 'https://evil.example' })).status).toBe(200)
  })
})

describe('missing fields', () => {
  it.each([
    ['EXCH-004 clientId', (b: object) => ({ ...b, clientId: undefined })],
    ['EXCH-005 clientSecret', (b: object) => ({ ...b, clientSecret: undefined })],
    ['EXCH-006 code', (b: object) => ({ ...b, code: undefined })],
    ['EXCH-051 all', () => ({})],
    ['B13 an empty text', (b: object) => ({ ...b, code: '' })],
    ['B13 spaces', (b: object) => ({ ...b, code: '  ' })],
    ['B13 a number', (b: object) => ({ ...b, code: 7 })],
    ['B13 null', (b: object) => ({ ...b, clientSecret: null })],
    [
      'EXCH-003 EXCH-007 snake_case',
      ({ clientId, clientSecret, code }: Record<string, string>) => ({
        client_id: clientId,
        client_secret: clientSecret,
        code,
      }),
    ],
    [
      'B13 PascalCase',
      ({ clientId, clientSecret, code }: Record<string, string>) => ({
        ClientId: clientId,
        ClientSecret: clientSecret,
        Code: code,
      }),
    ],
    ['B13 a list', () => []],
    ['EXCH-002 no JSON', () => 'clientId=a&clientSecret=b&code=c'],
    ['EXCH-002 nothing', () => ''],
    ['T23 JSON without end', () => '['.repeat(100_000)],
  ] as [string, (body: Record<string, string>) => unknown][])(
    '%s: returns 400 with the documented message and keeps the code valid',
    async (_what, change) => {
      const { exchange, body } = await ready()

      const answer = await exchange(change(body))

      expect([answer.status, await answer.text()]).toEqual([400, REQUIRED])
      expect((await exchange(body)).status).toBe(200)
    },
  )

  it('HTTP Basic does not replace the fields (EXCH-008)', async () => {
    const { exchange, body } = await ready()
    const basic = Buffer.from(`${body.clientId}:${body.clientSecret}`).toString('base64')

    const answer = await exchange({ code: body.code }, { headers: { Authorization: `Basic ${basic}` } })

    expect(answer.status).toBe(400)
  })

  it('rejects a form body (EXCH-002)', async () => {
    const { exchange, body } = await ready()

    const answer = await exchange(body, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })

    expect(answer.status).toBe(400)
  })
})

type Ready = Awaited<ReturnType<typeof ready>>

/** The seven causes, each made to happen; 7 in both its forms. */
const causes: [string, string, (tools: Ready) => Promise<object>][] = [
  ['EXCH-041', 'unknown-client', async ({ body }) => ({ ...body, clientId: 'cli_unknown' })],
  ['EXCH-042', 'wrong-secret', async ({ body }) => ({ ...body, clientSecret: `cs_${'0'.repeat(64)}` })],
  ['EXCH-043', 'unknown-code', async ({ body }) => ({ ...body, code: '0'.repeat(64) })],
  ['EXCH-044 INST-083', 'code-expired', async ({ body, clock }) => (clock.advance(5 * MINUTE + 1000), body)],
  ['EXCH-045 INST-053', 'code-used', async ({ body, exchange }) => (await exchange(body), body)],
  [
    'EXCH-046',
    'code-of-another-app',
    async ({ registerApp, code }) => exchangeBody(await registerApp({ appKey: 'app.acme.other' }), code),
  ],
  [
    'EXCH-047',
    'tenant-unresolved',
    async ({ body, emulator }) => {
      emulator.context.registry.exec('PRAGMA foreign_keys = OFF; DELETE FROM stores')
      return body
    },
  ],
  [
    'EXCH-048 A14',
    'provisioning-rejected',
    async ({ body, control, store, app }) => {
      await control('POST', `/stores/${store.code}/apps/${app.appKey}/plan`, { plan: 'provisioning-rejected' })
      return body
    },
  ],
]

describe('a rejected exchange', () => {
  it.each(causes)(
    '%s EXCH-040 %s: returns 401 with the documented body, and only the developer sees the cause',
    async (_rule, cause, make) => {
      const tools = await ready()
      const body = await make(tools)

      const answer = await tools.exchange(body)

      expect([answer.status, await answer.text()]).toEqual([401, REFUSED])
      expect(answer.headers.get('x-emulator-cause')).toBeNull()
      const { requests } = await tools.control<{ requests: RequestRow[] }>('GET', '/requests')
      expect(requests[0]).toMatchObject({ status: 401, cause, path: '/api/apps/oauth/token' })
    },
  )

  it('all causes return the same status, headers and bytes (EXCH-049)', async () => {
    const seen = new Set<string>()
    for (const [, , make] of causes) {
      const tools = await ready()
      const answer = await tools.exchange(await make(tools))
      seen.add(JSON.stringify([answer.status, [...answer.headers], await answer.text()]))
    }

    expect(seen.size).toBe(1)
  })

  it('returns the true cause in a header if the developer requests it', async () => {
    const { control, exchange, body } = await ready()
    await control('PUT', '/settings', { showCause: true })

    const answer = await exchange({ ...body, clientSecret: 'cs_wrong' })

    expect(answer.headers.get('x-emulator-cause')).toBe('wrong-secret')
    expect(await answer.text()).toBe(REFUSED)
  })

  it('leaves the code valid (B14 INST-081)', async () => {
    const { exchange, body } = await ready()

    await exchange({ ...body, clientSecret: 'cs_wrong' })

    expect((await exchange(body)).status).toBe(200)
  })

  it('a code is valid for five minutes and no longer (INST-052)', async () => {
    const early = await ready()
    const late = await ready()
    early.clock.advance(5 * MINUTE)
    late.clock.advance(5 * MINUTE + 1)

    expect((await early.exchange(early.body)).status).toBe(200)
    expect((await late.exchange(late.body)).status).toBe(401)
  })

  it('a used code stays used, immediately and after ten minutes (INST-084)', async () => {
    const { exchange, body, clock } = await ready()
    await exchange(body)

    const atOnce = await exchange(body)
    clock.advance(10 * MINUTE)
    const later = await exchange(body)

    expect([atOnce.status, later.status]).toEqual([401, 401])
  })

  it('a code from before the install scope changed cannot create an install in the new scope (INST-068)', async () => {
    const { exchange, body, registerApp, rows } = await ready()
    await registerApp({ install_scope: 'store' })

    expect((await exchange(body)).status).toBe(401)
    expect(rows('installs')).toEqual([])
  })

  it('is recognized by its path alone, whatever else the address contains (EXCH-001 GEN-004)', async () => {
    const { emulator, body } = await ready()
    const { api } = emulator.context.urls()
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }

    const exchanged = await emulator.fetch(new Request(`${api}/api/apps/oauth/token?from=/api/apps/v1/x`, init))
    const elsewhere = await emulator.fetch(new Request(`${api}/x/api/apps/v1/context`))

    expect([exchanged.status, elsewhere.status]).toEqual([200, 404])
  })

  it('accepts only POST and returns 404 otherwise (EXCH-001 EXCH-052)', async () => {
    const { emulator, urls } = await ready()

    expect((await emulator.fetch(new Request(`${urls.api}/api/apps/oauth/token`))).status).toBe(404)
  })
})

it('every rejection contains only success false and a message (ERR-021)', async () => {
  const { exchange, body, clock } = await ready()
  const refusals = [
    await exchange({}),
    await exchange('not json'),
    await exchange({ ...body, clientSecret: 'cs_wrong' }),
    await exchange({ ...body, code: '0'.repeat(64) }),
  ]
  for (let count = 0; count < 30; count++) refusals.push(await exchange({}))

  const statuses = refusals.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([400, 401, 429]))
  for (const refusal of refusals) {
    const answer = (await refusal.json()) as { message: unknown }
    expect(answer).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].+\.$|^clientId/) })
  }
  clock.advance(MINUTE)
  expect((await exchange(body)).status).toBe(200)
})

describe('a race', () => {
  it('of fifty parallel attempts with one code, one succeeds and forty-nine get the same bytes (EXCH-045 INST-053 INST-054)', async () => {
    const { exchange, body, rows } = await ready()

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => exchange(body, { address: `10.0.0.${at}` })),
    )

    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(texts.filter((text) => text === REFUSED)).toHaveLength(49)
    expect(rows('tokens')).toHaveLength(1)
  })
})

describe('the rate limit', () => {
  it('returns 429 for the 31st exchange from one address in a minute, but not for others or later ones (EXCH-015 EXCH-016 EXCH-017)', async () => {
    const { exchange, clock, body } = await ready()
    for (let n = 0; n < 30; n++) expect((await exchange({})).status).toBe(400)
    clock.advance(15_500)

    const refused = await exchange(body)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('45')
    expect((await exchange({}, { address: '127.0.0.2' })).status).toBe(400)

    clock.advance(44_499)
    expect((await exchange(body)).status).toBe(429)
    clock.advance(1)
    expect((await exchange(body)).status).toBe(200)
  })

  it('a reset moves the clock back and clears the limit (EXCH-015)', async () => {
    const { exchange, control } = await ready()
    await control('POST', '/clock/advance', { ms: 60 * MINUTE })
    for (let n = 0; n < 30; n++) await exchange({})
    expect((await exchange({})).status).toBe(429)

    await control('POST', '/reset')

    expect((await exchange({})).status).toBe(400)
  })
})

describe('plans', () => {
  it('a pending payment returns 200 with a token, and the subscription has state P until it is paid (INST-072 INST-073 INST-085)', async () => {
    const { control, store, app, exchange, body } = await ready()
    const plan = (plan: string) => control('POST', `/stores/${store.code}/apps/${app.appKey}/plan`, { plan })
    const state = async () => (await control<{ installs: InstallRow[] }>('GET', '/installs')).installs[0]?.subscription
    await plan('paid-pending')

    const answer = await exchange(body)

    expect(await answer.json()).toMatchObject({ success: true, access_token: expect.stringContaining('svcapp_') })
    expect(await state()).toBe('P')
    await plan('paid')
    expect(await state()).toBe('active')
  })
})

const logged = async ({ control }: Ready) =>
  (await control<{ entries: LogEntry[] }>('GET', '/log')).entries.filter(({ code }) => code.startsWith('subscription.'))

const fieldsOf = async (response: Response) => Object.keys((await response.json()) as object)

it('events that occur while the payment is pending are never delivered (INST-074 B42)', async () => {
  const { control, store, app, exchange, body } = await ready(
    {
      requested_scopes: ['orders.read'],
      webhook_url: 'http://127.0.0.1:9/in',
      webhook_topics: ['order.created'],
    },
    'small',
  )
  const plan = (plan: string) => control('POST', `/stores/${store.code}/apps/${app.appKey}/plan`, { plan })
  const queued = async () => (await control<{ deliveries: object[] }>('GET', '/deliveries')).deliveries.length
  const order = () => control('POST', `/stores/${store.code}/orders`, {})
  await plan('paid-pending')
  await exchange(body)

  await order()
  expect(await queued()).toBe(0)

  await plan('paid')
  expect(await queued()).toBe(0)
  await order()
  expect(await queued()).toBe(1)
})

describe('subscriptions that are silently skipped', () => {
  const topics = { webhook_url: 'https://a.example/in', webhook_topics: ['order.paid', 'app.uninstalled'] }
  it.each([
    [
      'INST-076 no signing secret',
      { ...topics, unchecked: { no_signing_secret: true } },
      { written: [] as string[], code: 'subscription.no-signing-secret' },
    ],
    [
      'INST-077 an unknown topic',
      { ...topics, webhook_topics: ['order.exploded', 'order.paid'], unchecked: { topics: true } },
      { written: ['order.paid'] as string[], code: 'subscription.unknown-topic' },
    ],
    [
      'INST-078 the permission was not granted',
      { ...topics, requested_scopes: ['products.read'] },
      { written: ['app.uninstalled'] as string[], code: 'subscription.scope-missing' },
    ],
  ])(
    '%s INST-079: returns the usual 200, writes no such subscription and one log entry',
    async (_what, fields, { written, code }) => {
      const tools = await ready(fields)
      const usual = await ready(topics)

      const answer = await tools.exchange(tools.body)

      expect(answer.status).toBe(200)
      expect(await fieldsOf(answer)).toEqual(await fieldsOf(await usual.exchange(usual.body)))
      expect(tools.rows('subscriptions').map(({ topic }) => topic)).toEqual(written)
      expect(await logged(tools)).toMatchObject([{ code, level: 'warn', details: { appKey: tools.app.appKey } }])
      expect(await logged(usual)).toEqual([])
    },
  )

  it('skips a topic whose optional permission was switched off (INST-078)', async () => {
    const emulator = makeEmulator()
    const app = await emulator.registerApp({ ...topics, optional_scopes: ['orders.read'] })
    const store = await emulator.openStore({ appKey: app.appKey, seed: 'none' })

    await emulator.installApp({ app, store, off: ['orders.read'] })

    const { installs } = await emulator.control<{ installs: InstallRow[] }>('GET', '/installs')
    expect(installs[0]?.topics).toEqual(['app.uninstalled'])
  })
})

const tokens = ({ emulator }: Pick<Ready, 'emulator'>) =>
  emulator.context.registry.prepare('SELECT region_id, revoked_because FROM tokens ORDER BY id').all()

describe('reinstall and uninstall', () => {
  it('a reinstall revokes only the old token of that region, and only after the new exchange succeeds (TOK-008 B15)', async () => {
    const { installApp, approve, exchange, app, store, emulator, rows } = await ready()
    const [tr, de] = [regionOf(store, 'tr').id, regionOf(store, 'de').id]
    await installApp({ app, store, region: 'tr' })
    await installApp({ app, store, region: 'de' })

    const code = await approve({ app, store, region: 'tr' })
    await exchange({ ...exchangeBody(app, code), clientSecret: 'cs_wrong' })
    expect(tokens({ emulator }).every((token) => token['revoked_because'] === null)).toBe(true)

    await exchange(exchangeBody(app, code))
    expect(tokens({ emulator })).toEqual([
      { region_id: tr, revoked_because: 'reinstalled' },
      { region_id: de, revoked_because: null },
      { region_id: tr, revoked_because: null },
    ])
    expect(rows('installs').filter((install) => install['removed_at'] === null)).toHaveLength(2)
  })

  it('removing the install of one region leaves the other one unchanged (INST-064 INST-065)', async () => {
    const { installApp, app, store, control, emulator } = await ready({
      webhook_url: 'https://a.example',
      webhook_topics: ['order.paid'],
    })
    await installApp({ app, store, region: 'tr' })
    await installApp({ app, store, region: 'de' })
    const subscriptions = () =>
      emulator.context.registry.prepare('SELECT count(*) AS n FROM subscriptions WHERE removed_at IS NULL').get()?.['n']
    expect(subscriptions()).toBe(2)

    const regionId = regionOf(store, 'tr').id
    const { removed } = await control<{ removed: number }>(
      'POST',
      `/stores/${store.code}/apps/${app.appKey}/uninstall`,
      { regionId },
    )

    expect(removed).toBe(1)
    expect(tokens({ emulator }).map((token) => token['revoked_because'])).toEqual(['uninstalled', null])
    expect(subscriptions()).toBe(1)
  })

  it('uninstalling a store-wide install removes it from the whole store and keeps the rows for audit (INST-067)', async () => {
    const { installApp, app, store, control, emulator, rows } = await ready({ install_scope: 'store' })
    await installApp({ app, store })

    await control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})

    expect(tokens({ emulator })).toEqual([{ region_id: null, revoked_because: 'uninstalled' }])
    expect(rows('installs')).toHaveLength(1)
    const again = await control<{ removed: number }>('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})
    expect(again.removed).toBe(0)
  })
})

const status = async (answer: Promise<Response>) => (await answer).status

describe('token access', () => {
  it('a region token is revoked with its install, and the token of another region stays valid (EXCH-022 EXCH-027 INST-065)', async () => {
    const { installApp, app, store, control, api } = await ready()
    const tr = await installApp({ app, store, region: 'tr' })
    const de = await installApp({ app, store, region: 'de' })
    expect(await (await api(tr.token, '/context')).json()).toMatchObject({
      store: { id: tr.storeId, code: store.code },
    })

    await control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, { regionId: tr.regionId })

    expect([await status(api(tr.token, '/context')), await status(api(de.token, '/context'))]).toEqual([401, 200])
  })

  it('the token from before a reinstall is invalid and the new one is valid (TOK-008 B15)', async () => {
    const { installApp, app, store, api } = await ready()
    const before = await installApp({ app, store })
    const after = await installApp({ app, store })

    expect([await status(api(before.token, '/context')), await status(api(after.token, '/context'))]).toEqual([
      401, 200,
    ])
  })

  it('a store-wide token is valid for every region until the uninstall (EXCH-033 INST-066 INST-067)', async () => {
    const { installApp, app, store, control, api } = await ready({ install_scope: 'store' })
    const { token, answer } = await installApp({ app, store })
    const open = (regionId: number) => status(api(token, '/orders', { headers: { 'X-Region-Id': String(regionId) } }))
    const ids = answer.regions?.map(({ id }) => id) ?? []
    const { regions } = (await (await api(token, '/context')).json()) as { regions: { id: number }[] }
    expect(regions.map(({ id }) => id)).toEqual(ids)
    expect(await Promise.all(ids.map(open))).toEqual([200, 200, 200])

    await control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})

    expect(await Promise.all(ids.map(open))).toEqual([401, 401, 401])
  })

  it('a pending payment returns 402 for every call, and the same token works after the payment (INST-075 N15)', async () => {
    const { installApp, app, store, control, api } = await ready()
    const plan = (plan: string) => control('POST', `/stores/${store.code}/apps/${app.appKey}/plan`, { plan })
    await plan('paid-pending')
    const { token } = await installApp({ app, store })

    const refused = await api(token, '/context')
    await plan('paid')

    expect([refused.status, await refused.text()]).toMatchObject([402, expect.stringContaining('payment pending')])
    expect(await status(api(token, '/context'))).toBe(200)
  })
})
