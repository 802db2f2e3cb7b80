import { describe, expect, it } from 'vitest'

import { verifyEmbedToken } from '../../src/protocol/embed-token.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { makeEmulator, regionOf, type RegisterOverrides } from '../support/emulator.ts'

const manifest = (fields: object = {}) =>
  JSON.stringify({
    renderMode: 'iframe',
    appUrl: 'https://panel.example/app',
    installScope: 'region',
    slots: [],
    ...fields,
  })

async function ready(fields: RegisterOverrides = {}) {
  const emulator = makeEmulator()
  const app = await emulator.registerApp({ admin_manifest_json: manifest(), ...fields })
  const store = await emulator.openStore({ appKey: app.appKey, seed: 'none' })
  const browser = await emulator.signIn(store)
  return {
    ...emulator,
    app,
    store,
    browser,
    endpoint: `/api/admin/apps/${app.appKey}/embed-token`,
    manage: `/admin/plugins/manage/${app.appKey}`,
  }
}

describe('signing in', () => {
  it('signs in with email and password to the own store (APP-020 APP-023)', async () => {
    const { emulator, urls, openStore } = makeEmulator()
    const { manager } = await openStore({ name: 'Demo', seed: 'none' })
    const signIn = (password: string) =>
      emulator.fetch(
        new Request(`${urls.admin}/admin/sign-in`, {
          method: 'POST',
          body: new URLSearchParams({ email: manager.email, password }),
        }),
      )

    const wrong = await signIn('wrong')
    const right = await signIn(manager.password)

    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null])
    const cookie = right.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/)
    const page = await emulator.fetch(
      new Request(`${urls.admin}/admin/plugins`, { headers: { Cookie: cookie.split(';')[0] ?? '' } }),
    )
    expect(await page.text()).toContain('Demo')
  })

  it('a program stays signed in with its cookie only, and its pages have no script', async () => {
    const { browser } = await ready()

    const page = await (await browser.open('/admin/orders')).text()

    expect(page).toContain('<h1>Orders</h1>')
    expect(page).not.toContain('<script')
  })

  it('a session bound to this origin by a password requires it with every request (T19)', async () => {
    const { emulator, urls, openStore } = makeEmulator()
    const { manager } = await openStore({ name: 'Demo', seed: 'none' })
    const Authorization = `Basic ${btoa('browser:5e5e')}`
    const body = new URLSearchParams({ email: manager.email, password: manager.password })
    const signedIn = await emulator.fetch(
      new Request(`${urls.admin}/admin/sign-in`, { method: 'POST', body, headers: { Authorization } }),
    )
    const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const open = async (headers: Record<string, string>) =>
      (await emulator.fetch(new Request(`${urls.admin}/admin/orders`, { headers: { Cookie, ...headers } }))).status

    expect(await open({ Authorization })).toBe(200)
    expect(await open({})).toBe(303)
    expect(await open({ Authorization: `Basic ${btoa('browser:other')}` })).toBe(303)
    expect(await open({ Authorization: Authorization.replace('Basic', 'Bearer') })).toBe(303)
  })

  it('another page can neither trigger the password prompt nor bind a session (T8)', async () => {
    const { emulator, urls } = makeEmulator()
    const post = async (path: string, headers: Record<string, string>) =>
      (await emulator.fetch(new Request(urls.admin + path, { method: 'POST', headers }))).status

    expect(await post('/_proof', { Origin: 'http://localhost:3000' })).toBe(403)
    expect(await post('/_proof/kept', { Origin: 'http://localhost:3000' })).toBe(403)
    expect(await post('/_proof', { Origin: urls.admin })).toBe(401)
  })

  it('prompts one window at a time, so that a second password cannot replace the one that binds the session (T19)', async () => {
    const { emulator, urls, openStore, control } = makeEmulator()
    const { code } = await openStore({ seed: 'none' })
    const { url } = await control<{ url: string }>('POST', `/stores/${code}/sign-in`, {})
    const signedIn = await emulator.fetch(new Request(url))
    const Cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const post = async (path: string, given?: string) => {
      const headers = { Origin: urls.admin, Cookie, ...(given !== undefined && { Authorization: `Basic ${given}` }) }
      return (await emulator.fetch(new Request(urls.admin + path, { method: 'POST', headers }))).status
    }

    // The first window asks and answers; the other asks before the session is tied.
    expect([await post('/_proof'), await post('/_proof', 'b25l'), await post('/_proof')]).toEqual([401, 200, 200])
    expect([await post('/_proof/kept', 'b25l'), await post('/_proof')]).toEqual([200, 200])
    const open = async (given: string) => {
      const headers = { Cookie, Authorization: `Basic ${given}` }
      return (await emulator.fetch(new Request(`${urls.admin}/admin/orders`, { headers }))).status
    }
    expect([await open('b25l'), await open('dHdv')]).toEqual([200, 303])
  })

  it('prompts again after an unanswered prompt (T19)', async () => {
    const { emulator, urls, openStore, control } = makeEmulator()
    const { code } = await openStore({ seed: 'none' })
    const { url } = await control<{ url: string }>('POST', `/stores/${code}/sign-in`, {})
    const signedIn = await emulator.fetch(new Request(url))
    const headers = { Origin: urls.admin, Cookie: (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
    const ask = async () =>
      (await emulator.fetch(new Request(`${urls.admin}/_proof`, { method: 'POST', headers }))).status

    expect([await ask(), await ask(), await ask()]).toEqual([401, 200, 401])
  })

  it('a sign-in link works once and for five minutes', async () => {
    const { emulator, openStore, control, clock } = makeEmulator()
    const { code } = await openStore({ seed: 'none' })
    const address = async () => (await control<{ url: string }>('POST', `/stores/${code}/sign-in`, {})).url
    const open = async (url: string) => (await emulator.fetch(new Request(url))).status

    const url = await address()
    expect([await open(url), await open(url)]).toEqual([303, 403])
    const late = await address()
    clock.advance(5 * 60_000 + 1)
    expect(await open(late)).toBe(403)
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/admin/\\evil', '/admin/漢', '/other'])(
    'redirects to the admin and not to %s afterwards',
    async (next) => {
      const { emulator, urls, openStore } = makeEmulator()
      const { manager } = await openStore({ seed: 'none' })

      const body = new URLSearchParams({ ...manager, next })
      const answer = await emulator.fetch(new Request(`${urls.admin}/admin/sign-in`, { method: 'POST', body }))

      expect(answer.headers.get('location')).toBe('/admin/plugins')
    },
  )

  it('a sign-in link redirects to its target address on this machine', async () => {
    const { emulator, openStore, control, rawControl } = makeEmulator()
    const { code } = await openStore({ seed: 'none' })
    const next = 'http://127.0.0.1:3000/auth/start?x=a b'

    const { url } = await control<{ url: string }>('POST', `/stores/${code}/sign-in`, { next })
    const answer = await emulator.fetch(new Request(url))

    expect(url).not.toContain('3000')
    expect(answer.headers.get('location')).toBe('http://127.0.0.1:3000/auth/start?x=a%20b')
    for (const bad of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      'http://localhost.evil.example',
      7,
    ])
      expect((await rawControl('POST', `/stores/${code}/sign-in`, { next: bad })).status, String(bad)).toBe(400)
  })

  it('switching the region returns to the current page, and only within the admin', async () => {
    const { browser, store, app } = await ready()
    const here = `/admin/plugins/install/${app.appKey}?client_id=${app.secrets.client_id}&scope=orders.read&state=a%20b`
    const shown = await (await browser.open(here)).text()
    const next = /name="next" value="([^"]*)"/.exec(shown)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const regionId = String(regionOf(store, 'de').id)
    const locationOf = async (to: string) =>
      (await browser.post('/admin/region', { region_id: regionId, next: to })).headers.get('location')

    expect(next).toBe(here)
    expect(await locationOf(next)).toBe(here)
    expect(await locationOf('https://evil.example')).toBe('/admin/plugins')
    expect(await (await browser.open(here)).text()).toContain('region de (EUR)')
  })

  it('signing out ends the session', async () => {
    const { browser } = await ready()

    await browser.post('/admin/sign-out', {})

    expect((await browser.open('/admin/plugins')).status).toBe(303)
  })

  it('a region of another store cannot be selected', async () => {
    const { browser, openStore, approve, app, store, rawControl } = await ready()
    const other = await openStore({ name: 'Other', seed: 'none' })

    await browser.post('/admin/region', { region_id: String(regionOf(other).id) })

    expect(await (await browser.open('/admin/plugins')).text()).toContain(
      `aria-label="Region ${regionOf(store).code} (TRY)"`,
    )
    expect((await rawControl('POST', `/stores/${store.code}/sign-in`, { regionId: regionOf(other).id })).status).toBe(
      400,
    )
    expect(await approve({ app, store })).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the Plugins list', () => {
  it.each([
    ['the Plugins list', undefined, /For a new link, run <code>app store admin<\/code>\.<\/p>/],
    [
      'an install',
      '/admin/plugins/install/app.acme.x?client_id=y',
      /For a new link, press <code>i<\/code> in <code>app dev<\/code>, or run <code>app install<\/code> again\.<\/p>/,
    ],
  ])('a used sign-in link to %s shows the command for a new link', async (_, path, words) => {
    const { openStore, control, emulator, urls } = makeEmulator()
    const { code } = await openStore()
    const next = path === undefined ? {} : { next: urls.admin + path }
    const { url } = await control<{ url: string }>('POST', `/stores/${code}/sign-in`, next)
    await emulator.fetch(new Request(url))

    const used = await emulator.fetch(new Request(url))
    const unknown = await emulator.fetch(new Request(`${urls.admin}/admin/sign-in?ticket=none`))

    const text = await used.text()
    expect([used.status, text]).toEqual([403, expect.stringMatching(words)])
    expect(text).not.toContain('`')
    expect(await unknown.text()).toMatch(/app store admin<\/code>\. For an install page, press <code>i/)
  })

  it('lists an install in a region that was closed later, and uninstalls it (INST-065)', async () => {
    const { registerApp, openStore, installApp, signIn, control } = makeEmulator()
    const app = await registerApp()
    const store = await openStore({ appKey: app.appKey })
    await installApp({ app, store, region: 'de' })
    await control('POST', `/stores/${store.code}/regions/de/deactivate`, {})
    const browser = await signIn(store)

    expect(await (await browser.open('/admin/plugins')).text()).toContain('de (closed)')
    await browser.post(`/admin/plugins/uninstall/${app.appKey}`, { region_id: String(regionOf(store, 'de').id) })
    expect(await control('GET', '/installs')).toMatchObject({ installs: [{ removedAt: expect.any(String) }] })
  })

  it('links to the consent page without parameters, and uninstalls (INST-001)', async () => {
    const { browser, app, installApp, store } = await ready()
    await installApp({ app, store })

    const page = await (await browser.open('/admin/plugins')).text()
    expect(page).toContain(`href="/admin/plugins/install/${app.appKey}"`)
    expect(page).toContain(`action="/admin/plugins/uninstall/${app.appKey}"`)

    await browser.post(`/admin/plugins/uninstall/${app.appKey}`, { region_id: String(regionOf(store).id) })
    expect(await (await browser.open('/admin/plugins')).text()).toContain('No apps installed yet')
  })

  it('lists the apps of the app store and the own test apps, and nothing else (APP-025 APP-029)', async () => {
    const { control, registerApp, browser } = await ready()
    for (const appKey of ['app.acme.public', 'app.acme.private', 'app.acme.draft']) await registerApp({ appKey })
    await control('POST', '/apps/app.acme.public/publish', { audience: 'public' })
    await control('POST', '/apps/app.acme.public/review', { approved: true })
    await control('POST', '/apps/app.acme.private/publish', { audience: 'own-stores' })

    const page = await (await browser.open('/admin/plugins')).text()

    const offered = ['loyalty', 'public', 'private', 'draft'].filter((name) =>
      page.includes(`/install/app.acme.${name}"`),
    )
    expect(offered).toEqual(['loyalty', 'public'])
  })
})

const tokenOf = async (response: Response) => ((await response.json()) as { token: string }).token

describe('the embed token', () => {
  it('is issued to the admin’s session and verifies with the signing secret for 120 s (EMB-047 EMB-048 APP-012 GEN-007)', async () => {
    const { browser, endpoint, app, store, clock } = await ready()

    const answer = await browser.open(endpoint)

    expect(answer.status).toBe(200)
    const token = await tokenOf(answer)
    const key = signingKey(app.secrets.webhook_signing_secret)
    const verdict = verifyEmbedToken({ token, key, appKey: app.appKey, now: clock.now() })
    expect(verdict).toMatchObject({
      ok: true,
      storeId: store.store.id,
      regionId: regionOf(store).id,
      storeCode: store.code,
      scope: 'region',
    })
    expect(verdict.ok && verdict.expiresAt.getTime() - verdict.issuedAt.getTime()).toBe(120_000)
  })

  it('uses the machine’s time even if the emulator’s clock is changed, because the app uses its own clock', async () => {
    const { browser, endpoint, app, control, clock } = await ready()
    await control('POST', '/clock/advance', { ms: 3_600_000 })

    const token = await tokenOf(await browser.open(endpoint))

    const key = signingKey(app.secrets.webhook_signing_secret)
    expect(verifyEmbedToken({ token, key, appKey: app.appKey, now: clock.now() }).ok).toBe(true)
  })

  it('has no region for a store-wide panel (EMB-019 B48)', async () => {
    const { browser, endpoint } = await ready({ admin_manifest_json: manifest({ installScope: 'store' }) })

    const payload = (await tokenOf(await browser.open(endpoint))).split('.')[0] ?? ''

    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ Scope: 'store', RegionId: null })
  })

  it('is also issued without an install (A27)', async () => {
    const { browser, endpoint, control } = await ready()

    expect((await browser.open(endpoint)).status).toBe(200)
    expect(await control('GET', '/installs')).toEqual({ installs: [] })
  })

  it('does not accept an app’s own token for the endpoint (EMB-049)', async () => {
    const { emulator, urls, endpoint, installApp, app, store } = await ready()
    const { token } = await installApp({ app, store })

    const answer = await emulator.fetch(
      new Request(urls.admin + endpoint, { headers: { Authorization: `Bearer ${token}` } }),
    )

    expect(answer.status).toBe(401)
  })

  it('returns 404 for an unregistered app (EMB-050)', async () => {
    const { browser } = await ready()

    expect((await browser.open('/api/admin/apps/app.no.such/embed-token')).status).toBe(404)
  })

  it('returns 404 for a suspended app, whose status stays X (EMB-051 APP-036)', async () => {
    const { browser, endpoint, control, app } = await ready()
    await control('POST', `/apps/${app.appKey}/status`, { status: 'X' })

    expect((await browser.open(endpoint)).status).toBe(404)
    expect(await control('GET', `/apps/${app.appKey}`)).toMatchObject({ app: { status: 'X' } })
  })

  it.each([
    ['EMB-052', 'D', 404],
    ['EMB-053 A17', 'P', 404],
    ['a published app', 'published', 200],
  ])('%s status %s in an unlisted store returns %i', async (_rule, status, expected) => {
    const { control, app, openStore, signIn, endpoint, browser } = await ready()
    await control('POST', `/apps/${app.appKey}/status`, { status })
    const unlisted = await signIn(await openStore({ name: 'Other', seed: 'none' }))

    expect((await unlisted.open(endpoint)).status).toBe(expected)
    expect((await browser.open(endpoint)).status).toBe(200)
  })

  it('returns 404 without a signing secret (EMB-054)', async () => {
    const { browser, endpoint } = await ready({ unchecked: { no_signing_secret: true } })

    expect((await browser.open(endpoint)).status).toBe(404)
  })
})

describe('the manage page', () => {
  const frameOf = (page: string) => /<iframe[\s\S]*?<\/iframe>/.exec(page)?.[0] ?? null

  it('has one iframe as documented (EMB-002 EMB-033 EMB-034 EMB-036 EMB-037 EMB-038 EMB-039)', async () => {
    const { browser, manage } = await ready()

    const page = await browser.open(manage)

    const frame = frameOf(await page.text()) ?? ''
    expect(frame).toContain('sandbox="allow-scripts allow-forms allow-same-origin"')
    expect(frame).toContain('allow="clipboard-write"')
    expect(frame).toContain('referrerpolicy="strict-origin"')
    expect(frame).toMatch(/src="https:\/\/panel\.example\/app\?embed_token=[\w-]+\.[0-9a-f]{64}"/)
    expect(page.headers.get('content-security-policy')).toContain('frame-src https://panel.example')
  })

  it('shows a warning only if two panels opened in the same second have the same token', async () => {
    const { browser, manage } = await ready()
    const token = (page: string) => /embed_token=([\w.-]+)/.exec(page)?.[1]
    const open = async () => (await browser.open(manage)).text()

    let pages = [await open(), await open()]
    // A second may just have begun between the two.
    while (token(pages[0] ?? '') !== token(pages[1] ?? '')) pages = [pages[1] ?? '', await open()]

    expect(pages[1]).toContain('opened twice within one second')
    expect(pages[0]?.includes('opened twice')).toBe(false)
  })

  it('opens the full-page slot and keeps its own query (EMB-032 EMB-035)', async () => {
    const slots = [{ type: 'fullpage', path: 'home?a=1', label: 'Home' }]
    const { browser, manage } = await ready({ admin_manifest_json: manifest({ slots }) })

    expect(await (await browser.open(manage)).text()).toMatch(
      /src="https:\/\/panel\.example\/app\/home\?a=1&amp;embed_token=/,
    )
  })

  it.each([
    ['EMB-005', { renderMode: 'native' }],
    ['EMB-007 EMB-008', { appUrl: undefined }],
  ])('%s shows that no admin UI was found', async (_rule, fields) => {
    const { browser, manage } = await ready({ admin_manifest_json: manifest(fields) })

    const page = await (await browser.open(manage)).text()

    expect(frameOf(page)).toBeNull()
    expect(page).toContain('No admin UI was found')
  })

  it('an unregistered app returns the same 404 as an app without pages (EMB-050)', async () => {
    const { browser } = await ready()

    const answer = await browser.open('/admin/plugins/manage/app.no.such')

    expect([answer.status, frameOf(await answer.clone().text())]).toEqual([404, null])
    expect(await answer.text()).toContain('No admin UI was found')
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'opens %s (EMB-010 EMB-011 EMB-012)',
    async (appUrl) => {
      const { browser, manage } = await ready({ admin_manifest_json: manifest({ appUrl }) })

      expect(frameOf(await (await browser.open(manage)).text())).toContain(appUrl)
    },
  )

  it('without a token shows no iframe, and reports that the session could not be started (EMB-055 EMB-056)', async () => {
    const { browser, manage, control, app } = await ready()
    await control('POST', `/apps/${app.appKey}/status`, { status: 'X' })

    const page = await (await browser.open(manage)).text()

    expect(frameOf(page)).toBeNull()
    expect(page).toContain('The app session could not be started')
  })
})

describe('the orders page', () => {
  it('shows payment status and the cost lines with their descriptions (COST-009 A43)', async () => {
    const { openStore, signIn, emulator } = makeEmulator()
    const store = await openStore()
    emulator.context
      .storeDb(store.store.id)
      .prepare(
        "INSERT INTO cost_lines VALUES (1, 'app.acme.x', 'ref', 'cod_fee', 'Cash <on> delivery', '12.50', 'TRY', 1)",
      )
      .run()

    const page = await (await (await signIn(store)).open('/admin/orders')).text()

    expect(page).toContain('cod_fee')
    expect(page).toContain('title="12.50 TRY"')
    expect(page).toContain('Cash &lt;on&gt; delivery')
    expect(page).toContain('refunded')
  })
})
