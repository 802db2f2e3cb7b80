import { describe, expect, it } from 'vitest'

import { scopeNames } from '../../src/catalog/scopes.ts'
import { topicNames } from '../../src/catalog/topics.ts'
import type { Delivery, Registration } from '../../src/control/contract.ts'
import { receive } from '../e2e/support/receiver.ts'
import { makeEmulator } from '../support/emulator.ts'
import { openPortal } from '../support/emulator/portal.ts'
import { freePort } from '../support/processes/free-port.ts'

const KEY = 'app.acme.loyalty'
const panel = (appUrl = 'https://panel.example/app', slots: readonly object[] = []) =>
  JSON.stringify({ renderMode: 'iframe', appUrl, installScope: 'region', slots })

const fields = (changes: Readonly<Record<string, string>> = {}): [string, string][] =>
  Object.entries({
    appKey: KEY,
    name: 'Loyalty',
    redirectUris: 'http://127.0.0.1:3000/auth/callback',
    webhookUrl: 'http://127.0.0.1:3000/webhooks',
    manifest: '',
    scope: 'orders.read',
    topic: 'order.paid',
    ...changes,
  })

async function makePortal() {
  const platform = makeEmulator()
  const portal = await openPortal(platform)
  const app = async (key = KEY) => (await platform.control<{ app: Registration }>('GET', `/apps/${key}`)).app
  return { ...platform, portal, app }
}

describe('registering an app in the portal', () => {
  it('offers every scope and every topic, and the first page links to it', async () => {
    const { portal } = await makePortal()

    const text = await portal.read('/apps/new')

    for (const name of [...scopeNames, ...topicNames]) expect(text).toContain(`value="${name}"`)
    expect(await portal.read('/')).toMatch(/<a class="button main" href="\/apps\/new">Register an app<\/a>/)
  })

  it('creates the app, shows the three credentials once, and creates nothing for a form sent twice (APP-004 APP-007 APP-008)', async () => {
    const { portal, app, exchange, openStore, approve } = await makePortal()

    const { status, text } = await portal.send(
      '/apps/new',
      fields({ redirectUris: 'http://127.0.0.1:3000/a,\r\n http://127.0.0.1:3000/b\r\n', countries: 'tr, DE' }),
    )
    const again = await portal.send('/apps/new', fields({ name: 'Other' }))

    expect(status).toBe(200)
    const [clientId = '', secret = '', signing = ''] = [
      'cli_[0-9a-f]{32}',
      'cs_[0-9a-f]{64}',
      '(?<=>)[0-9a-f]{64}',
    ].map((shape) => new RegExp(shape).exec(text)?.[0])
    expect([clientId, secret, signing].map(({ length }) => length)).toEqual([36, 67, 64])
    expect(await app()).toMatchObject({
      name: 'Loyalty',
      status: 'D',
      client_id: clientId,
      requested_scopes: ['orders.read'],
      redirect_uris: ['http://127.0.0.1:3000/a', 'http://127.0.0.1:3000/b'],
      webhook_topics: ['order.paid'],
      countries: ['TR', 'DE'],
    })
    const registered = { app: await app(), created: true, warnings: [], appKey: KEY }
    const secrets = { client_id: clientId, client_secret: secret, webhook_signing_secret: signing }
    const code = await approve({ app: { ...registered, secrets }, store: await openStore({ appKey: KEY }) })
    expect((await exchange({ clientId, clientSecret: secret, code })).status).toBe(200)
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('is already registered')])
    for (const one of [again.text, await portal.read('/'), await portal.read(`/apps/${KEY}`)])
      expect([one.includes(secret), one.includes(signing)]).toEqual([false, false])
  })

  it.each([
    ['APP-005', { appKey: 'loyalty' }, 'is not a valid app key'],
    ['APP-004', { name: ' ' }, 'Name: must not be empty'],
    ['INST-022', { scope: 'orders.delete' }, 'Scopes: unknown scope'],
    ['EVT-014', { topic: 'order.exploded' }, 'Topics: unknown topic'],
    ['INST-027', { redirectUris: 'https://a.example/cb#x' }, 'Redirect URIs: '],
    ['EVT-006', { webhookUrl: 'ftp://a.example' }, 'Webhook URL: '],
    ['EMB-009', { manifest: panel('http://a.example') }, 'Admin manifest: '],
    ['EMB-030', { manifest: panel(undefined, [{ type: 'settings', path: '//x', label: 'x' }]) }, 'Admin manifest: '],
    ['APP-002', { countries: 'Turkey' }, 'Countries: '],
  ])('%s explains why %j is rejected, and keeps the typed values', async (_rule, changes, words) => {
    const { portal, control } = await makePortal()

    const { status, text } = await portal.send(
      '/apps/new',
      fields({ webhookUrl: 'https://typed.example/hooks', name: 'Typed', ...changes }),
    )

    expect(status).toBe(400)
    expect(/role="alert">([^<]*)</.exec(text)?.[1]?.replaceAll('&quot;', '"')).toContain(words)
    if (!('webhookUrl' in changes)) expect(text).toContain('value="https://typed.example/hooks"')
    if (!('name' in changes)) expect(text).toContain('value="Typed"')
    if (!('scope' in changes)) expect(text).toMatch(/value="orders.read"[^>]*checked/)
    if (!('topic' in changes)) expect(text).toMatch(/value="order.paid"[^>]*checked/)
    expect(await control('GET', '/apps')).toEqual({ apps: [] })
  })
})

describe('the registration of an app in the portal', () => {
  it('keeps values that are not in the form, and cannot change key and countries', async () => {
    const { portal, registerApp, control, app } = await makePortal()
    const { app: before } = await registerApp({
      countries: ['TR'],
      price: '9 EUR a month',
      install_scope: 'store',
      requested_scopes: ['products.read', 'orders.read', 'customers.read'],
      optional_scopes: ['customers.read'],
      webhook_url: 'https://hooks.example/x',
      webhook_topics: ['order.odd', 'order.paid'],
      unchecked: { topics: true },
      admin_manifest_json: `{"appUrl":"https://panel.example/app",  "renderMode":"iframe","installScope":"store"}`,
    })
    expect(before.webhook_topics).toEqual(['order.odd', 'order.paid'])

    const page = await portal.read(`/apps/${KEY}`)
    const { text } = await portal.send(`/apps/${KEY}/save`, [
      ['appKey', 'app.acme.other'],
      ['countries', 'DE'],
      ['name', 'Points'],
      ['scope', 'orders.read'],
      ['scope', 'products.read'],
      ['topic', 'order.paid'],
    ])

    expect(page).not.toContain('name="appKey"')
    expect(text).toContain('Saved.')
    expect(await app()).toEqual({
      ...before,
      name: 'Points',
      requested_scopes: ['products.read', 'orders.read'],
      optional_scopes: [],
      webhook_topics: ['order.paid', 'order.odd'],
    })
    expect(await control('GET', '/apps')).toMatchObject({ apps: [{ app_key: KEY }] })
  })

  it('is read-only while app dev manages it, with an option to edit anyway', async () => {
    const { portal, registerApp, control } = await makePortal()
    await registerApp({ webhook_topics: ['order.paid'] })
    await control('PUT', `/apps/${KEY}/inspector`, { origin: 'http://127.0.0.1:4812' })

    const managed = await portal.read(`/apps/${KEY}`)
    const edited = await portal.read(/href="([^"]*)">Edit anyway/.exec(managed)?.[1] ?? '')
    await control('PUT', `/apps/${KEY}/inspector`, { origin: null })
    const free = await portal.read(`/apps/${KEY}`)

    expect(managed).toContain('Managed by app.toml.')
    expect(managed).toContain('order.paid')
    expect([managed, edited, free].map((page) => page.includes('name="redirectUris"'))).toEqual([false, true, true])
  })

  it('keeps an unedited manifest and the lines of every text unchanged', async () => {
    const { portal, registerApp, app } = await makePortal()
    const { app: before } = await registerApp({
      redirect_uris: ['http://127.0.0.1:3000/a', 'http://127.0.0.1:3000/b'],
      admin_manifest_json: `{"appUrl":"https://panel.example/app",  "renderMode":"iframe","installScope":"region"}`,
    })
    const page = await portal.read(`/apps/${KEY}`)
    // One line end after the tag, which a browser drops.
    const [, uris = '', manifest = ''] =
      /name="redirectUris"[^>]*>\n([^<]*)<\/textarea>[^]*name="manifest"[^>]*>\n([^<]*)<\/textarea>/.exec(page) ?? []

    await portal.send(`/apps/${KEY}/save`, [
      ['name', 'Loyalty'],
      ['scope', 'orders.read'],
      ['redirectUris', uris.replaceAll('\n', '\r\n')],
      ['manifest', manifest.replaceAll('&quot;', '"').replaceAll('\n', '\r\n')],
    ])

    expect([uris, manifest.split('\n').length]).toEqual(['http://127.0.0.1:3000/a\nhttp://127.0.0.1:3000/b', 5])
    expect(await app()).toEqual(before)
  })

  it('a rejected change changes nothing and keeps the typed values', async () => {
    const { portal, registerApp, app } = await makePortal()
    const { app: before } = await registerApp()

    const { status, text } = await portal.send(`/apps/${KEY}/save`, fields({ name: 'Typed', manifest: '{"appUrl": ' }))

    expect([status, text.includes('Admin manifest: ')]).toEqual([400, true])
    expect(text).toContain('value="Typed"')
    expect(text).toContain('{&quot;appUrl&quot;: </textarea>')
    expect(await app()).toEqual(before)
  })

  it('shows a rotated secret once and invalidates the old one', async () => {
    const { portal, registerApp, openStore, approve, exchange } = await makePortal()
    const app = await registerApp()
    const code = await approve({ app, store: await openStore({ appKey: KEY }) })
    const { client_id: clientId, client_secret: old } = app.secrets

    const { sent, text } = await portal.send(`/apps/${KEY}/rotate`, [['which', 'client_secret']])
    const reloaded = await portal.read(`/apps/${KEY}`)

    const [secret = ''] = /cs_[0-9a-f]{64}/.exec(text) ?? []
    const status = async (clientSecret: string) => (await exchange({ clientId, clientSecret, code })).status
    expect([sent, reloaded.includes(secret)]).toEqual([303, false])
    expect([await status(old), await status(secret)]).toEqual([401, 200])
    const signing = await portal.send(`/apps/${KEY}/rotate`, [['which', 'webhook_signing_secret']])
    expect(signing.text).toMatch(/<code>[0-9a-f]{64}<\/code>/)
    expect((await portal.send(`/apps/${KEY}/rotate`, [['which', 'client_id']])).status).toBe(400)
  })
})

describe('test stores in the portal', () => {
  it('opens a store with its code in the list, and links to its admin (APP-020 APP-022 APP-023)', async () => {
    const { portal, registerApp, app, urls } = await makePortal()
    await registerApp()

    const { text } = await portal.send(`/apps/${KEY}/open-store`, [
      ['storeName', 'Corner shop'],
      ['regions', 'gb'],
    ])
    const reloaded = await portal.read(`/apps/${KEY}/test-stores`)
    const entered = await portal.post('/stores/corner-shop/sign-in', [])

    expect(text).toMatch(/Password<\/dt>\s*<dd><code>[\w-]{16}</)
    expect(reloaded).not.toContain('Password')
    expect(reloaded).toContain('corner-shop')
    expect((await app()).test_store_codes).toEqual(['corner-shop'])
    expect(entered.headers.get('location')).toContain(`${urls.admin}/admin/sign-in?ticket=`)
  })

  it.each([
    [{ storeName: ' ', regions: 'GB' }, 'A store cannot be opened with this value for name'],
    [{ storeName: 'x'.repeat(5000), regions: 'GB' }, 'with this value for name. It may have at most'],
    [{ storeName: 'Kept', regions: 'ZZ' }, 'does not support the country'],
  ])('explains why %j is rejected, and keeps the typed values', async (typed, words) => {
    const { portal, registerApp, app } = await makePortal()
    await registerApp()

    const { status, text } = await portal.send(`/apps/${KEY}/open-store`, Object.entries(typed))

    expect([status, text.includes(words)]).toEqual([400, true])
    expect(text).toContain(`value="${typed.storeName}"`)
    expect((await app()).test_store_codes).toEqual([])
  })
})

describe('the first page', () => {
  it('has apps and stores on separate pages, each with a link to the next', async () => {
    const made = makeEmulator()
    await made.registerApp()
    await made.openStore({ seed: 'none' })
    const { registry } = made.emulator.context
    const counted = '(WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 60) SELECT n FROM c)'
    registry.exec(`INSERT INTO apps SELECT 'app.many.a' || n, 'Many ' || n, status, 'cli_' || n, client_secret_digest, sealed_signing_secret,
        requested_scopes, optional_scopes, redirect_uris, install_scope, webhook_url, webhook_topics, admin_manifest_json, countries, test_store_codes,
        listed, created_at, approved_manifest_json, price FROM apps, ${counted};
      INSERT INTO stores SELECT 5000 + n, 'many' || n, 'Store ' || n, 'many' || n || '.example', is_test, created_at, seed FROM stores, ${counted}`)
    const portal = await openPortal(made)
    const links = (page: string) => [...page.matchAll(/href="\/apps\/app[^"]*"/g)].length
    const stores = (page: string) => [...page.matchAll(/action="\/stores\//g)].length

    const first = await portal.read('/')
    const second = await portal.read('/?apps=50')
    const data = await portal.read('/data?after=50')

    expect([links(first), stores(first), links(second), stores(second)]).toEqual([50, 50, 11, 50])
    expect(first).toContain('href="/?apps=50"')
    expect(second).toContain('href="/?apps=50&amp;stores=50"')
    expect(data.match(/href="\/data\/many/g)).toHaveLength(11)
  })
})

describe('the Webhooks tab', () => {
  async function installed() {
    const made = await makePortal()
    const port = await freePort()
    const receiver = await receive({ port }, 500)
    const app = await made.registerApp({
      webhook_url: `http://127.0.0.1:${port}/webhooks`,
      webhook_topics: ['order.created'],
    })
    const store = await made.openStore({ appKey: KEY })
    await made.installApp({ app, store })
    await made.control('PUT', '/settings', { retryDelaysMs: [] })
    const place = async () => {
      await made.control('POST', `/stores/${store.code}/orders`, {})
      await made.emulator.queue.settle()
    }
    const deliveries = async () => (await made.control<{ deliveries: Delivery[] }>('GET', '/deliveries')).deliveries
    return { ...made, receiver, store, place, deliveries }
  }

  it('shows the dead letter with the app response status, and resends it (APP-030 APP-031 APP-032)', async () => {
    const { portal, receiver, place, deliveries } = await installed()
    await place()
    const [dead] = await deliveries()

    const page = await portal.read(`/apps/${KEY}/webhooks`)
    receiver.answer.status = 200
    const { sent, text } = await portal.send(`/apps/${KEY}/redeliver`, [['id', String(dead?.id)]])

    expect(page).toMatch(/>dead letter</)
    expect(page).toMatch(/<td[^>]*>[^<]*500[^<]*<\/td>/)
    expect(page).toContain(dead?.eventId)
    expect(page).toMatch(/aria-label="Redeliver order.created [^"]+"/)
    expect([sent, /Resent \S+ State: delivered/.test(text)]).toEqual([303, true])
    expect(text).toMatch(/>delivered</)
    const bodies = receiver.seen.map(({ body }) => (JSON.parse(body.toString()) as { eventId: string }).eventId)
    expect(bodies).toEqual([dead?.eventId, dead?.eventId])
  })

  it('shows no button for a pending delivery, and rejects a delivery of another app', async () => {
    const { portal, place, deliveries, registerApp, control } = await installed()
    await control('PUT', '/settings', { retryDelaysMs: [3_600_000] })
    await place()
    const [pending] = await deliveries()
    await registerApp({ appKey: 'app.acme.other' })

    const page = await portal.read(`/apps/${KEY}/webhooks`)
    const foreign = await portal.send('/apps/app.acme.other/redeliver', [['id', String(pending?.id)]])
    const early = await portal.send(`/apps/${KEY}/redeliver`, [['id', String(pending?.id)]])

    expect(page).toMatch(/>pending</)
    expect(page).not.toContain('aria-label="Redeliver')
    expect([foreign.status, foreign.text.includes('has no such delivery')]).toEqual([400, true])
    expect([early.status, early.text.includes('still pending')]).toEqual([400, true])
  })

  it('a test event shows the response of the app and is not in the queue (EVT-001 EVT-004 EVT-005 APP-030)', async () => {
    const { portal, receiver, deliveries } = await installed()

    const { sent, text } = await portal.send(`/apps/${KEY}/test-event`, [['topic', 'order.refunded']])
    const reloaded = await portal.read(`/apps/${KEY}/webhooks`)
    const unknown = await portal.send(`/apps/${KEY}/test-event`, [['topic', 'order.exploded']])

    expect([sent, text.includes('the webhook address responded with 500')]).toEqual([303, true])
    expect(text).toMatch(/<code>test:[0-9a-f]+<\/code>/)
    expect(receiver.seen.map(({ headers }) => headers['x-event-topic'] ?? headers['x-webhook-topic'])).toHaveLength(1)
    expect(await deliveries()).toEqual([])
    expect(reloaded).not.toContain('the app responded')
    expect([unknown.status, unknown.text.includes('Unknown topic')]).toEqual([400, true])
  })

  it('links to older deliveries', async () => {
    const { portal, emulator, place, deliveries } = await installed()
    await place()
    const copy = emulator.context.registry.prepare(
      `INSERT INTO deliveries SELECT NULL, event_id || ?, install_id, app_key, store_id, region_id, topic, body, state, attempts, next_attempt_at, last_status,
         last_error, created_at, delivered_at FROM deliveries LIMIT 1`,
    )
    const [first] = await deliveries()
    for (let at = 1; at <= 100; at++) copy.run(`-${at}`)

    const page = await portal.read(`/apps/${KEY}/webhooks`)
    const [, next = ''] = /<a href="([^"#]+)[^"]*">Next page</.exec(page) ?? []
    const older = await portal.read(next.replaceAll('&amp;', '&'))

    expect(page.match(/aria-label="Redeliver/g)).toHaveLength(100)
    expect(older.match(/aria-label="Redeliver/g)).toHaveLength(1)
    expect(older).toContain(`>${first?.eventId}<`)
    expect(older).not.toContain('Next page')
  })
})

describe('review in the portal', () => {
  it('the platform suspends an app, and the end of the suspension restores published if listed, else draft', async () => {
    const { portal, registerApp, control } = await makePortal()
    await registerApp({ admin_manifest_json: panel() })
    const app = async () => (await control<{ app: { status: string; listed: boolean } }>('GET', `/apps/${KEY}`)).app
    const press = async (to: string) => {
      const { status, text } = await portal.send(`/apps/${KEY}/suspend`, [['suspended', to]])
      const { status: now, listed } = await app()
      return [status, now, listed, [...text.matchAll(/>\s*(Suspend|End suspension)\s*</g)].map(([, name]) => name)]
    }

    expect(await press('no')).toEqual([400, 'D', false, ['Suspend']])
    expect(await press('yes')).toEqual([200, 'X', false, ['End suspension']])
    expect(await press('no')).toEqual([200, 'D', false, ['Suspend']])
    await control('POST', `/apps/${KEY}/publish`, {})
    await control('POST', `/apps/${KEY}/review`, { approved: true })
    expect(await press('yes')).toEqual([200, 'X', true, ['End suspension']])
    expect(await press('no')).toEqual([200, 'published', true, ['Suspend']])
  })

  it('shows the status from draft through review to published, and back (APP-024 APP-025 APP-033 APP-034 APP-035 A36)', async () => {
    const { portal, registerApp, control } = await makePortal()
    await registerApp({ admin_manifest_json: panel() })
    const status = async () => /class="badge[^"]*">([^<]*)</.exec(await portal.read(`/apps/${KEY}/review`))?.[1]
    const press = async (action: string, field: string, value: string) => {
      const { status: answered } = await portal.send(`/apps/${KEY}/${action}`, [[field, value]])
      return [answered, await status()]
    }

    expect(await status()).toBe('draft')
    expect(await press('review', 'verdict', 'approve')).toEqual([400, 'draft'])
    expect(await press('publish', 'audience', 'public')).toEqual([200, 'in review'])
    expect(await press('review', 'verdict', 'refuse')).toEqual([200, 'draft'])
    expect(await press('publish', 'audience', 'own-stores')).toEqual([200, 'published'])
    expect(await press('publish', 'audience', 'public')).toEqual([200, 'in review'])
    expect(await press('review', 'verdict', 'approve')).toEqual([200, 'published'])
    const changed = await portal.send(`/apps/${KEY}/save`, fields({ manifest: panel('https://new.example') }))
    expect(changed.text).toContain('sends it to review')
    expect(await status()).toBe('published')
    expect(await portal.read(`/apps/${KEY}/review`)).toContain('Publish sends the app back to review')
    expect(await press('publish', 'audience', 'public')).toEqual([200, 'in review'])
    await control('POST', `/apps/${KEY}/status`, { status: 'X' })
    expect(await press('publish', 'audience', 'public')).toEqual([400, 'suspended'])
  })
})

describe('access to the portal', () => {
  it('opens no page and accepts no form without its cookie or from another origin (T8 T19)', async () => {
    const { emulator, urls, registerApp, portal, app } = await makePortal()
    const { app: before } = await registerApp()
    const bare = async (path: string, init?: RequestInit) =>
      (await emulator.fetch(new Request(urls.portal + path, init))).status

    for (const path of ['/', '/apps/new', `/apps/${KEY}`, '/apps/app.no.such']) expect(await bare(path), path).toBe(403)
    for (const path of ['/apps/new', `/apps/${KEY}/save`, `/apps/${KEY}/rotate`, `/apps/${KEY}/publish`])
      expect(await bare(path, { method: 'POST', body: 'audience=public' }), path).toBe(403)
    const headers = { Cookie: portal.cookie, Origin: urls.admin }
    expect(await bare(`/apps/${KEY}/publish`, { method: 'POST', headers, body: 'audience=public' })).toBe(403)
    // A form of another site that names no origin (T8).
    for (const site of ['cross-site', 'same-site']) {
      const crossed = { Cookie: portal.cookie, 'Sec-Fetch-Site': site }
      for (const path of [`/apps/${KEY}/publish`, `/apps/${KEY}/rotate`])
        expect(await bare(path, { method: 'POST', headers: crossed, body: 'audience=public' }), path).toBe(403)
    }
    expect(await app()).toEqual(before)
  })

  it('every page has a policy without inline script, one heading and one main, and is not cached (T3 T10)', async () => {
    const { portal, registerApp } = await makePortal()
    await registerApp()

    for (const path of ['/', '/apps/new', `/apps/${KEY}`, '/apps/app.no.such', '/nowhere']) {
      const answer = await portal.open(path)
      const text = await answer.text()
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy, path).toMatch(/default-src 'none'.*frame-ancestors 'none'; base-uri 'none'/)
      expect(policy, path).not.toContain('unsafe')
      expect(answer.headers.get('cache-control'), path).toBe('no-store')
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(
        [text.match(/<h1/g)?.length, text.match(/<main/g)?.length, text.includes('<html lang="en">')],
        path,
      ).toEqual([1, 1, true])
    }
    expect([(await portal.open('/apps/app.no.such')).status, (await portal.open('/nowhere')).status]).toEqual([
      404, 404,
    ])
  })

  it('escapes stored and typed values (T22)', async () => {
    const { portal, registerApp } = await makePortal()
    const payload = `</textarea></title><script>canary=1</script>"'><img src=x onerror=canary=1>`
    await registerApp({ name: payload, price: payload, install_scope: payload, unchecked: { install_scope: true } })

    const typed = await portal.send(
      `/apps/${KEY}/save`,
      fields({ name: payload, manifest: payload, redirectUris: payload, webhookUrl: payload, price: payload }),
    )
    const made = await portal.send(
      '/apps/new',
      fields({ appKey: payload, countries: payload, optionalScopes: payload }),
    )
    const store = await portal.send(`/apps/${KEY}/open-store`, [['storeName', payload.repeat(3)]])

    for (const text of [await portal.read('/'), await portal.read(`/apps/${KEY}`), typed.text, made.text, store.text])
      expect(text).not.toMatch(/<(script|img)/)
    expect([typed.status, made.status, store.status]).toEqual([400, 400, 400])
  })
})
