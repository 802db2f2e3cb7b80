import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { InstallRow } from '../../src/control/contract.ts'
import { exchangeBody, makeEmulator, readForm, regionOf, type RegisterOverrides } from '../support/emulator.ts'

const STATE_MESSAGE = 'state is invalid: it must be at most 512 characters and contain no control characters.'
const CALLBACK = 'http://127.0.0.1:3000/auth/callback'

/** An app, its test store, and a manager who is signed in to it. */
async function ready(fields: RegisterOverrides = {}, region?: string) {
  const emulator = makeEmulator()
  const app = await emulator.registerApp({ requested_scopes: ['orders.read', 'products.read'], ...fields })
  const store = await emulator.openStore({ appKey: app.appKey, seed: 'none' })
  const browser = await emulator.signIn(store, region)
  const path = `/admin/plugins/install/${app.appKey}`
  const codes = () => emulator.emulator.context.registry.prepare('SELECT * FROM codes').all()
  /** The page with these parameters, escaped as given. */
  const open = (query = '') => browser.open(path + query)
  /** Draws the page, changes its fields, and presses a button. */
  const press = async (
    button: 'approve' | 'deny',
    { query = '', change = (form: [string, string][]) => form } = {},
  ) => {
    const form = readForm(await (await open(query)).text())
    return browser.post(`${path}/${button}`, change(form))
  }
  const asked = `?client_id=${app.secrets.client_id}&scope=orders.read`
  return { ...emulator, app, store, browser, path, codes, open, press, asked }
}

describe('the consent page', () => {
  it('is shown without parameters for a signed-in manager, as HTML without scripts (INST-001 INST-004 INST-005)', async () => {
    const { open, codes } = await ready()

    const page = await open()
    const text = await page.text()

    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(text).toContain('Approve')
    expect(text).not.toContain('<script')
    expect(codes()).toEqual([])
  })

  it('is shown for an authorization URL with %20 between the scopes (INST-002 INST-010)', async () => {
    const { open, asked } = await ready()

    expect((await open(`${asked}%20products.read&state=abc`)).status).toBe(200)
  })

  it.each(['&response_type=code', '&response_type=token', '&shop=other', '&regionId=1', ''])(
    'is shown despite %j (INST-006 INST-007 INST-038)',
    async (extra) => {
      const { open, asked } = await ready()

      const page = await open(asked + extra)

      expect(page.status).toBe(200)
      expect(readForm(await page.text()).map(([name]) => name)).toEqual(['form_token', 'scope', 'scope'])
    },
  )

  it('requires sign-in first, then returns to the same address (INST-004)', async () => {
    const { emulator, path, urls } = await ready()

    const answer = await emulator.fetch(new Request(`${urls.admin}${path}?scope=a%20b&state=x%2By`))

    expect(answer.status).toBe(303)
    const location = new URL(answer.headers.get('location') ?? '', urls.admin)
    expect(location.pathname).toBe('/admin/sign-in')
    expect(location.searchParams.get('next')).toBe(`${path}?scope=a%20b&state=x%2By`)
  })

  it.each([
    ['INST-008 client_id is missing', (_id: string) => '?scope=orders.read'],
    ['INST-008 client_id is empty', () => '?client_id=&scope=orders.read'],
    ['INST-008 client_id is of nobody', () => '?client_id=cli_unknown&scope=orders.read'],
    ['INST-009 scope is missing', (id: string) => `?client_id=${id}`],
    ['INST-009 scope is empty', (id: string) => `?client_id=${id}&scope=`],
    ['B2 state alone is given', () => '?state=abc'],
    ['INST-011 a comma separates', (id: string) => `?client_id=${id}&scope=orders.read,products.read`],
    ['INST-012 a plus separates', (id: string) => `?client_id=${id}&scope=orders.read+products.read`],
    ['INST-012 an escaped plus separates', (id: string) => `?client_id=${id}&scope=orders.read%2Bproducts.read`],
    ['INST-010 a tab separates', (id: string) => `?client_id=${id}&scope=orders.read%09products.read`],
    ['INST-014 a scope is beyond the ceiling', (id: string) => `?client_id=${id}&scope=orders.read%20orders.write`],
    ['B3 a scope is unknown', (id: string) => `?client_id=${id}&scope=orders.explode`],
    ['a parameter comes twice', (id: string) => `?client_id=${id}&client_id=${id}&scope=orders.read`],
    ['an escape is broken', (id: string) => `?client_id=${id}&scope=%E0%A4%A`],
  ])('is not shown when %s', async (_what, query) => {
    const { open, app, codes } = await ready()

    const page = await open(query(app.secrets.client_id))

    expect(page.status).toBe(400)
    expect(await page.text()).not.toContain('<form method="post" action="/admin/plugins/install')
    expect(codes()).toEqual([])
  })

  it.each(['https://evil.example/cb', CALLBACK, ''])('rejects redirect_uri=%s (INST-018 A24)', async (uri) => {
    const { open, asked, codes } = await ready()

    const answer = await open(`${asked}&redirect_uri=${encodeURIComponent(uri)}`)

    expect(answer.status).toBe(400)
    expect(await answer.text()).toBe('redirect_uri is not registered.')
    expect(codes()).toEqual([])
  })

  it('rejects redirect_uri at Approve and Cancel too (A46)', async () => {
    const { press } = await ready()

    for (const button of ['approve', 'deny'] as const) {
      const answer = await press(button, { change: (form) => [...form, ['redirect_uri', CALLBACK]] })
      expect([answer.status, await answer.text()]).toEqual([400, 'redirect_uri is not registered.'])
    }
  })

  it('returns 404 for an unknown app (B2)', async () => {
    const { browser } = await ready()

    expect((await browser.open('/admin/plugins/install/app.no.such')).status).toBe(404)
  })

  it('the API has no authorize endpoint (INST-003)', async () => {
    const { emulator, urls } = await ready()

    const answer = await emulator.fetch(new Request(`${urls.api}/api/apps/oauth/authorize`))

    expect(answer.status).toBe(404)
  })

  it('scope in the address limits neither the page nor the grant (INST-013 INST-015)', async () => {
    const { press, asked, exchange, app } = await ready()

    const answer = await press('approve', { query: `${asked}&state=s` })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const body = (await (await exchange(exchangeBody(app, code))).json()) as { scopes: string[] }

    expect(body.scopes).toEqual(['orders.read', 'products.read'])
  })

  it.each(['9.90 EUR a month', '  1.000,00 ₺ ', '<b>$5</b> & more'])(
    'shows a paid app at its registered price, unchanged: %j (APP-016)',
    async (price) => {
      const { open, registerApp, control, app } = await ready({ price })

      const { app: known } = await control<{ app: { price: string } }>('GET', `/apps/${app.appKey}`)
      const escaped = price.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      expect(known.price).toBe(price)
      expect(await (await open()).text()).toContain(`<p>Price: <strong>${escaped}</strong></p>`)
      await registerApp({ requested_scopes: ['orders.read', 'products.read'], price: '7 EUR' })
      expect(await (await open()).text()).toContain('<strong>7 EUR</strong>')
    },
  )

  it('shows no price for an app without one, and rejects a registration with an empty price (APP-016)', async () => {
    const { open, rawControl } = await ready()
    const register = async (price: unknown) =>
      (
        await rawControl('PUT', '/apps/app.acme.paid', {
          name: 'Paid',
          requested_scopes: ['orders.read'],
          redirect_uris: [CALLBACK],
          price,
        })
      ).status

    expect(await (await open()).text()).not.toContain('Price:')
    expect(await Promise.all(['', ' ', 5, {}, 'x'.repeat(101)].map(register))).toEqual([400, 400, 400, 400, 400])
    expect(await register(null)).toBe(200)
    expect(await register('x'.repeat(100))).toBe(200)
  })

  it('escapes the app name', async () => {
    const { open } = await ready({ name: '<script>alert(1)</script>' })

    expect(await (await open()).text()).not.toContain('<script>')
  })

  it('cannot be framed and submits forms only to the app or its own site (T10)', async () => {
    const { open } = await ready()

    const page = await open()

    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:3000")
    expect(page.headers.get('cache-control')).toBe('no-store')
  })
})

describe('Approve', () => {
  it('redirects with a code and stores only the digest of the code (INST-024 INST-041 INST-050 INST-051 INST-055 INST-080)', async () => {
    const { press, codes, asked } = await ready()

    const answer = await press('approve', { query: `${asked}&state=abc` })

    expect(answer.status).toBe(303)
    const location = answer.headers.get('location') ?? ''
    expect(location).toMatch(new RegExp(`^${CALLBACK.replaceAll('.', '\\.')}\\?code=[0-9a-f]{64}&state=abc$`))
    const code = new URL(location).searchParams.get('code') ?? ''
    expect(codes()).toMatchObject([{ digest: createHash('sha256').update(code).digest('hex'), used_at: null }])
    expect(JSON.stringify(codes())).not.toContain(code)
  })

  it('returns only the code if no state was sent (INST-028 INST-036 INST-037 INST-040)', async () => {
    const { press } = await ready()

    const answer = await press('approve')

    const { searchParams } = new URL(answer.headers.get('location') ?? '')
    expect([...searchParams.keys()]).toEqual(['code'])
  })

  it('uses the first registered address unchanged, including query and slash (INST-026 INST-025)', async () => {
    const { press, asked } = await ready({ redirect_uris: ['https://a.example/CB/?a=1', 'https://b.example/cb'] })

    const answer = await press('approve', { query: `${asked}&state=s` })

    expect(answer.headers.get('location')).toMatch(/^https:\/\/a\.example\/CB\/\?a=1&code=[0-9a-f]{64}&state=s$/)
  })

  it.each([
    ['https://a.example/dönüş?ş=ü&b=%2F', 'https://a.example/d%C3%B6n%C3%BC%C5%9F?%C5%9F=%C3%BC&b=%2F&'],
    ['https://a.example/日本/', 'https://a.example/%E6%97%A5%E6%9C%AC/?'],
    ['https://münchen.example/cb', 'https://xn--mnchen-3ya.example/cb?'],
  ])('redirects to %s, encoded for a header (INST-041 INST-042)', async (registered, start) => {
    const { press, asked } = await ready({ redirect_uris: [registered] })
    const query = `${asked}&state=s`

    const approved = (await press('approve', { query })).headers.get('location') ?? ''
    const denied = (await press('deny', { query })).headers.get('location')

    expect(approved.replace(/[0-9a-f]{64}/, '…')).toBe(`${start}code=…&state=s`)
    expect(denied).toBe(`${start}error=access_denied&state=s`)
  })

  it.each([
    ['INST-029 INST-030 INST-032 512 characters', 'x'.repeat(512)],
    ['INST-031 characters with a meaning in addresses', 'a=b+c/d%20e&f?g#h é "quoted" \'single\' <tag> 日本'],
    ['B4 512 UTF-16 units', '😀'.repeat(256)],
  ])('returns the state verbatim: %s', async (_what, state) => {
    const { press, asked } = await ready()

    const answer = await press('approve', { query: `${asked}&state=${encodeURIComponent(state)}` })

    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('state')).toBe(state)
  })

  it.each([
    ['approve', 'INST-034 INST-032', 'x'.repeat(513)],
    ['deny', 'INST-035', 'x'.repeat(513)],
    ['approve', 'INST-033 line feed', 'a\nb'],
    ['approve', 'INST-033 carriage return', 'a\rb'],
    ['approve', 'INST-033 tab', 'a\tb'],
    ['deny', 'INST-033 a C1 control', 'a\u0085b'],
  ] as const)('%s rejects an invalid state: %s', async (button, _what, state) => {
    const { press, codes } = await ready()

    const answer = await press(button, { change: (form) => [...form, ['state', state]] })

    expect([answer.status, await answer.text()]).toEqual([400, STATE_MESSAGE])
    expect(answer.headers.get('location')).toBeNull()
    expect(codes()).toEqual([])
  })

  it.each(['x'.repeat(513), 'a%0Ab'])('the page itself rejects an invalid state (A41)', async (state) => {
    const { open, asked } = await ready()

    const answer = await open(`${asked}&state=${state}`)

    expect([answer.status, await answer.text()]).toEqual([400, STATE_MESSAGE])
  })

  it('accepts a form token only from the same manager, for the same app, once (T10)', async () => {
    const { browser, path, press, codes, registerApp, store, control } = await ready()
    const other = await registerApp({ appKey: 'app.acme.other' })
    await control('POST', '/apps/app.acme.other/test-stores', { code: store.code })
    const foreign = readForm(await (await browser.open(`/admin/plugins/install/${other.appKey}`)).text())

    const without = await browser.post(`${path}/approve`, [
      ['scope', 'orders.read'],
      ['scope', 'products.read'],
    ])
    const made = await press('approve', {
      change: (form) => form.map(([name, value]) => [name, name === 'form_token' ? 'x' : value]),
    })
    const fromOther = await browser.post(`${path}/approve`, foreign)
    expect([without.status, made.status, fromOther.status, codes().length]).toEqual([403, 403, 403, 0])

    const form = readForm(await (await browser.open(path)).text())
    const first = await browser.post(`${path}/approve`, form)
    const second = await browser.post(`${path}/approve`, form)
    expect([first.status, second.status, codes().length]).toEqual([303, 403, 1])
  })

  it('rejects a form that was shown to another manager (T10)', async () => {
    const { browser, path, signIn, store, codes } = await ready()
    const someoneElse = await signIn(store)

    const form = readForm(await (await someoneElse.open(path)).text())
    const answer = await browser.post(`${path}/approve`, form)

    expect([answer.status, codes().length]).toEqual([403, 0])
  })

  it('rejects a form that was opened half an hour ago (T10)', async () => {
    const { browser, path, clock, codes } = await ready()
    const form = readForm(await (await browser.open(path)).text())

    clock.advance(30 * 60_000 + 1)
    const answer = await browser.post(`${path}/approve`, form)

    expect([answer.status, codes().length]).toEqual([403, 0])
  })

  it.each(['https://evil.example', 'null', 'http://localhost:3000'])(
    'rejects a form from the origin %s (T8)',
    async (origin) => {
      const { emulator, urls, path, codes } = await ready()

      const answer = await emulator.fetch(
        new Request(`${urls.admin}${path}/approve`, { method: 'POST', headers: { Origin: origin } }),
      )

      expect([answer.status, codes().length]).toEqual([403, 0])
    },
  )

  it('grants the requested permissions except an optional one that was switched off (INST-021 INST-023)', async () => {
    const { installApp, app, store } = await ready({ optional_scopes: ['products.read'] })

    const kept = await installApp({ app, store })
    const off = await installApp({ app, store, region: 'de', off: ['products.read'] })

    expect(kept.answer.scopes).toEqual(['orders.read', 'products.read'])
    expect(off.answer.scopes).toEqual(['orders.read'])
  })

  it('grants no permission that was not requested (INST-021)', async () => {
    const { press, codes } = await ready()

    await press('approve', { change: (form) => [...form, ['scope', 'customers.read']] })

    expect(codes()).toMatchObject([{ scopes: '["orders.read","products.read"]' }])
  })

  it('a required permission that is not approved shows an error on the page, with no code and no redirect (INST-023 INST-046 INST-049)', async () => {
    const { press, codes } = await ready({ optional_scopes: ['products.read'] })

    const answer = await press('approve', { change: (form) => form.filter(([, value]) => value !== 'orders.read') })

    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain('required permission was not approved: orders.read')
    expect(codes()).toEqual([])
  })

  it('neither Approve nor Cancel redirects without a redirect URI (INST-025)', async () => {
    const { press, codes, asked } = await ready({ redirect_uris: [] })

    for (const button of ['approve', 'deny'] as const) {
      const answer = await press(button, { query: `${asked}&state=s` })
      expect([answer.status, await answer.text()], button).toEqual([400, 'redirect_uri is not registered.'])
      expect(answer.headers.get('location')).toBeNull()
    }
    expect(codes()).toEqual([])
  })
})

describe('Cancel', () => {
  it('returns error and state, but no code (INST-042)', async () => {
    const { press, asked, codes } = await ready()

    const answer = await press('deny', { query: `${asked}&state=a%2Bb` })

    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${CALLBACK}?error=access_denied&state=a%2Bb`)
    expect(codes()).toEqual([])
  })

  it('returns to the Plugins list if the store admin started the flow (A25)', async () => {
    const { press } = await ready()

    const answer = await press('deny')

    expect(answer.headers.get('location')).toBe('/admin/plugins')
  })

  it('returns 400 without a redirect if no redirect URI is registered (INST-043 INST-044)', async () => {
    const { press } = await ready({ redirect_uris: [] })

    const answer = await press('deny')

    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

/** Draws the page while all is well, then lets something change before Approve is pressed. */
const late = async (
  fields: RegisterOverrides,
  change: (tools: Awaited<ReturnType<typeof ready>>) => Promise<unknown>,
) => {
  const tools = await ready(fields)
  const form = readForm(await (await tools.browser.open(tools.path)).text())
  await change(tools)
  const answer = await tools.browser.post(`${tools.path}/approve`, form)
  const drawn = await tools.browser.open(tools.path)
  return { ...tools, answer, drawn, text: await answer.text() }
}

interface LateChange {
  readonly words: string
  readonly change: (tools: Awaited<ReturnType<typeof ready>>) => Promise<unknown>
}

describe('install errors', () => {
  const registration = {
    name: 'Loyalty',
    requested_scopes: ['orders.read', 'products.read'],
    redirect_uris: [CALLBACK],
  }

  it.each([
    [
      'INST-045 INST-049 no plan is selected',
      {},
      {
        words: 'No plan is selected',
        change: (t) =>
          t.control('POST', `/stores/${t.store.code}/apps/${t.app.appKey}/plan`, { plan: 'none-selected' }),
      },
    ],
    [
      'INST-048 INST-049 the app is suspended',
      {},
      { words: 'suspended', change: (t) => t.control('POST', `/apps/${t.app.appKey}/status`, { status: 'X' }) },
    ],
    [
      'INST-047 INST-049 APP-003 the country is not supported',
      { countries: ['TR'] },
      {
        words: 'not supported in DE (Germany). Supported: TR (Türkiye).',
        change: (t) => t.browser.post('/admin/region', { region_id: String(regionOf(t.store, 'de').id) }),
      },
    ],
    [
      'INST-057 the install scope is not recognised',
      {},
      {
        words: 'planet',
        change: (t) =>
          t.control('PUT', `/apps/${t.app.appKey}`, {
            ...registration,
            install_scope: 'planet',
            unchecked: { install_scope: true },
          }),
      },
    ],
  ] satisfies [string, RegisterOverrides, LateChange][])(
    '%s: shows its own 400 page, with no code and no redirect',
    async (_what, fields, { words, change }) => {
      const { answer, drawn, text, codes } = await late(fields, change)

      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
      expect(text).toContain(words)
      expect(drawn.status).toBe(400)
      expect(codes()).toEqual([])
    },
  )

  it.each([
    ['APP-017', 'D'],
    ['APP-018', 'P'],
  ])('%s INST-086 an app in status %s installs only in its test stores and keeps its status', async (_rule, status) => {
    const { control, app, openStore, signIn, approve, store, path, codes } = await ready()
    await control('POST', `/apps/${app.appKey}/status`, { status })
    const other = await openStore({ name: 'Other', seed: 'none' })

    const refused = await (await signIn(other)).open(path)
    expect([refused.status, codes().length]).toEqual([400, 0])

    expect(await approve({ app, store })).toMatch(/^[0-9a-f]{64}$/)
    expect(await control('GET', `/apps/${app.appKey}`)).toMatchObject({ app: { status } })
  })

  it('a published app installs in every store (APP-015)', async () => {
    const { control, app, openStore, approve } = await ready()
    await control('POST', `/apps/${app.appKey}/status`, { status: 'published' })
    const other = await openStore({ name: 'Other', seed: 'none' })

    expect(await approve({ app, store: other })).toMatch(/^[0-9a-f]{64}$/)
  })

  it('a region install blocks a store-wide one, with the documented message (INST-069 INST-068)', async () => {
    const { answer, text, codes } = await late({}, async (t) => {
      await t.installApp({ app: t.app, store: t.store })
      await t.control('PUT', `/apps/${t.app.appKey}`, { ...registration, install_scope: 'store' })
    })

    expect(answer.status).toBe(400)
    expect(text).toContain(
      'This app is installed per region on this store. To install it store-wide, remove the existing installs first.',
    )
    expect(codes()).toHaveLength(1)
  })

  it('a store-wide install blocks a region install until it is removed (A12 INST-068)', async () => {
    const { answer, control, app, store, approve } = await late({ install_scope: 'store' }, async (t) => {
      await t.installApp({ app: t.app, store: t.store })
      await t.control('PUT', `/apps/${t.app.appKey}`, { ...registration, install_scope: 'region' })
    })

    expect(answer.status).toBe(400)
    await control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})
    expect(await approve({ app, store })).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('install regions', () => {
  it('uses the region that the manager selected, whatever the address contains (INST-059 INST-060)', async () => {
    const { app, store, signIn, path, exchange } = await ready()
    const gb = regionOf(store, 'gb').id
    const browser = await signIn(store, 'gb')

    const form = readForm(await (await browser.open(`${path}?regionId=${regionOf(store, 'tr').id}`)).text())
    const answer = await browser.post(`${path}/approve?regionId=${regionOf(store, 'tr').id}`, form)
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''

    expect(await (await exchange(exchangeBody(app, code))).json()).toMatchObject({ region_id: gb })
  })

  it('each region gets its own install, code and token (INST-058 INST-061 INST-062 INST-063)', async () => {
    const { app, store, installApp, control } = await ready()

    const tr = await installApp({ app, store, region: 'tr' })
    const de = await installApp({ app, store, region: 'de' })

    expect(tr.answer.install_scope).toBe('region')
    expect(tr.code).not.toBe(de.code)
    expect(tr.token).not.toBe(de.token)
    const { installs } = await control<{ installs: InstallRow[] }>('GET', `/installs?app=${app.appKey}`)
    expect(installs.filter(({ removedAt }) => removedAt === null).map(({ regionId }) => regionId)).toEqual([
      de.regionId,
      tr.regionId,
    ])
  })

  it('one authorization URL creates installs for the stores of all managers who open it (INST-039)', async () => {
    const { app, store, openStore, installApp } = await ready()
    const other = await openStore({ name: 'Other', appKey: app.appKey, seed: 'none' })

    const here = await installApp({ app, store })
    const there = await installApp({ app, store: other })

    expect([here.storeId, there.storeId]).toEqual([1001, 1002])
  })

  it('a store-wide install covers all active regions of the supported countries with one token (INST-066 A19)', async () => {
    const { app, store, installApp, control } = await ready({ install_scope: 'store', countries: ['DE', 'GB'] })

    const { answer } = await installApp({ app, store, region: 'tr' })

    expect(answer).toMatchObject({ region_id: null, install_scope: 'store' })
    expect(answer.regions?.map(({ code }) => code)).toEqual(['de', 'gb'])
    const { installs } = await control<{ installs: InstallRow[] }>('GET', '/installs')
    expect(installs).toHaveLength(1)
  })
})
