import { describe, expect, it } from 'vitest'

import { makeEmulator, type RegisterOverrides } from '../../support/emulator.ts'

const manifest = JSON.stringify({
  renderMode: 'iframe',
  appUrl: 'https://panel.example/app',
  installScope: 'region',
  slots: [{ type: 'settings', path: 'settings', label: 'Options' }],
})

async function ready(fields: RegisterOverrides = {}) {
  const emulator = makeEmulator()
  const app = await emulator.registerApp(fields)
  const store = await emulator.openStore({ appKey: app.appKey, seed: 'none' })
  const browser = await emulator.signIn(store)
  const plugins = async () => (await browser.open('/admin/plugins')).text()
  /** The accessible names of links and buttons in the list. */
  const names = async () =>
    [...(await plugins()).matchAll(/aria-label="([^"]* Loyalty[^"]*)"/g)].map(([, name]) => name)
  const plan = (wanted: string) =>
    emulator.control('POST', `/stores/${store.code}/apps/${app.appKey}/plan`, { plan: wanted })
  return { ...emulator, app, store, browser, plugins, names, plan }
}

describe('the Plugins list', () => {
  it('lists an app with two regional installs once, with an uninstall button for each region', async () => {
    const { app, store, installApp, names, plugins } = await ready({ admin_manifest_json: manifest })
    expect(await names()).toEqual(['Install Loyalty'])

    for (const region of ['tr', 'de']) await installApp({ app, store, region })

    expect(await names()).toEqual([
      'Settings of Loyalty',
      'Open Loyalty',
      'Install again: Loyalty',
      'Uninstall Loyalty, tr',
      'Uninstall Loyalty, de',
    ])
    const main = (await plugins()).split('<main')[1] ?? ''
    expect(main.match(/>Loyalty</g)).toHaveLength(1)
  })

  it('uninstalls a store-wide app without settings completely, and only once (INST-065)', async () => {
    const { app, store, installApp, names, browser, emulator } = await ready({ install_scope: 'store' })
    await installApp({ app, store })

    expect(await names()).toEqual(['Open Loyalty', 'Install again: Loyalty', 'Uninstall Loyalty'])
    const press = async () => {
      const { status, headers } = await browser.post(`/admin/plugins/uninstall/${app.appKey}`, { region_id: '' })
      return [status, headers.get('location')]
    }
    expect(await press()).toEqual([303, `/admin/plugins?uninstalled=${app.appKey}&from=`])
    expect(await press()).toEqual([303, '/admin/plugins'])
    expect(await names()).toEqual(['Install Loyalty'])
    const events = emulator.context.storeDb(store.store.id).prepare('SELECT topic FROM events').all()
    expect(events.map(({ topic }) => topic)).toEqual(['app.uninstalled'])
  })

  it('reports an uninstall immediately, with a link to reinstall in that region, until the app is installed again', async () => {
    const { app, store, installApp, browser } = await ready()
    for (const region of ['tr', 'de']) await installApp({ app, store, region })
    const id = String(store.store.regions.find(({ code }) => code === 'de')?.id)
    const note = (page: string) => /<form[^>]*role="status"[\s\S]*?<\/form>/.exec(page)?.[0]
    const read = async (path: string) => (await browser.open(path)).text()

    const answer = await browser.post(`/admin/plugins/uninstall/${app.appKey}`, { region_id: id })
    const said = answer.headers.get('location') ?? ''
    const shown = note(await read(said))
    const next = /name="next" value="([^"]*)"/.exec(shown ?? '')?.[1] ?? ''
    await browser.post('/admin/region', { region_id: id, next })

    expect(shown).toContain('Loyalty was uninstalled from de.')
    expect(await read(next)).toContain('Germany: de, EUR')
    await installApp({ app, store, region: 'de' })
    expect(note(await read(said))).toBeUndefined()
    for (const stray of ['uninstalled=app.no.such&from=', `uninstalled=${app.appKey}&from=999`])
      expect(note(await read(`/admin/plugins?${stray}`))).toBeUndefined()
  })

  it('labels Install by its effect: a reinstall, or an install in another region', async () => {
    const { app, store, installApp, browser, signIn } = await ready()
    await installApp({ app, store, region: 'tr' })

    const [here, there] = [browser, await signIn(store, 'de')].map(async (one) =>
      (await one.open('/admin/plugins')).text(),
    )

    expect(await here).toContain('aria-label="Install again: Loyalty"')
    expect(await there).toMatch(/de <span class="badge">not installed<[^]*aria-label="Install Loyalty"/)
  })

  it.each(['0', '-1', 'abc', '1e9', 'NaN'])('uninstalls nothing for the region %s', async (region) => {
    const { app, store, installApp, names, browser } = await ready()
    await installApp({ app, store })

    await browser.post(`/admin/plugins/uninstall/${app.appKey}`, { region_id: region })

    expect(await names()).toContain('Uninstall Loyalty, tr')
  })

  it('shows a pending payment and accepts it once, and the token works afterwards (INST-075 INST-087)', async () => {
    const { app, store, installApp, plugins, names, browser, plan, api } = await ready()
    await plan('paid-pending')
    const { token } = await installApp({ app, store })
    const call = async () => (await api(token, '/context')).status

    expect([await call(), await plugins()]).toEqual([402, expect.stringContaining('payment pending')])
    expect(await names()).toContain('Pay for Loyalty')
    for (let twice = 0; twice < 2; twice++) {
      expect((await browser.post(`/admin/plugins/pay/${app.appKey}`, {})).headers.get('location')).toBe(
        '/admin/plugins',
      )
    }

    expect([await call(), await plugins()]).toEqual([200, expect.not.stringContaining('payment pending')])
    expect(await names()).not.toContain('Pay for Loyalty')
  })

  it('a payment without a pending subscription changes no plan', async () => {
    const { app, store, browser, control } = await ready()

    await browser.post(`/admin/plugins/pay/${app.appKey}`, {})
    await browser.post('/admin/plugins/pay/app.no.such', {})

    expect(await control('GET', `/stores/${store.code}/apps/${app.appKey}/plan`)).toEqual({ plan: 'free' })
  })
})

describe('a store with very many apps', () => {
  async function crowded(count: number) {
    const made = await ready()
    const { registry } = made.emulator.context
    const { store, app } = made
    registry.exec(`
      INSERT INTO apps SELECT 'app.many.a' || n, 'Number ' || n, status, 'cli_' || n, client_secret_digest, sealed_signing_secret, requested_scopes,
        optional_scopes, redirect_uris, install_scope, webhook_url, webhook_topics, admin_manifest_json, countries, test_store_codes, listed, created_at,
        approved_manifest_json, price
      FROM apps, (WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c) WHERE app_key = '${app.appKey}';
      INSERT INTO installs (app_key, store_id, region_id, install_scope, scopes, subscription, installed_at)
        SELECT app_key, ${store.store.id}, ${store.store.regions[0]?.id}, 'region', '[]', 'active', 0 FROM apps WHERE CAST(substr(app_key, 11) AS INTEGER) % 2 = 1`)
    return made
  }

  it('lists them on pages with installed apps first and no duplicates, and finds an app by name or key', async () => {
    const { browser } = await crowded(120)
    const found: string[] = []

    for (let next: string | undefined = '/admin/plugins'; next !== undefined;) {
      const page = await (await browser.open(next)).text()
      found.push(
        ...[...page.matchAll(/aria-label="((?:Open|Install|Install again:) [^"]*)"/g)].map(([, name]) => name ?? ''),
      )
      next = /<a href="([^"]*)">Next page<\/a>/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    const searched = await (await browser.open('/admin/plugins?q=NUMBER+77')).text()

    const installed = found.filter((name) => name.startsWith('Open')).map((name) => name.slice('Open '.length))
    // Each installed app is offered for further regions beside its Open.
    expect([installed.length, found.length, new Set(found).size]).toEqual([60, 60 + 121, 60 + 121])
    expect(found.slice(0, 120)).toEqual(installed.flatMap((name) => [`Open ${name}`, `Install again: ${name}`]))
    expect([...searched.matchAll(/aria-label="(Open [^"]*)"/g)].map(([, name]) => name)).toEqual(['Open Number 77'])
    expect(await (await browser.open('/admin/plugins?q=nobody')).text()).toContain('No apps match.')
  })

  it('shows the six most recent installs in its bar, and a link to the others', async () => {
    const { browser } = await crowded(120)

    const header = (await (await browser.open('/admin/orders')).text()).split('<main')[0] ?? ''

    const apps = [...header.matchAll(/manage\/app\.many\.a(\d+)"/g)].map(([, n]) => Number(n))
    expect(apps).toHaveLength(6)
    expect(header).toContain('>All apps</a>')
  })
})

describe('the information for the owner before an install', () => {
  it('lists developer, store, region with country and currency, and the redirect target of Approve (GEN-011)', async () => {
    const { app, browser } = await ready({ price: '9.90 EUR' })

    const page = await (await browser.open(`/admin/plugins/install/${app.appKey}`)).text()

    for (const words of ['<strong>acme</strong>', 'Demo', 'Türkiye: tr, TRY', 'http://127.0.0.1:3000/auth/callback']) {
      expect(page).toContain(words)
    }
    expect(page).toContain('<strong>9.90 EUR</strong>')
  })

  it('lists every region of a store-wide install (INST-066)', async () => {
    const { app, browser } = await ready({ install_scope: 'store' })

    const page = await (await browser.open(`/admin/plugins/install/${app.appKey}`)).text()

    for (const words of ['Türkiye: tr, TRY', 'Germany: de, EUR', 'United Kingdom: gb, GBP'])
      expect(page).toContain(words)
  })

  it('shows the loss without an optional permission, but nothing for a required one (INST-023)', async () => {
    const scopes = { requested_scopes: ['orders.read', 'products.read'], optional_scopes: ['products.read'] }
    const { app, browser } = await ready(scopes)

    const page = await (await browser.open(`/admin/plugins/install/${app.appKey}`)).text()

    expect(page.match(/Without this permission, calls from Loyalty that need it/g)).toHaveLength(1)
  })

  it('an error at Approve is shown in the admin with its navigation (INST-046 INST-049)', async () => {
    const { app, browser } = await ready()
    const page = await (await browser.open(`/admin/plugins/install/${app.appKey}`)).text()
    const formToken = /name="form_token" value="([^"]*)"/.exec(page)?.[1] ?? ''

    const answer = await browser.post(`/admin/plugins/install/${app.appKey}/approve`, { form_token: formToken })

    const text = await answer.text()
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(text).toContain('A required permission was not approved')
    expect(text).toContain('href="/admin/orders"')
  })
})
