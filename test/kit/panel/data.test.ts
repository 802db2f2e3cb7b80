import { expect, it } from 'vitest'

import { html, type App } from '../../../src/kit/kit.ts'
import { startKitApp, type KitApp } from '../support.ts'

const PANEL_ORIGIN = 'https://panel.example'
const TOKEN = 'X-Service-Embed-Token'
const SESSION = 'X-Panel-Session'

function declare(app: App): void {
  app
    .panel('panel', () => html`<p>panel</p>`)
    .data('panel/data/orders', async ({ install, regionId, api }) => ({
      store: install.storeName,
      regionId,
      id: 2n ** 60n,
      hasOrders: (await api.orders.list()).items.length > 0,
    }))
}

function start(options: { readonly isInstalled?: boolean } = {}): Promise<KitApp> {
  return startKitApp({ declare, ...options })
}

async function withOrigin(): Promise<KitApp> {
  const { platform } = await startKitApp({ isInstalled: false })
  const env = { ...platform.env, PANEL_ORIGIN }
  return startKitApp({ declare, isInstalled: false, options: { env } })
}

async function embedToken({ platform }: KitApp): Promise<string> {
  return new URL(await platform.panelUrl()).searchParams.get('embed_token') ?? ''
}

const path = '/panel/data/orders'

it('accepts an embed token in the header once, and then the session from the response (K11 EMB-012)', async () => {
  const kit = await start()
  const token = await embedToken(kit)

  const first = await kit.request(path, { headers: { [TOKEN]: token } })
  const session = first.headers.get(SESSION) ?? ''
  const again = await kit.request(path, { headers: { [TOKEN]: token } })
  const later = await kit.request(path, { headers: { [SESSION]: session } })

  const { store } = kit.platform
  expect(first.status).toBe(200)
  expect(await first.text()).toBe(
    `{"store":"${store.name}","regionId":${store.regions[0]?.id},"id":1152921504606846976,"hasOrders":true}`,
  )
  expect([again.status, await again.json()]).toEqual([401, expect.objectContaining({ error: 'token_used' })])
  expect([later.status, later.headers.get(SESSION), later.headers.get('set-cookie')]).toEqual([200, null, null])
})

it('checks the header first, then the query, and rejects a bad header even with a good query', async () => {
  const kit = await start()
  const token = await embedToken(kit)

  const bad = await kit.request(`${path}?embed_token=${token}`, { headers: { [TOKEN]: 'bad' } })
  const forged = await kit.request(`${path}?embed_token=${token}`, { headers: { [SESSION]: 'x.y' } })
  const good = await kit.request(`${path}?embed_token=${token}`)

  expect([bad.status, forged.status, good.status]).toEqual([401, 401, 200])
  expect(await forged.json()).toMatchObject({ error: 'session_ended', state: 'invalid' })
})

it('accepts the panel cookie on the path of its store, and no cookie as a header (K11)', async () => {
  const kit = await start()
  const opened = await kit.request(`/panel?embed_token=${await embedToken(kit)}`)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const own = `${opened.headers.get('location')}/data/orders`

  const statuses = []
  for (const [where, headers] of [
    [own, { cookie }],
    [path, { cookie }],
    [own.replace(/\/\d+\//, '/999/'), { cookie }],
    [path, { [SESSION]: cookie.split('=')[1] ?? '' }],
  ] as const) {
    statuses.push((await kit.request(where, { headers })).status)
  }

  expect(statuses).toEqual([200, 401, 401, 401])
})

it('ends a session after an hour, and when the install is removed (K7 K11)', async () => {
  let time = Date.now()
  const kit = await startKitApp({ declare, now: () => new Date(time) })
  const first = await kit.request(path, { headers: { [TOKEN]: await embedToken(kit) } })
  const headers = { [SESSION]: first.headers.get(SESSION) ?? '' }
  await kit.platform.control.uninstall()
  await kit.platform.events.waitFor('app.uninstalled')
  await expect.poll(async () => (await kit.app.installs.list()).map(({ state }) => state)).toEqual(['removed'])

  const removed = await kit.request(path, { headers })
  time += 60 * 60_000 + 1000
  const late = await kit.request(path, { headers })

  expect([removed.status, await removed.json()]).toEqual([
    409,
    expect.objectContaining({ error: 'embed_store_not_installed', state: 'not-installed' }),
  ])
  expect([late.status, await late.json()]).toEqual([401, expect.objectContaining({ error: 'session_ended' })])
})

it('allows only pages of PANEL_ORIGIN to send the headers from a browser', async () => {
  const kit = await withOrigin()
  const preflight = (origin: string) =>
    kit.request(path, { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Headers': SESSION } })

  const [own, other] = [await preflight(PANEL_ORIGIN), await preflight('https://other.example')]
  const response = await kit.request(path, { headers: { Origin: PANEL_ORIGIN } })

  expect(own.headers.get('access-control-allow-origin')).toBe(PANEL_ORIGIN)
  expect(own.headers.get('access-control-allow-headers')).toContain(SESSION)
  expect(other.headers.get('access-control-allow-origin')).toBe(null)
  expect(response.headers.get('access-control-expose-headers')).toBe(SESSION)
  expect([response.status, await response.json()]).toEqual([
    401,
    expect.objectContaining({ error: 'session_missing', state: 'missing' }),
  ])
})

it('reports that the platform does not respond or rejects the token', async () => {
  const kit = await start()
  const first = await kit.request(path, { headers: { [TOKEN]: await embedToken(kit) } })
  const headers = { [SESSION]: first.headers.get(SESSION) ?? '' }
  await kit.platform.fault({ kind: '503', path: '/orders', times: 10 })
  const trouble = await kit.request(path, { headers })
  await kit.platform.reset()
  await kit.platform.issueToken()

  const rejected = await kit.request(path, { headers })

  expect([trouble.status, rejected.status]).toEqual([502, 409])
})

it('gives an app route the session of its request, or the screen that explains why it has none', async () => {
  const kit = await start()
  const { url } = kit.platform.app
  const opened = await kit.request(`/panel?embed_token=${await embedToken(kit)}`)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const own = new URL(`${opened.headers.get('location')}/mine`, url)

  const open = await kit.app.session(new Request(own, { headers: { cookie } }))
  const missing = await kit.app.session(new Request(own))

  expect(open).toMatchObject({ state: 'open', install: { storeId: kit.platform.store.id }, scope: 'region' })
  expect(open.state === 'open' && (await open.api.orders.list()).items.length).toBeGreaterThan(0)
  expect(missing).toMatchObject({ state: 'missing', code: 'session_missing' })
  expect(missing.state === 'missing' && (await missing.response.text())).toContain('Not signed in')
})

it('gives a route without a store in its path the session of a token, and headers for the response', async () => {
  const kit = await start()
  const request = new Request(new URL('/mine', kit.platform.app.url), { headers: { [TOKEN]: await embedToken(kit) } })

  const session = await kit.app.session(request)

  expect(session.state === 'open' && session.headers.get(SESSION)).toEqual(expect.stringMatching(/^[\w-]+\.[\w-]+$/))
})

it('lets storefronts of installs frame only pages that allow it (K12)', async () => {
  const kit = await startKitApp({
    declare: (app) =>
      app
        .page('tracking', () => html`<p>parcel</p>`, { framedBy: 'storefronts' })
        .page('terms', () => html`<p>terms</p>`),
  })
  const policy = async (at: string) => (await kit.request(at)).headers.get('content-security-policy')
  const [install] = await kit.app.installs.list()

  expect(install?.storeDomain).toMatch(/./)
  expect(await policy('/tracking')).toContain(`frame-ancestors ${install?.storeDomain}`)
  expect(await policy('/terms')).toContain("frame-ancestors 'none'")
})
