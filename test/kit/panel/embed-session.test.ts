import { describe, expect, it } from 'vitest'

import { html, type App } from '../../../src/kit/kit.ts'
import type { EmbedPayload } from '../../../src/protocol/embed-payload.ts'
import { ADMIN, CODE, exchanged, makeFakeApp, TOKEN, type Call, type FakeApp, type Reply } from '../fake-app.ts'

const declare = (app: App) =>
  void app
    .panel('panel', async ({ api, regionId, install }) => {
      const { items } = await api.orders.list()
      return html`<p>data of ${install.storeName}, region ${regionId}, ${items.length} orders</p>`
    })
    .panel('panel/more', () => html`<p>data of more</p>`)
    .slot('slots/order', () => 'slot')

const orders = { body: { items: [], totalCount: 0, page: 1, pageSize: 50 } }
const regions = [
  { id: 7, code: 'tr', currency: 'TRY' },
  { id: 8, code: 'de', currency: 'EUR' },
]

function respondAs(answer: object, more: (call: Call) => Reply | undefined = () => undefined) {
  return (call: Call) => more(call) ?? (call.path === '/api/apps/oauth/token' ? { body: answer } : orders)
}

async function installed(answer: object = exchanged, more?: (call: Call) => Reply | undefined): Promise<FakeApp> {
  const kit = await makeFakeApp({ declare, respond: respondAs(answer, more) })
  await kit.back({ code: CODE })
  return kit
}

/** Opens the panel as the store admin does: its path and the cookie of the browser. */
async function open({ request, embedToken }: FakeApp, changes: Partial<EmbedPayload> = {}) {
  const response = await request(`/panel?embed_token=${embedToken(changes)}`)
  const [cookie = ''] = response.headers.getSetCookie()
  return { response, cookie: cookie.split(';')[0] ?? '', path: response.headers.get('location') ?? '', whole: cookie }
}

const show = ({ request }: FakeApp, path: string, cookie: string) => request(path, { headers: { cookie } })

const seconds = (kit: FakeApp) => Math.floor(kit.now().getTime() / 1000)

describe('a token of the store admin', () => {
  it.each([
    ['of another signature', 'embed_token_bad_signature', ({ embedToken }: FakeApp) => embedToken({}, '00'.repeat(32))],
    ['of another app', 'embed_token_other_app', ({ embedToken }: FakeApp) => embedToken({ AppKey: 'app.acme.other' })],
    [
      'that expired 61 seconds ago',
      'embed_token_expired',
      (kit: FakeApp) => kit.embedToken({ Exp: seconds(kit) - 61 }),
    ],
    [
      'from 61 seconds ahead',
      'embed_token_not_yet_valid',
      (kit: FakeApp) => kit.embedToken({ Iat: seconds(kit) + 61, Exp: seconds(kit) + 181 }),
    ],
    ['of store 0', 'embed_token_malformed', ({ embedToken }: FakeApp) => embedToken({ StoreId: 0 })],
    ['in one piece', 'embed_token_malformed', () => 'ab'],
    ['that is empty', 'embed_token_missing', () => ''],
  ])(
    '%s shows %s and no data (K11 EMB-085 EMB-091 EMB-092 EMB-094 EMB-095 EMB-096 EMB-097)',
    async (_, reason, make) => {
      const kit = await installed()

      const response = await kit.request(`/panel?embed_token=${make(kit)}`)

      const text = await response.text()
      expect([response.status, text]).toEqual([401, expect.stringContaining(`(${reason})`)])
      expect(text).not.toContain('data of')
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  it.each([
    ['another store', { StoreId: 1002 }],
    ['another region', { RegionId: 8 }],
    ['the whole store', { RegionId: null, Scope: 'store' as const }],
  ])(
    'for %s is an incomplete installation, and no other token is used instead (K11 EMB-099 EMB-100 EMB-101 EMB-102)',
    async (_, changes) => {
      const kit = await installed()
      const before = kit.calls.length

      const { response } = await open(kit, changes)

      expect([response.status, await response.text()]).toEqual([
        409,
        expect.stringContaining('Incomplete installation'),
      ])
      expect(kit.calls.length).toBe(before)
    },
  )

  it('without store code and without scope is accepted (EMB-067 VER-007)', async () => {
    const kit = await installed()

    const { path, cookie } = await open(kit, { StoreCode: null, Scope: null })

    expect((await show(kit, path, cookie)).status).toBe(200)
  })
})

describe('the session of a panel', () => {
  it('lasts longer than its token, on every page, and ends after an hour (EMB-001 EMB-105)', async () => {
    const kit = await installed()
    const { path, cookie } = await open(kit)

    kit.advance(59 * 60_000)
    const pages = [await show(kit, path, cookie), await show(kit, `${path}/more`, cookie)]
    kit.advance(62_000)
    const ended = await show(kit, path, cookie)

    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    expect([ended.status, await ended.text()]).toEqual([401, expect.stringContaining('session_ended')])
  })

  it('is a cookie that is HttpOnly, Secure, SameSite=None, Partitioned and for all paths (EMB-109 EMB-110 EMB-111 EMB-112 EMB-113)', async () => {
    const { whole } = await open(await installed())

    expect(whole.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Partitioned',
      'Path=/',
      'SameSite=None',
      'Secure',
    ])
  })

  it('ends with its install (K7 EMB-099)', async () => {
    const kit = await installed()
    const { path, cookie } = await open(kit)

    await kit.deliver({ topic: 'app.uninstalled' })

    expect((await show(kit, path, cookie)).status).toBe(409)
    expect((await open(kit)).response.status).toBe(409)
    expect((await show(kit, '/slots/order/1001/7/5', cookie)).status).toBe(404)
  })

  it('is never replaced by a query, a path or another cookie (K11 EMB-057 EMB-065 EMB-102 EMB-119)', async () => {
    const kit = await installed()
    const { path, cookie } = await open(kit)

    for (const [where, sent] of [
      ['/panel', ''],
      ['/panel?storeId=1001&regionId=7', ''],
      [path, ''],
      [path, 'panel_1001_7=1001'],
      ['/panel/1001/8', cookie],
      ['/panel/1002/7', cookie],
      ['/panel/1001/8', cookie.replace('_7=', '_8=')],
    ] as const) {
      const response = await show(kit, where, sent)
      expect([where, response.status, await response.text()]).toEqual([
        where,
        401,
        expect.not.stringContaining('data of'),
      ])
    }
  })
})

describe('a panel', () => {
  it('of one region has no picker and sends no region (EMB-071)', async () => {
    const kit = await installed()
    const { path, cookie } = await open(kit)

    const text = await (await show(kit, `${path}?region=8`, cookie)).text()

    expect(text).toContain('region 7,')
    expect(text).not.toContain('aria-label="Region"')
    expect(kit.calls.at(-1)?.headers['x-region-id']).toBeUndefined()
  })

  it.each([7, null])(
    'of a whole store has a picker and sends the chosen region, token for %j (K8 K11 EMB-066 EMB-071)',
    async (RegionId) => {
      const kit = await installed({ ...exchanged, region_id: null, regions })
      const { path, cookie } = await open(kit, { RegionId, Scope: 'store' })

      const text = await (await show(kit, `${path}?region=8`, cookie)).text()

      expect(text).toContain('aria-label="Region"')
      expect(text).toContain('region 8,')
      expect(kit.calls.at(-1)?.headers['x-region-id']).toBe('8')
    },
  )

  it('offers a region that the store opened after the install, and no closed region (K11)', async () => {
    const today = [
      { id: 7, code: 'tr', currencyCode: 'TRY' },
      { id: 9, code: 'gb', currencyCode: 'GBP' },
    ]
    const context = ({ path }: Call) => (path === '/api/apps/v1/context' ? { body: { regions: today } } : undefined)
    const kit = await installed({ ...exchanged, region_id: null, regions }, context)
    const { path, cookie } = await open(kit, { RegionId: null, Scope: 'store' })

    expect(await (await show(kit, `${path}?region=9`, cookie)).text()).toContain('region 9,')
    expect(await (await show(kit, `${path}?region=8`, cookie)).text()).toContain('region 7,')
  })

  it('of a whole store opens with the known regions while the platform fails (K11 VER-006)', async () => {
    const away = ({ path }: Call) => (path === '/api/apps/v1/context' ? { status: 500 } : undefined)
    const kit = await installed({ ...exchanged, region_id: null, regions }, away)
    const { path, cookie } = await open(kit, { RegionId: null, Scope: 'store' })

    expect(await (await show(kit, `${path}?region=8`, cookie)).text()).toContain('region 8,')
  })

  it('can be framed by the store admin only, and other pages by no site (K12 BRIDGE-002)', async () => {
    const kit = await installed()
    const { path, cookie } = await open(kit)
    const ancestors = async (where: string) =>
      /frame-ancestors ([^;]*)/.exec((await show(kit, where, cookie)).headers.get('content-security-policy') ?? '')?.[1]

    for (const where of ['/panel', path, `${path}/more`, '/slots/order', '/slots/order/1001/7/5'])
      expect([where, await ancestors(where)]).toEqual([where, ADMIN])
    for (const where of ['/auth/start', '/auth/done', '/auth/callback', '/_kit/style.css', '/_kit/ready.js'])
      expect([where, await ancestors(where)]).toEqual([where, "'none'"])
    const { headers } = await show(kit, path, cookie)
    expect(headers.get('x-frame-options')).toBe(null)
    expect([
      headers.get('x-content-type-options'),
      headers.get('referrer-policy'),
      headers.get('cache-control'),
    ]).toEqual(['nosniff', 'no-referrer', 'no-store'])
  })

  it('communicates with the store admin only, and never takes the user from a message (BRIDGE-002 EMB-119)', async () => {
    const { request } = await makeFakeApp({ declare })

    const [ready, slot] = await Promise.all(
      ['/_kit/ready.js', '/_kit/slot.js'].map(async (path) => (await request(path)).text()),
    )

    for (const script of [ready, slot]) {
      expect(script).toContain(JSON.stringify(ADMIN))
      expect(script).not.toContain("'*'")
      expect(script).not.toMatch(/localStorage|sessionStorage|document\.cookie/)
    }
    expect(slot).toContain('origin !== admin')
  })

  it('has no token in a page, a header or the log (K10 GEN-003 EMB-107)', async () => {
    const kit = await installed()
    const token = kit.embedToken()
    const first = await kit.request(`/panel?embed_token=${token}`)
    const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const responses = [
      first,
      await kit.request(`/panel?embed_token=${token}`),
      await show(kit, first.headers.get('location') ?? '', cookie),
    ]

    const texts = await Promise.all(responses.map(async (one) => JSON.stringify([...one.headers]) + (await one.text())))

    for (const secret of [token, token.split('.')[1] ?? '', TOKEN])
      expect(texts.join('') + JSON.stringify(kit.log)).not.toContain(secret)
  })
})
