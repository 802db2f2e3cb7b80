import { describe, expect, it } from 'vitest'

import { open, seal } from '../../../src/kit/install/token-box.ts'
import { createKeys } from '../../../src/kit/keys.ts'
import { sql } from '../../../src/kit/kit.ts'
import { CODE, exchanged, makeFakeApp, TOKEN, type FakeApp } from '../fake-app.ts'

const exchanges = ({ calls }: FakeApp) => calls.filter(({ path }) => path === '/api/apps/oauth/token')

describe('the start of an install', () => {
  it('redirects to the store admin, with scopes separated by %20 and without redirect_uri (INST-005 INST-010 INST-012 INST-017 INST-038)', async () => {
    const { request } = await makeFakeApp()

    const response = await request('/auth/start')

    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(/^https:\/\/admin\.example\/shop\/admin\/plugins\/install\/app\.acme\.test\?/)
    expect(location).toMatch(/scope=orders\.read%20products\.read/)
    expect(location).toMatch(/client_id=cli_0123/)
    expect(location).not.toMatch(/redirect_uri|shop=|\+/)
  })

  it('sends its cookie over https only, except to a browser on this machine', async () => {
    const { request } = await makeFakeApp()
    const isSecure = async (url: string) => (await request(url)).headers.get('set-cookie')?.includes('; Secure')

    expect(await isSecure('http://app.example/auth/start')).toBe(true)
    expect(await isSecure('https://app.example/auth/start')).toBe(true)
    expect(await isSecure('http://127.0.0.1:3000/auth/start')).toBe(false)
    expect(await isSecure('http://localhost:3000/auth/start')).toBe(false)
  })

  it('has a new state each time, of at most 512 characters (INST-016 INST-028 INST-032)', async () => {
    const { begin } = await makeFakeApp()

    const states = [(await begin()).state, (await begin()).state]

    expect(states[0]).not.toBe(states[1])
    expect(states.filter(({ length }) => length < 43 || length > 512)).toEqual([])
  })
})

describe('the exchange', () => {
  it('happens immediately, with one POST in camelCase, and removes the code from the address (K9 EXCH-001 EXCH-002 EXCH-003 EXCH-008 EXCH-010 EXCH-012 EXCH-014)', async () => {
    const kit = await makeFakeApp()
    const { state, cookie } = await kit.begin()

    const response = await kit.back({ code: CODE, state }, cookie)

    expect([response.status, response.headers.get('location')]).toEqual([303, '/auth/done'])
    expect(kit.calls).toMatchObject([
      { method: 'POST', path: '/api/apps/oauth/token', headers: { 'content-type': 'application/json' } },
    ])
    expect(JSON.parse(kit.calls[0]?.body ?? '')).toEqual({
      clientId: 'cli_0123',
      clientSecret: 'cs_not-a-real-one',
      code: CODE,
    })
  })

  it('stores store, region, name and domain, and the next page links to the app in the store admin (EXCH-020 EXCH-039 INST-040)', async () => {
    const kit = await makeFakeApp()
    await kit.back({ code: CODE })

    const done = await (await kit.request('/auth/done')).text()

    expect(await kit.app.installs.list()).toMatchObject([
      { storeId: 1001, regionId: 7, storeName: 'Demo', storeDomain: 'demo.example', scopes: ['orders.read'] },
    ])
    expect(done).toContain('href="https://admin.example/shop/admin/plugins/manage/app.acme.test"')
  })

  it('gives each region an install, and a reinstall replaces the token of its own region only (PIN-014 TOK-023)', async () => {
    const tokens = [
      { ...exchanged, access_token: 'first' },
      { ...exchanged, access_token: 'other', region_id: 8 },
      { ...exchanged, access_token: 'second' },
    ]
    const kit = await makeFakeApp({ respond: () => ({ body: tokens.shift() }) })

    for (let at = 0; at < 3; at += 1) await kit.back({ code: CODE })

    const { listInstalls } = await import('../../../src/kit/install/installs.ts')
    const all = (await listInstalls(kit.core)).map(({ regionId, token }) => `${regionId} ${token}`)
    expect(new Set(all)).toEqual(new Set(['7 second', '8 other']))
  })

  it.each([500, 302, 429, 401])(
    'sends one POST, even if the platform responds with %i (K9 EXCH-050)',
    async (status) => {
      const respond = () => ({ status, headers: { Location: '/elsewhere' } })
      const kit = await makeFakeApp({ respond })

      const response = await kit.back({ code: CODE })

      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(kit.calls).toHaveLength(1)
      expect(await kit.app.installs.list()).toEqual([])
    },
  )

  it('explains a rejection, with age and single use first (EXCH-050 INST-052)', async () => {
    const kit = await makeFakeApp({ respond: () => ({ status: 401 }) })

    const text = await (await kit.back({ code: CODE })).text()

    expect(text).toMatch(/expired code \(5 minutes\), a used code,.*client id or secret/)
    expect(text).toContain('exchange-refused')
  })

  it('counts a 5xx as a lost response and advises to wait', async () => {
    const kit = await makeFakeApp({ respond: () => ({ status: 502 }) })

    const response = await kit.back({ code: CODE })

    expect(response.status).toBe(502)
    expect(await response.text()).toMatch(/responded with 502\. Wait a minute.*\(exchange-lost\)/)
  })

  it.each([
    [429, '51'],
    [503, '7'],
    [429, undefined],
  ])('forwards a %i of the exchange with Retry-After %s', async (status, wait) => {
    const kit = await makeFakeApp({ respond: () => ({ status, headers: wait ? { 'Retry-After': wait } : {} }) })

    const response = await kit.back({ code: CODE })

    expect([response.status, response.headers.get('retry-after')]).toEqual([status, wait ?? null])
    expect(await response.text()).toContain('then start the install again')
  })

  it('does not store a response for another app', async () => {
    const kit = await makeFakeApp({ respond: () => ({ body: { ...exchanged, app_key: 'app.acme.other' } }) })

    const response = await kit.back({ code: CODE })

    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('other-app')])
    expect(await kit.app.installs.list()).toEqual([])
  })

  it('accepts unknown fields and missing optional fields (VER-005 VER-006 TOK-010)', async () => {
    const body = { access_token: TOKEN, store_id: 1001, expires_in: 1, refresh_token: 'x', later: { a: 1 } }
    const kit = await makeFakeApp({ respond: () => ({ body }) })

    expect((await kit.back({ code: CODE })).status).toBe(303)

    expect(await kit.app.installs.list()).toMatchObject([{ storeId: 1001, regionId: null, scopes: [], storeName: '' }])
  })

  it('does not happen while the token cannot be stored (K9 EXCH-014)', async () => {
    const kit = await makeFakeApp()
    await kit.core.database.batch([
      sql`CREATE TRIGGER full BEFORE UPDATE ON svcapp_schema BEGIN SELECT RAISE(ABORT, 'full'); END`,
    ])

    expect((await kit.back({ code: CODE })).status).toBeGreaterThanOrEqual(500)

    expect(kit.calls).toEqual([])
  })
})

describe('a return from the store admin', () => {
  it.each([
    ['a changed state', (state: string, cookie: string) => [`${state.slice(0, -2)}xx`, cookie]],
    ['the state of another browser', (state: string) => [state, '']],
    ['an empty state', (_: string, cookie: string) => ['', cookie]],
  ] as const)('with %s exchanges nothing, and the real return still works (K9 INST-016)', async (_, change) => {
    const kit = await makeFakeApp()
    const { state, cookie } = await kit.begin()
    const [sent = '', from = ''] = change(state, cookie)

    const rejected = await kit.back({ code: CODE, state: sent }, from)

    expect([rejected.status, exchanges(kit)]).toEqual([400, []])
    expect((await kit.back({ code: CODE, state }, cookie)).status).toBe(303)
  })

  it('is accepted once, for a quarter of an hour (K9 INST-016)', async () => {
    const kit = await makeFakeApp()
    const [early, late] = [await kit.begin(), await kit.begin()]

    kit.advance(15 * 60_000)
    const first = await kit.back({ code: CODE, state: early.state }, early.cookie)
    const again = await kit.back({ code: CODE, state: early.state }, early.cookie)
    kit.advance(1000)
    const expired = await kit.back({ code: CODE, state: late.state }, late.cookie)

    expect([first.status, again.status, expired.status]).toEqual([303, 400, 400])
    expect(exchanges(kit)).toHaveLength(1)
  })

  it('is accepted in the browser that started it, even if that browser started other installs (K9)', async () => {
    const kit = await makeFakeApp()
    const [one, other] = [await kit.begin(), await kit.begin()]
    const cookies = `${other.cookie}; ${one.cookie}`

    expect((await kit.back({ code: CODE, state: one.state }, cookies)).status).toBe(303)
    expect((await kit.back({ code: CODE, state: other.state }, cookies)).status).toBe(303)
  })

  it('without a state counts as an install that was started in the admin (K9 INST-001 INST-037)', async () => {
    const kit = await makeFakeApp()

    expect((await kit.back({ code: CODE })).status).toBe(303)
    expect(await kit.app.installs.list()).toHaveLength(1)
  })

  it.each(['', 'abc', CODE.toUpperCase(), `${CODE}0`, `${CODE.slice(1)}g`])(
    'with an invalid code is not exchanged: %j (INST-050)',
    async (code) => {
      const kit = await makeFakeApp()

      expect((await kit.back({ code })).status).toBe(400)
      expect(kit.calls).toEqual([])
    },
  )
})

describe('install secrets', () => {
  it('appear in no page, header or log line (K10 GEN-003)', async () => {
    const kit = await makeFakeApp()
    const { state, cookie } = await kit.begin()

    const responses = [
      await kit.request('/auth/start'),
      await kit.back({ code: CODE, state }, cookie),
      await kit.back({ code: CODE, state }, cookie),
      await kit.request('/auth/done'),
    ]

    const texts = await Promise.all(responses.map(async (one) => JSON.stringify([...one.headers]) + (await one.text())))
    const all = texts.join('') + JSON.stringify(kit.log)
    for (const secret of [CODE, TOKEN, 'cs_not-a-real-one', '5e'.repeat(32), '7a'.repeat(32)])
      expect(all).not.toContain(secret)
  })

  it('are encrypted so that they can be decrypted only with their own key and row (K10 GEN-003 EXCH-023)', async () => {
    const ring = async (key: string) => (await createKeys({ tokenKeys: [key] })).token
    const [keys, others] = [await ring('a1'.repeat(32)), await ring('b2'.repeat(32))]

    const sealed = await seal({ keys, owner: '1001/7' }, TOKEN)

    expect(sealed).not.toContain('svcapp')
    expect(await open({ keys, owner: '1001/7' }, sealed)).toBe(TOKEN)
    expect(await open({ keys: others, owner: '1001/7' }, sealed)).toBe(null)
    expect(await open({ keys, owner: '1001/8' }, sealed)).toBe(null)
    expect(await open({ keys, owner: '1001/7' }, `${sealed.slice(0, -2)}xx`)).toBe(null)
    expect(await seal({ keys, owner: '1001/7' }, TOKEN)).not.toBe(sealed)
  })
})
