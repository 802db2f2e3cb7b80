import { expect, it } from 'vitest'

import { makePreview } from './preview-fixture.ts'

const attribute = (html: string, name: string) =>
  (new RegExp(`<iframe[^>]*\\b${name}="([^"]*)"`).exec(html)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const payloadOf = (src: string) => {
  const token = new URL(src).searchParams.get('embed_token') ?? ''
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>
}

it('contains the admin frame with container, bridge and a token of 120 seconds (EMB-036 EMB-039 EMB-040 EMB-047)', async () => {
  const { open, manager, app, appUrl, store } = await makePreview({})

  const { page, text } = await open()
  const admin = await (await manager.open(`/admin/plugins/manage/${app.appKey}`)).text()

  for (const name of ['sandbox', 'allow', 'referrerpolicy', 'data-bridge', 'data-height', 'title', 'class']) {
    expect([name, attribute(text, name)]).toEqual([name, attribute(admin, name)])
  }
  const src = attribute(text, 'src')
  const { Iat, Exp, ...told } = payloadOf(src)
  expect(src.startsWith(`${appUrl}/fullpage?embed_token=`)).toBe(true)
  expect(told).toEqual({
    V: 1,
    AppKey: app.appKey,
    StoreId: store.store.id,
    StoreCode: store.code,
    RegionId: store.store.regions[0]?.id,
    Scope: 'region',
  })
  expect(Number(Exp) - Number(Iat)).toBe(120)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`frame-src ${appUrl} http://127.0.0.1:4801;`)
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
  expect([page.headers.get('cache-control'), text.match(/<script src="[^"]+"/g)]).toEqual([
    'no-store',
    ['<script src="/_bridge.js"', '<script src="/_preview.js"'],
  ])
})

it('two frames in one second have different tokens, and the request to the app has a third', async () => {
  const { open, seen } = await makePreview({})

  const frames = [attribute((await open()).text, 'src'), attribute((await open()).text, 'src')]
  await expect.poll(() => seen.length).toBe(2)

  const asked = seen.map(({ url }) => url ?? '')
  expect(new Set([...frames.map((src) => new URL(src).pathname + new URL(src).search), ...asked]).size).toBe(4)
})

it('shows a slot without a token, with the selected languages, record and hints (BRIDGE-013 BRIDGE-018 EMB-046)', async () => {
  const { open, appUrl, store } = await makePreview({})
  const context = async (query: string) => {
    const { text } = await open(query)
    return [
      attribute(text, 'src'),
      JSON.parse(attribute(text, 'data-bridge')) as { locale: string; storeContext: object },
    ] as const
  }

  const [src, init] = await context('?view=order-detail&locale=tr&content=de&record=77')
  const [, forged] = await context('?view=order-detail&hints=forged')
  const [settings] = await context('?view=settings')

  expect([src, settings]).toEqual([`${appUrl}/order-detail`, `${appUrl}/settings`])
  expect(init).toMatchObject({
    locale: 'tr',
    storeContext: {
      surface: 'order-detail',
      entityType: 'order',
      entityId: 77,
      storeId: store.store.id,
      uiLocale: 'tr',
      contentLocale: 'de',
    },
  })
  expect(forged.storeContext).toMatchObject({ storeId: 999_999_999, regionId: 999_999_999 })
})

it('reports a missing app, panel, slot, session or sign-in', async () => {
  const { open, manager, control, registerApp, app, emulator, urls, preview } = await makePreview({})
  const told = async (path: string) => {
    const answer = await manager.open(path)
    return [answer.status, /class="error">([^<]*)/.exec(await answer.text())?.[1]?.trim()] as const
  }

  expect(await told('/admin/panel-preview/app.no.such')).toEqual([
    404,
    expect.stringContaining('No admin UI was found'),
  ])
  expect(await told(`${preview}?view=product-detail`)).toEqual([404, 'The app does not have this slot.'])
  const out = await emulator.fetch(new Request(urls.admin + preview))
  expect([out.status, out.headers.get('location')]).toEqual([303, expect.stringContaining('/admin/sign-in')])
  await control('POST', `/apps/${app.appKey}/status`, { status: 'X' })
  expect(await told(preview)).toEqual([404, expect.stringContaining('The app session could not be started')])
  await registerApp({ admin_manifest_json: null })
  expect((await told(preview))[1]).toContain('No admin UI was found')
  expect((await open('?view=nonsense&token=nonsense&width=9')).page.status).toBe(404)
})

it('shows its findings only to the session that opened the frame, whatever a browser sends', async () => {
  const { open, post, store, signIn } = await makePreview({})
  const address = /data-from="([^"]+)"/.exec((await open()).text)?.[1] ?? ''
  const other = await signIn(store)

  expect([
    (await post(address, {})).status,
    (await other.post(address, '{}')).status,
    (await post(`${address}0`, {})).status,
  ]).toEqual([200, 404, 404])
  const junk = [null, 7, [], 'x', { ageMs: 'x', resizes: 4, odd: [], otherOrigins: [1, '<b>'], blocked: '<script>' }]
  for (const body of junk) expect((await post(address, body)).status).toBe(200)
})

it('escapes app text on the page (T22)', async () => {
  const { find } = await makePreview({
    headers: {
      'Set-Cookie': '<img src=x onerror=alert(1)>=1',
      'Content-Security-Policy': "frame-ancestors '<b>x</b>'",
    },
  })

  const { html } = await find('', { blocked: ['<i>y</i>'] })

  expect(html).toContain('&lt;img src')
  expect(html).not.toMatch(/<(img|b|i)\b/)
})
