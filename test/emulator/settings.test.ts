import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { Settings } from '../../src/catalog/settings.ts'
import type { Registration } from '../../src/control/contract.ts'
import type { SettingsAnswer } from '../../src/control/setting.ts'
import { decisionIds } from '../support/decision-ids.ts'
import { makeEmulator, regionOf, type MakeEmulatorOptions, type RegisterOverrides } from '../support/emulator.ts'

const manifest = (fields: object = {}) =>
  JSON.stringify({ renderMode: 'iframe', appUrl: 'https://panel.example/app', installScope: 'region', ...fields })

function makeSwitched(options: MakeEmulatorOptions = {}) {
  const test = makeEmulator(options)
  const change = (settings: Partial<Settings>) => test.control<SettingsAnswer>('PUT', '/settings', settings)
  return { ...test, change }
}

/** After an install, with the token. */
async function makeInstalled(fields: RegisterOverrides = {}) {
  const test = makeSwitched()
  const app = await test.registerApp({ requested_scopes: ['orders.read', 'products.read'], ...fields })
  const store = await test.openStore({ appKey: app.appKey })
  const { token } = await test.installApp({ app, store })
  const read = async (path: string) => (await (await test.api(token, path)).json()) as Record<string, unknown>
  return { ...test, app, store, token, read }
}

describe('the list of settings', () => {
  it('shows the value, default, allowed values and decision of each setting', async () => {
    const { control, change } = makeSwitched()
    await change({ pin: 'documented-only' })

    const { list, settings } = await control<SettingsAnswer>('GET', '/settings')

    expect(list.map(({ name }) => name).toSorted()).toEqual(Object.keys(settings).toSorted())
    expect(list.find(({ name }) => name === 'pin')).toMatchObject({
      value: 'documented-only',
      default: 'required',
      values: 'required or documented-only',
      assumption: 'A5',
    })
    for (const { assumption, about } of list) {
      expect(about).toMatch(/\.$/)
      if (assumption !== null) expect(decisionIds).toContain(assumption)
    }
  })

  it.each([
    [{ liveDuringReview: 'here' }],
    [{ successOnReads: 'true' }],
    [{ slotSlash: true }],
    [{ paging: 'loose' }],
    [{ panelRegion: null }],
    [{ targetsMax: -1 }],
    [{ targetsMax: 1.5 }],
    [{ targetsMax: '5' }],
    [{ retryDelaysMs: Array.from({ length: 101 }, () => 1) }],
    [{ retryDelaysMs: 5 }],
    [{ retryDelaysMs: [1.5] }],
    [{ importEmits: 0 }],
    [{ contextPin: 'region' }],
    [{ __proto__: null, constructor: true }],
  ])('rejects %j and applies nothing else of the request', async (bad) => {
    const { rawControl, control } = makeSwitched()
    const before = await control('GET', '/settings')

    const refused = await rawControl('PUT', '/settings', { showCause: true, ...bad })

    expect(refused.status).toBe(400)
    expect(await control('GET', '/settings')).toEqual(before)
  })

  it('resets one setting to its default, then all settings', async () => {
    const { control, rawControl, change } = makeSwitched()
    const before = await control('GET', '/settings')
    await change({ pin: 'documented-only', importEmits: true, retryDelaysMs: [0] })

    const one = await control<SettingsAnswer>('DELETE', '/settings/pin')
    expect(one.settings).toMatchObject({ pin: 'required', importEmits: true, retryDelaysMs: [0] })
    expect((await rawControl('DELETE', '/settings/toString')).status).toBe(400)
    expect(await control('DELETE', '/settings')).toEqual(before)
  })

  it('survives a restart, and a reset restores the defaults', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-settings-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const first = makeSwitched({ dir })
    await first.change({ paging: 'clamped', pin: 'documented-only' })
    await first.control('DELETE', '/settings/pin')
    await first.emulator.close()

    const { control } = makeSwitched({ dir })

    expect((await control<SettingsAnswer>('GET', '/settings')).settings).toMatchObject({
      paging: 'clamped',
      pin: 'required',
    })
    await control('POST', '/reset', {})
    expect((await control<SettingsAnswer>('GET', '/settings')).settings).toMatchObject({ paging: 'strict' })
  })
})

describe('effects of the settings', () => {
  it('successOnReads: reads contain success or not, and arrays and writes are unchanged (A20)', async () => {
    const { change, read, api, token } = await makeInstalled({
      requested_scopes: ['orders.read', 'orders.costs.write'],
    })
    expect(await read('/context')).toMatchObject({ success: true })
    const { items } = (await read('/orders')) as { items: { id: number }[] }

    await change({ successOnReads: false })

    expect(await read('/context')).not.toHaveProperty('success')
    expect(await read('/context')).toHaveProperty('store')
    expect(await read('/orders')).not.toHaveProperty('success')
    const put = await api(token, `/orders/${items[0]?.id}/costs`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ externalRef: 'c1', costType: 'cod_fee', amount: 1 }),
    })
    expect(await put.json()).toMatchObject({ success: true })
    expect(await (await api('nobody', '/context')).json()).toMatchObject({ success: false })
  })

  it('paging: numbers out of range return 400 or are clamped (B16)', async () => {
    const { change, read, api, token } = await makeInstalled()
    const status = async (query: string) => (await api(token, `/orders?${query}`)).status
    for (const query of ['page=0', 'pageSize=101', 'pageSize=-1', 'page=-5']) expect(await status(query)).toBe(400)

    await change({ paging: 'clamped' })

    expect(await read('/orders?page=0&pageSize=101')).toMatchObject({ page: 1, pageSize: 100 })
    expect(await read('/orders?page=-5&pageSize=-1')).toMatchObject({ page: 1, pageSize: 1 })
    expect(await read('/orders?page=2&pageSize=100')).toMatchObject({ page: 2, pageSize: 100 })
    for (const query of ['page=a', 'page=1.5', 'pageSize=', 'page=1&page=2', 'page=9999999999999999']) {
      expect(await status(query), query).toBe(400)
    }
  })

  it('slotSlash: a slot with a leading slash is rejected, or equals one without (A28)', async () => {
    const { change, registerApp, openStore, signIn } = makeSwitched()
    const fields = (path: string) => ({
      admin_manifest_json: manifest({ slots: [{ type: 'fullpage', path, label: 'Orders' }] }),
    })
    await expect(registerApp(fields('/orders'))).rejects.toThrow('emulator.bad-registration')

    await change({ slotSlash: 'allowed' })

    await expect(registerApp(fields('//evil.example/orders'))).rejects.toThrow('emulator.bad-registration')
    await expect(registerApp(fields('https://evil.example/'))).rejects.toThrow('emulator.bad-registration')
    const app = await registerApp(fields('/orders'))
    expect(app.app.admin_manifest_json).toContain('"/orders"')
    const store = await openStore({ appKey: app.appKey, seed: 'none' })
    const panel = await (await (await signIn(store)).open(`/admin/plugins/manage/${app.appKey}`)).text()
    expect(panel).toContain('src="https://panel.example/app/orders?')
  })

  it('panelRegion: the token of a store-wide panel has no region, or the selected one (B48)', async () => {
    const { change, registerApp, openStore, signIn } = makeSwitched()
    const app = await registerApp({
      install_scope: 'store',
      admin_manifest_json: manifest({ installScope: 'store' }),
    })
    const store = await openStore({ appKey: app.appKey, seed: 'none' })
    const browser = await signIn(store, 'de')
    const regionId = async () => {
      const answer = await browser.open(`/api/admin/apps/${app.appKey}/embed-token`)
      const { token } = (await answer.json()) as { token: string }
      const [payload = ''] = token.split('.')
      return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { RegionId: number | null }).RegionId
    }

    expect(await regionId()).toBeNull()
    await change({ panelRegion: 'selected' })
    expect(await regionId()).toBe(regionOf(store, 'de').id)
  })

  describe('liveDuringReview (A17)', () => {
    /** A published app whose panel moved afterwards, a live store and a test store. */
    async function makeInReview(before: string | null = manifest()) {
      const test = makeSwitched()
      const app = await test.registerApp({ admin_manifest_json: before })
      const testStore = await test.openStore({ appKey: app.appKey, seed: 'none' })
      const liveStore = await test.openStore({ name: 'Live', seed: 'none' })
      await test.control('POST', `/apps/${app.appKey}/publish`, {})
      await test.control('POST', `/apps/${app.appKey}/review`, { approved: true })
      const moved = await test.registerApp({ admin_manifest_json: manifest({ appUrl: 'https://new.example' }) })
      expect(moved.app).toMatchObject({ status: 'published', has_unpublished_change: true })
      const { app: again } = await test.control<{ app: Registration }>('POST', `/apps/${app.appKey}/publish`, {})
      expect(again.status).toBe('P')
      const look = async (store: typeof liveStore) => {
        const browser = await test.signIn(store)
        const panel = await (await browser.open(`/admin/plugins/manage/${app.appKey}`)).text()
        return {
          src: /src="(https:[^"?]*)/.exec(panel)?.[1] ?? null,
          token: (await browser.open(`/api/admin/apps/${app.appKey}/embed-token`)).status,
          consent: (await browser.open(`/admin/plugins/install/${app.appKey}`)).status === 200,
          offered: (await (await browser.open('/admin/plugins')).text()).includes(`/plugins/install/${app.appKey}`),
        }
      }
      return { ...test, app, testStore, liveStore, look }
    }
    const gone = { src: null, token: 404, consent: false, offered: false }

    it('gone: live stores lose the app, and test stores have the new panel', async () => {
      const { look, liveStore, testStore } = await makeInReview()

      expect(await look(liveStore)).toEqual(gone)
      expect(await look(testStore)).toEqual({ src: 'https://new.example/', token: 200, consent: true, offered: true })
    })

    it('last-approved: live stores keep the old panel and test stores have the new one, until the decision', async () => {
      const { look, liveStore, testStore, change, control, app, registerApp } = await makeInReview()
      await change({ liveDuringReview: 'last-approved' })
      const old = { src: 'https://panel.example/app', token: 200, consent: true, offered: true }

      expect(await look(liveStore)).toEqual(old)
      expect((await look(testStore)).src).toBe('https://new.example/')
      await registerApp({ admin_manifest_json: manifest({ appUrl: 'https://newer.example' }) })
      expect(await look(liveStore)).toEqual(old)
      // Published once more while it is in review: the same review goes on.
      await control('POST', `/apps/${app.appKey}/publish`, {})
      expect(await look(liveStore)).toEqual(old)

      await control('POST', `/apps/${app.appKey}/review`, { approved: true })
      expect((await look(liveStore)).src).toBe('https://newer.example/')
      await control('POST', `/apps/${app.appKey}/status`, { status: 'P' })
      expect(await look(liveStore)).toEqual(gone)
    })

    it('last-approved: a rejected change, a suspended app and an app that was never approved are not available', async () => {
      const { look, liveStore, change, control, app } = await makeInReview()
      await change({ liveDuringReview: 'last-approved' })

      await control('POST', `/apps/${app.appKey}/review`, { approved: false })
      expect(await look(liveStore)).toEqual(gone)
      await control('POST', `/apps/${app.appKey}/publish`, {})
      expect(await look(liveStore)).toEqual(gone)
      await control('POST', `/apps/${app.appKey}/status`, { status: 'X' })
      expect(await look(liveStore)).toEqual(gone)
    })

    it('last-approved: an app that had no panel installs and still has no panel', async () => {
      const { look, liveStore, change } = await makeInReview(null)
      await change({ liveDuringReview: 'last-approved' })

      expect(await look(liveStore)).toEqual({ src: null, token: 200, consent: true, offered: true })
    })
  })

  it('targetsMax: returns all storefront targets, or at most this many of each type (N32)', async () => {
    const { change, api, token, read } = await makeInstalled()
    const targets = async (query = '') => {
      const { items, totalCount } = (await read(`/storefront-targets${query}`)) as {
        items: { type: string; id: number }[]
        totalCount: number
      }
      const counts = Object.entries(Object.groupBy(items, ({ type }) => type)).map(([type, rows]) => [
        type,
        rows?.length,
      ])
      return { items, totalCount, counts: Object.fromEntries(counts) as Record<string, number> }
    }
    const all = await targets()
    expect(all.counts['product']).toBeGreaterThan(3)

    await change({ targetsMax: 2 })

    const capped = await targets()
    expect(capped.counts).toEqual(
      Object.fromEntries(Object.entries(all.counts).map(([type, count]) => [type, Math.min(2, count)])),
    )
    expect(capped.totalCount).toBe(capped.items.length)
    expect((await targets('?type=product')).items).toEqual(
      all.items.filter(({ type }) => type === 'product').slice(0, 2),
    )
    const [, , third] = all.items.filter(({ type }) => type === 'product') as unknown as { title: string }[]
    expect((await targets(`?search=${encodeURIComponent(third?.title ?? '')}`)).totalCount).toBeGreaterThan(0)
    await change({ targetsMax: 0 })
    expect(await targets()).toMatchObject({ items: [], totalCount: 0 })
    await change({ targetsMax: null })
    expect((await targets()).items).toEqual(all.items)
    expect((await api(token, '/storefront-targets')).status).toBe(200)
  })

  it('contextPin: a region token shows its region as pinned, or null (A34)', async () => {
    const { change, read, store } = await makeInstalled()

    expect((await read('/context'))['pinnedRegionId']).toBe(regionOf(store).id)
    await change({ contextPin: 'null' })
    expect((await read('/context'))['pinnedRegionId']).toBeNull()
  })

  it('pin: a store-wide token needs one nearly everywhere, or only if the documents require it explicitly (A5)', async () => {
    const { change, api, token } = await makeInstalled({ install_scope: 'store' })

    expect((await api(token, '/products')).status).toBe(400)
    await change({ pin: 'documented-only' })
    expect((await api(token, '/products')).status).toBe(200)
  })

  it('shows the true cause for one request with the debug header', async () => {
    const { api, exchange } = await makeInstalled()
    const headers = { 'X-Emulator-Debug': '1' }

    expect((await api('nobody', '/orders')).headers.get('x-emulator-cause')).toBeNull()
    expect((await api('nobody', '/orders', { headers })).headers.get('x-emulator-cause')).toBe('token-unknown')
    const body = { clientId: 'cli_none', clientSecret: 'cs_none', code: 'c' }
    expect((await exchange(body)).headers.get('x-emulator-cause')).toBeNull()
    expect((await exchange(body, { headers })).headers.get('x-emulator-cause')).toBe('unknown-client')
  })
})
