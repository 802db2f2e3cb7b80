import { expect, it, vi } from 'vitest'

import { html, sql, type App } from '../../../src/kit/kit.ts'
import { startKitApp, type KitApp } from '../support.ts'

function declare(app: App): void {
  app
    .panel('panel', async ({ api, install, regionId, link, csrf }) => {
      const { items } = await api.orders.list()
      return html`<p>${install.storeName}, region ${regionId}, ${items.length} orders</p>
        <a href="${link('panel/more')}">more</a>
        <form method="post" action="${link('panel/save')}">${csrf}<input name="note" /></form>`
    })
    .panel('panel/more', () => html`<p>more</p>`)
    .action('panel/save', async ({ form, install }) => {
      const value = `${install.storeId} ${form.get('note')}`
      return sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('note', ${value}, 1)`
    })
}

/** Opens the panel as the store admin does. */
async function open({ platform, request }: KitApp, place: { readonly region?: string } = {}) {
  const url = new URL(await platform.panelUrl(place))
  const response = await request(`${url.pathname}${url.search}`)
  const cookie = response.headers.getSetCookie()[0] ?? ''
  return { url, response, path: response.headers.get('location') ?? '', cookie, pair: cookie.split(';')[0] ?? '' }
}

async function notes({ app }: KitApp): Promise<readonly string[]> {
  const { coreOf } = await import('../../../src/kit/create-app.ts')
  return (await coreOf(app).database.rows(sql`SELECT value FROM svcapp_once WHERE kind = 'note'`)).map(({ value }) =>
    String(value),
  )
}

it('exchanges an embed token in the address for a session of one store and region, once (K11 K12 EMB-012 EMB-103)', async () => {
  const kit = await startKitApp({ declare })
  const { url, response, path, cookie, pair } = await open(kit)

  const page = await kit.request(path, { headers: { cookie: pair } })
  const again = await kit.request(`${url.pathname}${url.search}`)
  const spelled = await kit.request(`${url.pathname}${url.search.replace(/[a-f]{2,}$/, (hex) => hex.toUpperCase())}`)

  expect([response.status, path]).toEqual([303, `/panel/${kit.platform.store.id}/${kit.platform.store.regions[0]?.id}`])
  expect(cookie).toMatch(/HttpOnly; Secure; SameSite=None; Partitioned$/)
  expect(await page.text()).toContain(kit.platform.store.name)
  expect([again.status, spelled.status]).toEqual([401, 401])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`frame-ancestors ${new URL(kit.platform.env['SVCAPP_ADMIN_URL'] ?? '').origin}`)
})

it('shows no page without the cookie, with the cookie of another store, or with a changed cookie (K11)', async () => {
  const kit = await startKitApp({ declare })
  const { path, pair } = await open(kit)

  const statuses = []
  for (const [where, cookie] of [
    [path, ''],
    [path, `${pair.slice(0, -2)}xx`],
    [path.replace(/\/\d+\//, '/999/'), pair],
    [path.replace(/\d+$/, '999'), pair.replace(/_\d+=/, '_999=')],
  ] as const) {
    const response = await kit.request(where, { headers: { cookie } })
    statuses.push([response.status, /\((session_\w+)\)/.exec(await response.text())?.[1]])
  }

  expect(statuses).toEqual([
    [401, 'session_missing'],
    [401, 'session_ended'],
    [401, 'session_missing'],
    [401, 'session_ended'],
  ])
})

it('distinguishes a missing token, an invalid token and an incomplete installation (K11)', async () => {
  const kit = await startKitApp({ declare, isInstalled: false })
  await kit.platform.issueToken()
  const url = new URL(await kit.platform.panelUrl())

  const missing = await kit.request('/panel')
  const invalid = await kit.request('/panel?embed_token=a.b')
  const incomplete = await kit.request(`${url.pathname}${url.search}`)

  expect([missing.status, invalid.status, incomplete.status]).toEqual([401, 401, 409])
  const titles = await Promise.all(
    [missing, invalid, incomplete].map(async (one) => /<title>(.*?)<\/title>/.exec(await one.text())?.[1]),
  )
  expect(new Set(titles).size).toBe(3)
})

it('reports in the page that the platform does not respond or rejects the token (K11)', async () => {
  const kit = await startKitApp({ declare })
  const { path, pair } = await open(kit)
  await kit.platform.fault({ kind: '503', path: '/orders', times: 10 })
  const trouble = await kit.request(path, { headers: { cookie: pair } })
  await kit.platform.reset()
  await kit.platform.issueToken()

  const rejected = await kit.request(path, { headers: { cookie: pair } })

  expect([trouble.status, await trouble.text()]).toEqual([200, expect.stringContaining('role="note"')])
  expect(await rejected.text()).toContain('Reinstall the app')
})

it('writes the result of an action, and returns to the page', async () => {
  const kit = await startKitApp({ declare })
  const { path, pair } = await open(kit)
  const page = await (await kit.request(path, { headers: { cookie: pair } })).text()
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  const send = (form: readonly (readonly string[])[], cookie = pair) =>
    kit.request(`${path}/save`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(form.map(([a = '', b = '']): [string, string] => [a, b])),
    })

  const forged = await send([['note', 'forged']])
  const other = await send([...fields, ['note', 'other']], '')
  const saved = await send([...fields, ['note', 'mine']])

  expect([forged.status, other.status]).toEqual([403, 401])
  expect([saved.status, saved.headers.get('location')]).toEqual([303, path])
  expect(await notes(kit)).toEqual([`${kit.platform.store.id} mine`])
})

it('lets the user choose among the current regions of a store-wide install (K11 PIN-013)', async () => {
  const kit = await startKitApp({ declare, platform: { shape: 'store' } })
  const url = new URL(await kit.platform.panelUrl())
  const response = await kit.request(`${url.pathname}${url.search}`)
  const [path, pair] = [response.headers.get('location') ?? '', response.headers.getSetCookie()[0]?.split(';')[0] ?? '']
  const [, second] = kit.platform.store.regions

  const chosen = await (await kit.request(`${path}?region=${second?.id}`, { headers: { cookie: pair } })).text()
  const foreign = await (await kit.request(`${path}?region=999`, { headers: { cookie: pair } })).text()

  expect(path).toMatch(/\/all$/)
  expect(chosen).toContain(`region ${second?.id}`)
  expect(chosen).toContain('aria-label="Region"')
  expect(foreign).toContain(`region ${kit.platform.store.regions[0]?.id}`)
})

it('returns the response of a page or form if a server has replaced the global Response', async () => {
  const Native = Response
  const kit = await startKitApp({
    declare: (app) =>
      app
        .panel('panel', ({ csrf }) => html`<form>${csrf}</form>`)
        .panel('panel/more', () => new Native('page', { status: 202 }))
        .action('panel/save', () => new Native('form', { status: 202 })),
  })
  const { path, pair: cookie } = await open(kit)
  const [, form = ''] =
    /name="form" value="([^"]+)"/.exec(await (await kit.request(path, { headers: { cookie } })).text()) ?? []
  vi.stubGlobal('Response', class extends Native {})

  const page = await kit.request(`${path}/more`, { headers: { cookie } })
  const saved = await kit.request(`${path}/save`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ form }),
  })

  expect([page.status, await page.text(), saved.status, await saved.text()]).toEqual([202, 'page', 202, 'form'])
})
