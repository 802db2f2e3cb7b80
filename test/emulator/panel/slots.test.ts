import { describe, expect, it } from 'vitest'

import { detailSlots, storefrontBlocks, type DrawnSlots } from '../../../src/emulator/panel/slots.ts'
import { makeEmulator, regionOf, type RegisterOverrides } from '../../support/emulator.ts'

const all = ['fullpage', 'settings', 'order-detail', 'customer-detail', 'product-detail', 'storefront-block']

const manifestOf = (types: readonly string[], fields: object = {}) =>
  JSON.stringify({
    renderMode: 'iframe',
    appUrl: 'https://panel.example/app?v=2',
    installScope: 'region',
    slots: types.map((type) => ({ type, path: `slots/${type}`, label: `A <b>${type}</b>` })),
    ...fields,
  })

async function ready(fields: RegisterOverrides = {}) {
  const emulator = makeEmulator()
  const app = await emulator.registerApp({ admin_manifest_json: manifestOf(all), ...fields })
  const store = await emulator.openStore({ appKey: app.appKey, seed: 'none' })
  const place = { store: store.store, region: regionOf(store) }
  const { context } = emulator.emulator
  const settings = `/admin/plugins/manage/${app.appKey}/settings`
  return { ...emulator, context, app, store, place, settings, browser: await emulator.signIn(store) }
}

const framesOf = (page: string) => page.match(/<iframe[\s\S]*?<\/iframe>/g) ?? []
const drawn = async ({ body }: DrawnSlots) => framesOf(String(await body))
const attribute = (frame: string, name: string) =>
  (new RegExp(`${name}="([^"]*)"`).exec(frame)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe('detail slots', () => {
  it.each([
    ['BRIDGE-010 EMB-023', 'order'],
    ['BRIDGE-011 EMB-024', 'customer'],
    ['BRIDGE-012 EMB-025', 'product'],
  ] as const)(
    '%s EMB-043 EMB-046 BRIDGE-013 %s-detail is a frame without a token and without an id in its address',
    async (_rules, type) => {
      const { context, app, store, place, installApp } = await ready()
      await installApp({ app, store })

      const slots = detailSlots(context, place, { type, id: 7351 })
      const [frame = '', ...more] = await drawn(slots)

      expect(more).toEqual([])
      expect(attribute(frame, 'src')).toBe(`https://panel.example/app/slots/${type}-detail?v=2`)
      expect([attribute(frame, 'sandbox'), attribute(frame, 'allow'), attribute(frame, 'referrerpolicy')]).toEqual([
        'allow-scripts allow-forms allow-same-origin',
        'clipboard-write',
        'strict-origin',
      ])
      expect(attribute(frame, 'data-height')).toBe('auto')
      expect(JSON.parse(attribute(frame, 'data-bridge'))).toEqual({
        pluginKey: app.appKey,
        locale: 'en',
        storeContext: {
          surface: `${type}-detail`,
          entityType: type,
          entityId: 7351,
          storeId: store.store.id,
          regionId: place.region.id,
          currencyCode: place.region.currencyCode,
          uiLocale: 'en',
          contentLocale: place.region.languageCode,
        },
      })
      expect(slots.needs(['/own.js'])).toEqual({
        frameSrc: 'https://panel.example',
        scripts: ['/own.js', '/_bridge.js'],
      })
      expect(String(await slots.body)).toContain(`A &lt;b&gt;${type}-detail&lt;/b&gt;</h2>`)
    },
  )

  it('are shown in the regions of the install, and in all regions for a store-wide one', async () => {
    const { context, app, store, place, installApp, registerApp, control } = await ready()
    const abroad = { ...place, region: regionOf(store, 'de') }
    const count = async (where: typeof place) =>
      (await drawn(detailSlots(context, where, { type: 'order', id: 1 }))).length

    const before = [await count(place), await count(abroad)]
    await installApp({ app, store, region: 'de' })
    const after = [await count(place), await count(abroad)]
    const wide = await registerApp({
      appKey: 'app.acme.wide',
      install_scope: 'store',
      admin_manifest_json: manifestOf(['order-detail'], { installScope: 'store' }),
    })
    await control('POST', `/apps/${wide.appKey}/test-stores`, { code: store.code })
    await installApp({ app: wide, store })

    expect([before, after, [await count(place), await count(abroad)]]).toEqual([
      [0, 0],
      [0, 1],
      [1, 2],
    ])
  })

  it('are not shown if a panel would not open, or after the uninstall (EMB-055)', async () => {
    const { context, app, store, place, installApp, control } = await ready()
    await installApp({ app, store })
    const isDrawn = async () => (await drawn(detailSlots(context, place, { type: 'order', id: 1 }))).length === 1
    const status = (to: string) => control('POST', `/apps/${app.appKey}/status`, { status: to })

    expect(await isDrawn()).toBe(true)
    await status('X')
    expect(await isDrawn()).toBe(false)
    await status('D')
    expect(await isDrawn()).toBe(true)
    await control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, { regionId: place.region.id })
    expect(await isDrawn()).toBe(false)
  })

  it('recognize a slot type that the manifest writes with an escape (EMB-022)', async () => {
    const spelled = manifestOf(['order-detail']).replace('order-detail"', String.raw`order\u002ddetail"`)
    const { context, app, store, place, installApp } = await ready({ admin_manifest_json: spelled })
    await installApp({ app, store })

    expect(await drawn(detailSlots(context, place, { type: 'order', id: 1 }))).toHaveLength(1)
  })

  it('leave the page of an app without a matching slot unchanged', async () => {
    const { context, app, store, place, installApp } = await ready({ admin_manifest_json: manifestOf(['fullpage']) })
    await installApp({ app, store })

    const slots = detailSlots(context, place, { type: 'order', id: 1 })

    expect([slots.body, slots.needs(['/own.js'])]).toEqual(['', { scripts: ['/own.js'] }])
  })
})

describe('the settings slot', () => {
  it('has its own page with a visible label and a frame without a token (C43 EMB-022 EMB-046)', async () => {
    const { app, store, installApp, browser, settings } = await ready()
    await installApp({ app, store })

    const answer = await browser.open(settings)
    const text = await answer.text()
    const [frame = '', ...more] = framesOf(text)

    expect([answer.status, more]).toEqual([200, []])
    expect(attribute(frame, 'src')).toBe('https://panel.example/app/slots/settings?v=2')
    expect(attribute(frame, 'data-height')).toBe('fixed')
    expect(JSON.parse(attribute(frame, 'data-bridge'))).toMatchObject({ storeContext: { surface: 'settings' } })
    expect(text).toContain('A &lt;b&gt;settings&lt;/b&gt;')
    expect(answer.headers.get('content-security-policy')).toContain('frame-src https://panel.example;')
  })

  it('returns 404 without one, and for an app that is not registered', async () => {
    const { app, store, installApp, browser, settings } = await ready({ admin_manifest_json: manifestOf(['fullpage']) })
    await installApp({ app, store })

    const answers = [await browser.open(settings), await browser.open('/admin/plugins/manage/app.no.such/settings')]

    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    for (const answer of answers) expect(await answer.text()).toContain('No admin UI was found')
  })

  it('reports that the session could not start if the app is not installed or its panel would not open', async () => {
    const { app, store, installApp, browser, settings, control } = await ready()
    const shown = async () => {
      const text = await (await browser.open(settings)).text()
      return [framesOf(text).length, text.includes('The app session could not be started')]
    }

    const before = await shown()
    await installApp({ app, store })
    const installed = await shown()
    await control('POST', `/apps/${app.appKey}/status`, { status: 'X' })

    expect([before, installed, await shown()]).toEqual([
      [0, true],
      [1, false],
      [0, true],
    ])
  })
})

describe('the storefront block', () => {
  it('is a frame without a token and without the admin bridge (C43 EMB-026 EMB-046)', async () => {
    const { context, app, store, place, installApp } = await ready()
    const before = await drawn(storefrontBlocks(context, place))
    await installApp({ app, store })

    const blocks = storefrontBlocks(context, place)
    const [frame = '', ...more] = await drawn(blocks)

    expect([before, more]).toEqual([[], []])
    expect(attribute(frame, 'src')).toBe('https://panel.example/app/slots/storefront-block?v=2')
    expect(attribute(frame, 'sandbox')).toBe('allow-scripts allow-forms allow-same-origin')
    expect(frame).not.toContain('data-bridge')
    expect(blocks.needs()).toEqual({ frameSrc: 'https://panel.example', scripts: [] })
  })
})
