import { describe, expect, it } from 'vitest'

import type { RegisterAnswer, Registration } from '../../src/control/contract.ts'
import { makeEmulator } from '../support/emulator.ts'

const minimal = {
  name: 'Loyalty',
  requested_scopes: ['orders.read'],
  redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
}

const manifest = (fields: object = {}) =>
  JSON.stringify({
    renderMode: 'iframe',
    appUrl: 'https://panel.example/app',
    installScope: 'region',
    slots: [],
    ...fields,
  })

describe('registration', () => {
  it('returns exactly the three credentials in their documented shapes (APP-004 APP-007 APP-009 APP-010 APP-013)', async () => {
    const { registerApp } = makeEmulator()

    const { secrets, created } = await registerApp()

    expect(created).toBe(true)
    expect(secrets).toEqual({
      client_id: expect.stringMatching(/^cli_[0-9a-f]{32}$/),
      client_secret: expect.stringMatching(/^cs_[0-9a-f]{64}$/),
      webhook_signing_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('shows the secrets only once, and never when the registration is read or changed (APP-008)', async () => {
    const { registerApp, control } = makeEmulator()
    const { secrets, appKey } = await registerApp()

    const read = JSON.stringify([await control('GET', `/apps/${appKey}`), await control('GET', '/apps')])
    const changed = await control<RegisterAnswer>('PUT', `/apps/${appKey}`, { ...minimal, name: 'Other' })

    expect(changed).toMatchObject({ created: false, secrets: null, app: { name: 'Other' } })
    for (const secret of [secrets.client_secret, secrets.webhook_signing_secret]) {
      expect(read + JSON.stringify(changed)).not.toContain(secret)
    }
  })

  it.each(['acme.sync', 'app.acme', 'app..x', 'app.Acme.sync', 'app.acme.sync.more', 'app.acme.', 'app.ac_me.sync'])(
    'rejects %s as an app key (APP-005)',
    async (key) => {
      const { rawControl } = makeEmulator()

      const answer = await rawControl('PUT', `/apps/${key}`, minimal)

      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { code: 'emulator.bad-registration' } })
    },
  )

  it('accepts app.acme.sync, and treats another key as another app because a key never changes (APP-005 APP-006)', async () => {
    const { registerApp, control, rawControl } = makeEmulator()
    const first = await registerApp({ appKey: 'app.acme.sync' })
    const second = await registerApp({ appKey: 'app.acme.other' })

    const renamed = await rawControl('PUT', '/apps/app.acme.sync', { ...minimal, app_key: 'app.acme.changed' })

    expect(renamed.status).toBe(400)
    expect(second.secrets.client_id).not.toBe(first.secrets.client_id)
    const { apps } = await control<{ apps: Registration[] }>('GET', '/apps')
    expect(apps.map((app) => app.app_key)).toEqual(['app.acme.other', 'app.acme.sync'])
  })

  it('keeps the countries from creation and rejects a change of them (APP-001 APP-002)', async () => {
    const { registerApp, rawControl, control } = makeEmulator()
    const global = await registerApp({ appKey: 'app.acme.global' })
    const limited = await registerApp({ appKey: 'app.acme.limited', countries: ['TR', 'DE'] })

    const changed = await rawControl('PUT', '/apps/app.acme.limited', { ...minimal, countries: ['GB'] })

    expect(global.app.countries).toEqual([])
    expect(limited.app.countries).toEqual(['TR', 'DE'])
    expect(changed.status).toBe(409)
    expect(await control('GET', '/apps/app.acme.limited')).toMatchObject({ app: { countries: ['TR', 'DE'] } })
  })

  it.each([
    ['EVT-014 a topic that does not exist', { webhook_topics: ['order.exploded'] }, 'webhook_topics'],
    ['INST-022 a scope that does not exist', { requested_scopes: ['orders.delete'] }, 'requested_scopes'],
    ['INST-023 an optional scope that is not requested', { optional_scopes: ['orders.write'] }, 'optional_scopes'],
    ['INST-027 a return address with a fragment', { redirect_uris: ['https://a.example/cb#x'] }, 'redirect_uris'],
    ['INST-024 a relative return address', { redirect_uris: ['/cb'] }, 'redirect_uris'],
    [
      'INST-024 a return address in clear off this machine',
      { redirect_uris: ['http://a.example/cb'] },
      'redirect_uris',
    ],
    ['INST-056 an install scope that does not exist', { install_scope: 'planet' }, 'install_scope'],
    ['a webhook address that cannot be posted to', { webhook_url: 'ftp://a.example' }, 'webhook_url'],
    ['a country that is none', { countries: ['Turkey'] }, 'countries'],
    [
      'EMB-009 a panel in clear off this machine',
      { admin_manifest_json: manifest({ appUrl: 'http://a.example' }) },
      'admin_manifest_json',
    ],
    [
      'EMB-013 a panel on the admin itself',
      { admin_manifest_json: manifest({ appUrl: 'http://localhost:4801/x' }) },
      'admin_manifest_json',
    ],
    [
      'EMB-013 a panel on the admin by another name of this machine',
      { admin_manifest_json: manifest({ appUrl: 'http://127.0.0.1:4801/x' }) },
      'admin_manifest_json',
    ],
    [
      'EMB-029 a slot on another origin',
      { admin_manifest_json: manifest({ slots: [{ type: 'settings', path: 'https://other.example/x', label: 'x' }] }) },
      'admin_manifest_json',
    ],
    [
      'EMB-030 a slot path with two slashes',
      { admin_manifest_json: manifest({ slots: [{ type: 'settings', path: '//other.example/x', label: 'x' }] }) },
      'admin_manifest_json',
    ],
    ['a manifest that is not JSON', { admin_manifest_json: '{' }, 'admin_manifest_json'],
    ['B53 a field in another spelling', { webhookUrl: 'https://a.example' }, 'webhookUrl'],
    ['a name that is not text', { name: 7 }, 'name'],
  ])('rejects %s and registers nothing', async (_what, fields, named) => {
    const { rawControl } = makeEmulator()

    const answer = await rawControl('PUT', '/apps/app.acme.sync', { ...minimal, ...fields })

    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('emulator.bad-registration')
    expect(error.message).toContain(named)
    expect((await rawControl('GET', '/apps/app.acme.sync')).status).toBe(404)
  })

  it('drops a slot of an unknown type and reports it (EMB-027)', async () => {
    const { registerApp } = makeEmulator()
    const slots = [
      { type: 'foo', path: 'a', label: 'A' },
      { type: 'settings', path: 'b', label: 'B' },
    ]

    const { app, warnings } = await registerApp({ admin_manifest_json: manifest({ slots }) })

    expect(JSON.parse(app.admin_manifest_json ?? '')).toMatchObject({ slots: [{ type: 'settings' }] })
    expect(app.admin_manifest_json).not.toContain('foo')
    expect(warnings.join()).toContain('slots[0]')
  })

  it.each([
    ['EMB-005', { renderMode: 'native' }],
    ['EMB-007', { appUrl: undefined }],
  ])('%s registers a manifest that opens no panel, with a warning', async (_rule, fields) => {
    const { registerApp } = makeEmulator()

    const { warnings, created } = await registerApp({ admin_manifest_json: manifest(fields) })

    expect(created).toBe(true)
    expect(warnings).not.toEqual([])
  })

  it('warns about a second redirect URI, a missing one, and topics without a webhook URL', async () => {
    const { registerApp } = makeEmulator()

    const two = await registerApp({ redirect_uris: ['https://a.example/1', 'https://a.example/2'] })
    const none = await registerApp({ appKey: 'app.acme.none', redirect_uris: [] })
    const topics = await registerApp({ appKey: 'app.acme.topics', webhook_topics: ['order.paid'] })

    expect(two.warnings.join()).toContain('first')
    expect(none.warnings.join()).toContain('No redirect URI')
    expect(topics.warnings.join()).toContain('webhook_url')
  })

  it('a rotated secret is shown once and the old one is invalid immediately (SCOPE-032 SCOPE-033)', async () => {
    const { registerApp, openStore, control, approve, exchange, rawControl } = makeEmulator()
    const app = await registerApp()
    const store = await openStore({ appKey: app.appKey })
    const code = await approve({ app, store })

    const { secret } = await control<{ secret: string }>('POST', `/apps/${app.appKey}/rotate`, {
      which: 'client_secret',
    })
    const signing = await control<{ secret: string }>('POST', `/apps/${app.appKey}/rotate`, {
      which: 'webhook_signing_secret',
    })

    const { client_id: clientId, client_secret: old } = app.secrets
    expect((await exchange({ clientId, clientSecret: old, code })).status).toBe(401)
    expect((await exchange({ clientId, clientSecret: secret, code })).status).toBe(200)
    expect(signing.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(signing.secret).not.toBe(app.secrets.webhook_signing_secret)
    expect((await rawControl('POST', `/apps/${app.appKey}/rotate`, { which: 'client_id' })).status).toBe(400)
  })
})

const published = async () => {
  const emulator = makeEmulator()
  const { appKey } = await emulator.registerApp({ admin_manifest_json: manifest() })
  await emulator.control('POST', `/apps/${appKey}/publish`, { audience: 'public' })
  await emulator.control('POST', `/apps/${appKey}/review`, { approved: true })
  return { ...emulator, appKey }
}

describe('a changed install scope', () => {
  it('reports how many installs lose their tokens, until the scope is restored (TOK-021 TOK-022)', async () => {
    const { registerApp, openStore, installApp } = makeEmulator()
    const app = await registerApp()
    const [one, two] = [await openStore({ appKey: app.appKey }), await openStore({ appKey: app.appKey })]
    await installApp({ app, store: one })
    await installApp({ app, store: one, region: 'de' })
    await installApp({ app, store: two })

    const changed = await registerApp({ install_scope: 'store' })
    const again = await registerApp({ install_scope: 'store', name: 'Other' })
    const back = await registerApp()

    expect(changed.warnings).toEqual([expect.stringContaining('3 installs')])
    expect(changed.warnings.join()).toContain('401')
    expect(again.warnings).toEqual(changed.warnings)
    expect(back.warnings).toEqual([])
  })

  it('reports nothing if no install is left (TOK-021)', async () => {
    const { registerApp, openStore, installApp, control } = makeEmulator()
    const app = await registerApp()
    const store = await openStore({ appKey: app.appKey })
    await installApp({ app, store })
    await control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})

    expect((await registerApp({ install_scope: 'store' })).warnings).toEqual([])
  })

  it('reports nothing if a token is validated against its install (TOK-021 A30)', async () => {
    const { registerApp, openStore, installApp, control } = makeEmulator()
    await control('PUT', '/settings', { tokenScopeOf: 'install' })
    const app = await registerApp()
    await installApp({ app, store: await openStore({ appKey: app.appKey }) })

    expect((await registerApp({ install_scope: 'store' })).warnings).toEqual([])
  })
})

describe('publishing', () => {
  it('the first publish of a public app starts a review (APP-014 APP-024 APP-033)', async () => {
    const { registerApp, control } = makeEmulator()
    const { app, appKey } = await registerApp()

    const { app: after } = await control<{ app: Registration }>('POST', `/apps/${appKey}/publish`, {
      audience: 'public',
    })

    expect(app.status).toBe('D')
    expect(after).toMatchObject({ status: 'P', listed: false })
  })

  it('rejects an incomplete listing and keeps the status (APP-033)', async () => {
    const { registerApp, rawControl, control } = makeEmulator()
    const { appKey } = await registerApp({ redirect_uris: [] })

    const answer = await rawControl('POST', `/apps/${appKey}/publish`, { audience: 'public' })

    expect(answer.status).toBe(409)
    expect(await control('GET', `/apps/${appKey}`)).toMatchObject({ app: { status: 'D' } })
  })

  it('approval publishes to the app store, and a rejection returns to draft (APP-025 APP-034)', async () => {
    const { control, appKey } = await published()

    expect(await control('GET', `/apps/${appKey}`)).toMatchObject({ app: { status: 'published', listed: true } })

    const other = makeEmulator()
    await other.registerApp({ appKey })
    await other.control('POST', `/apps/${appKey}/publish`, { audience: 'public' })
    const { app } = await other.control<{ app: Registration }>('POST', `/apps/${appKey}/review`, { approved: false })
    expect(app).toMatchObject({ status: 'D', listed: false })
  })

  it('only an app in review can be approved (APP-034)', async () => {
    const { registerApp, rawControl } = makeEmulator()
    const { appKey } = await registerApp()

    expect((await rawControl('POST', `/apps/${appKey}/review`, { approved: true })).status).toBe(409)
  })

  it.each([
    ['APP-026 APP-035 another panel address', { appUrl: 'https://panel.example/other' }],
    ['APP-027 APP-035 another slot', { slots: [{ type: 'fullpage', path: 'home', label: 'Home' }] }],
  ])(
    '%s sends a published app back to review when it is republished, and the response warns about it (C36)',
    async (_what, change) => {
      const { registerApp, control, appKey } = await published()

      const { app, warnings } = await registerApp({ appKey, admin_manifest_json: manifest(change) })
      const again = await control<{ app: Registration }>('POST', `/apps/${appKey}/publish`, { audience: 'public' })

      expect(app).toMatchObject({ status: 'published', listed: true, has_unpublished_change: true })
      expect(warnings.join()).toContain('review')
      expect(again.app).toMatchObject({ status: 'P', listed: false, has_unpublished_change: false })
      const { app: approved } = await control<{ app: Registration }>('POST', `/apps/${appKey}/review`, {
        approved: true,
      })
      expect(approved).toMatchObject({ status: 'published', listed: true, has_unpublished_change: false })
      const third = await control<{ app: Registration }>('POST', `/apps/${appKey}/publish`, { audience: 'public' })
      expect(third.app.status).toBe('published')
    },
  )

  it('reviewBegins on-save: a changed panel is in review when it is saved (APP-026 C36)', async () => {
    const { registerApp, control, appKey } = await published()
    await control('PUT', '/settings', { reviewBegins: 'on-save' })

    const { app, warnings } = await registerApp({
      appKey,
      admin_manifest_json: manifest({ appUrl: 'https://new.example' }),
    })

    expect(app).toMatchObject({ status: 'P', listed: false, has_unpublished_change: false })
    expect(warnings.join()).toContain('the app is in review (P) again')
  })

  it('a change that is reverted before publishing does not count (APP-035 C36)', async () => {
    const { registerApp, control, appKey } = await published()
    await registerApp({ appKey, admin_manifest_json: manifest({ appUrl: 'https://new.example' }) })
    await registerApp({ appKey, admin_manifest_json: manifest({ appUrl: 'https://newer.example' }) })

    const { app, warnings } = await registerApp({ appKey, admin_manifest_json: manifest() })
    const again = await control<{ app: Registration }>('POST', `/apps/${appKey}/publish`, { audience: 'public' })

    expect(app).toMatchObject({ status: 'published', has_unpublished_change: false })
    expect([warnings, again.app.status]).toEqual([[], 'published'])
  })

  it.each(['suspended', 'not suspended'])(
    'live stores keep the approved panel until it is republished (%s in between) (APP-035 EMB-053 C36)',
    async (between) => {
      const { registerApp, control, appKey, openStore, signIn } = await published()
      const live = await openStore({ name: 'Live', seed: 'none' })
      const test = await openStore({ name: 'Test', seed: 'none', appKey })
      await registerApp({ appKey, admin_manifest_json: manifest({ appUrl: 'https://new.example' }) })
      if (between === 'suspended') {
        await control('POST', `/apps/${appKey}/status`, { status: 'X' })
        await control('POST', `/apps/${appKey}/status`, { status: 'published' })
      }
      const panelOf = async (store: typeof live) => {
        const browser = await signIn(store)
        const shown = await (await browser.open(`/admin/plugins/manage/${appKey}`)).text()
        const consent = await browser.open(`/admin/plugins/install/${appKey}`)
        return [/src="(https:[^"?]*)/.exec(shown)?.[1], consent.status]
      }

      expect([await panelOf(live), await panelOf(test)]).toEqual([
        ['https://panel.example/app', 200],
        ['https://new.example/', 200],
      ])
      await control('POST', `/apps/${appKey}/publish`, {})
      expect((await panelOf(live))[1]).toBe(400)
    },
  )

  it('the same slots and address in another order and notation do not count as a change (APP-027 APP-035)', async () => {
    const { registerApp, control, appKey } = await published()
    const slots = [{ type: 'fullpage', path: 'home', label: 'Home' }]
    await registerApp({ appKey, admin_manifest_json: manifest({ appUrl: 'https://panel.example', slots }) })
    await control('POST', `/apps/${appKey}/publish`, {})
    await control('POST', `/apps/${appKey}/review`, { approved: true })

    for (const reviewBegins of ['on-publish', 'on-save']) {
      await control('PUT', '/settings', { reviewBegins })
      const { app, warnings } = await registerApp({
        appKey,
        admin_manifest_json: JSON.stringify({
          slots: [{ label: 'Home', path: 'home', type: 'fullpage' }],
          installScope: 'region',
          appUrl: 'https://PANEL.example/',
          renderMode: 'iframe',
        }),
      })
      expect([app.status, app.has_unpublished_change, warnings]).toEqual(['published', false, []])
    }
  })

  it('a change of neither slots nor address does not return to review (APP-035)', async () => {
    const { registerApp, control, appKey } = await published()

    const { app } = await registerApp({
      appKey,
      name: 'New name',
      webhook_url: 'https://hooks.example/in',
      admin_manifest_json: manifest({ installScope: 'store' }),
    })
    const again = await control<{ app: Registration }>('POST', `/apps/${appKey}/publish`, { audience: 'public' })

    expect(app).toMatchObject({ status: 'published', listed: true })
    expect(again.app.status).toBe('published')
  })

  it('an app for own stores is published unlisted and without review, even after its panel changes (APP-028 APP-029)', async () => {
    const { registerApp, control } = makeEmulator()
    const { appKey } = await registerApp({ admin_manifest_json: manifest() })

    const { app } = await control<{ app: Registration }>('POST', `/apps/${appKey}/publish`, { audience: 'own-stores' })
    const changed = await registerApp({ appKey, admin_manifest_json: manifest({ appUrl: 'https://new.example' }) })

    expect(app).toMatchObject({ status: 'published', listed: false })
    expect(changed.app).toMatchObject({ status: 'published', listed: false })
  })

  it('a suspended app cannot be published and stays suspended (APP-036)', async () => {
    const { control, rawControl, appKey } = await published()
    await control('POST', `/apps/${appKey}/status`, { status: 'X' })

    expect((await rawControl('POST', `/apps/${appKey}/publish`, { audience: 'public' })).status).toBe(409)
    expect(await control('GET', `/apps/${appKey}`)).toMatchObject({ app: { status: 'X' } })
  })
})
