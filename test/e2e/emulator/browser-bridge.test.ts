import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { panelLimits } from '../../../src/catalog/limits.ts'
import { makeFixture, type FixtureOptions } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { frameAt, heardBy, installSlotApp, say, serveSlotApp } from '../support/slot-app.ts'

/** An app with these slots, and the browser of its test store's manager. */
async function fixtureWith(slots: NonNullable<FixtureOptions['slots']>, browser: () => Browser) {
  const fixture = await makeFixture({ slots })
  await serveSlotApp(fixture.port)
  const page = await fixture.signIn(browser())
  return { ...fixture, page }
}

const heights = (page: Page) =>
  page.locator('iframe').evaluateAll((frames) => frames.map((frame) => frame.getBoundingClientRect().height))

/** Holds the work that the admin's page does 1200 ms after a frame has loaded. */
const holdLateWork = (page: Page) =>
  page.addInitScript(`if (self === top) {
    const wait = setTimeout
    window.late = []
    window.setTimeout = (work, ms, ...more) => (ms === ${panelLimits.initAfterMs} ? late.push(work) : wait(work, ms, ...more))
  }`)

const inits = (heard: Awaited<ReturnType<typeof heardBy>>) => heard.filter(({ data }) => data.type === 'service:init')

describeInChromium('the message bridge of the full-page panel', (browser) => {
  it('an app that sends ready gets key and locale once, without store data (BRIDGE-001 BRIDGE-002 BRIDGE-003 BRIDGE-004 BRIDGE-005 BRIDGE-006 BRIDGE-007 BRIDGE-025)', async () => {
    const { page, manage, urls, key } = await fixtureWith([['fullpage', 'eager']], browser)
    await holdLateWork(page)

    await page.goto(manage)
    const frame = await frameAt(page, '/eager')
    // The 1200 ms are not over yet, so this is the response to ready.
    await expect.poll(async () => (await heardBy(frame)).length).toBe(1)
    expect(await page.evaluate('late.map((work) => work()).length')).toBe(1)
    await say(frame, { type: 'service:ready' })
    await page.waitForTimeout(200)

    const heard = await heardBy(frame)
    expect(heard.map(({ data, origin }) => ({ data, origin }))).toEqual([
      { data: { type: 'service:init', pluginKey: key, locale: 'en', storeContext: {} }, origin: urls.admin },
    ])
  })

  it('an app that never sends ready gets key and locale 1200 ms after its load, and not again if ready arrives late (BRIDGE-008)', async () => {
    const { page, manage } = await fixtureWith([['fullpage', 'quiet']], browser)

    await page.goto(manage)
    const frame = await frameAt(page, '/quiet')
    await expect.poll(async () => (await heardBy(frame)).length).toBe(1)
    await say(frame, { type: 'service:ready' })
    await page.waitForTimeout(300)

    const [init, ...more] = await heardBy(frame)
    expect(more).toEqual([])
    expect(init?.after).toBeGreaterThanOrEqual(1150)
  })

  it('a frame that navigates to another page of the app gets no second message (BRIDGE-007)', async () => {
    const { page, manage, app } = await fixtureWith([['fullpage', 'eager']], browser)
    await page.goto(manage)
    const frame = await frameAt(page, '/eager')
    await expect.poll(async () => (await heardBy(frame)).length).toBe(1)

    await frame.goto(`${app}/eager-second`)
    await page.waitForTimeout(1600)

    expect(await heardBy(await frameAt(page, '/eager-second'))).toEqual([])
  })

  it('a frame that navigated to another origin is ignored and receives nothing (B45)', async () => {
    const { page, manage, port } = await fixtureWith([['fullpage', 'quiet']], browser)
    await page.goto(manage)
    const quiet = await frameAt(page, '/quiet')
    // The same server under another name, so another origin; the admin's policy lets nothing but the app's origin in.
    await quiet.evaluate(`location.href = 'http://[::1]:${port}/eager'`).catch(() => null)
    await page.waitForTimeout(1500)

    expect(page.frames().map((frame) => frame.url())).not.toContainEqual(expect.stringContaining('[::1]'))
  })

  it('the frame reveals only the admin’s origin to the app, and keeps its height (EMB-040 EMB-041 EMB-042)', async () => {
    const { page, manage, urls } = await fixtureWith([['fullpage', 'eager']], browser)
    await page.goto(manage)
    const frame = await frameAt(page, '/eager')
    const before = await heights(page)

    await say(frame, { type: 'service:resize', height: 700 })
    await page.waitForTimeout(200)

    expect(await heights(page)).toEqual(before)
    expect(await page.locator('iframe').getAttribute('referrerpolicy')).toBe('strict-origin')
    expect(await frame.evaluate('document.referrer')).toBe(`${urls.admin}/`)
  })

  it('is loaded from the admin’s own origin, and no page has an inline script', async () => {
    const { page, manage } = await fixtureWith([['fullpage', 'eager']], browser)
    const troubles: string[] = []
    page.on('console', (message) => troubles.push(message.text()))

    const answer = await page.goto(manage)
    await frameAt(page, '/eager')

    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe-inline')
    expect(await page.locator('script:not([src])').count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('ignores messages from any window other than the frame', async () => {
    const { page, manage, app } = await fixtureWith([['fullpage', 'quiet']], browser)
    await page.goto(manage)
    const frame = await frameAt(page, '/quiet')

    // The admin's own window, a frame inside the app's frame, at the app's origin; and the app's window with the admin's words, which are no words of an app.
    await page.evaluate(`postMessage({ type: 'service:ready' }, '*')`)
    await frame.evaluate(`(() => {
      const inner = document.createElement('iframe')
      inner.srcdoc = "<script>top.postMessage({ type: 'service:ready' }, '*')</" + 'script>'
      document.body.append(inner)
      const same = document.createElement('iframe')
      same.src = '${app}/inner'
      document.body.append(same)
      same.onload = () => same.contentWindow.eval("top.postMessage({ type: 'service:ready' }, '*')")
    })()`)
    await say(frame, { type: 'service:init' })
    await expect.poll(async () => inits(await heardBy(frame)).length).toBe(1)
    await page.waitForTimeout(200)

    // The one that comes to an app that never says ready.
    const heard = await heardBy(frame)
    expect(heard.map(({ data }) => data.type)).toEqual(['service:init'])
    expect(heard[0]?.after).toBeGreaterThanOrEqual(1150)
  })
})

describeInChromium('the slots of the store admin', (browser) => {
  const details = [
    ['order-detail', 'eager-order'],
    ['customer-detail', 'eager-customer'],
    ['product-detail', 'eager-product'],
  ] as const

  /** The same, installed, on the page of the first record of a list. */
  async function recordPage(slots: readonly (readonly [string, string])[], list = 'orders') {
    const fixture = await fixtureWith(slots, browser)
    const { page, urls } = fixture
    await installSlotApp(page, fixture)
    await page.goto(`${urls.admin}/admin/${list}`)
    const href = await page.locator(`main a[href^="/admin/${list}/"]`).first().getAttribute('href')
    await page.goto(urls.admin + (href ?? ''))
    return { ...fixture, id: Number(href?.split('/').at(-1)) }
  }

  it.each([
    ['BRIDGE-010', 'order', 'orders'],
    ['BRIDGE-011', 'customer', 'customers'],
    ['BRIDGE-012', 'product', 'products'],
  ])(
    '%s the %s page sends the record to its slot, but not in the URL (BRIDGE-013 BRIDGE-014 BRIDGE-015 BRIDGE-016 BRIDGE-017 BRIDGE-018 BRIDGE-019 BRIDGE-020 BRIDGE-021)',
    async (_rule, type, list) => {
      const { page, store, app, key, id } = await recordPage(details, list)

      const frame = await frameAt(page, `/eager-${type}`)
      await expect.poll(async () => (await heardBy(frame)).length).toBe(1)

      const [home] = store.regions
      expect(await page.locator('iframe').count()).toBe(1)
      expect(frame.url()).toBe(`${app}/eager-${type}`)
      expect(await page.getByRole('heading', { name: `Loyalty ${type}-detail` }).isVisible()).toBe(true)
      expect((await heardBy(frame))[0]?.data).toEqual({
        type: 'service:init',
        pluginKey: key,
        locale: 'en',
        storeContext: {
          surface: `${type}-detail`,
          entityType: type,
          entityId: id,
          storeId: store.id,
          regionId: home?.id,
          currencyCode: home?.currencyCode,
          uiLocale: 'en',
          contentLocale: home?.languageCode,
        },
      })
      expect(id).toBeGreaterThan(0)
    },
  )

  it('a detail slot is 320 px high, and can request 120 to 1600 px in steps of at least 24 px (EMB-043 EMB-044 EMB-045 BRIDGE-009)', async () => {
    const { page } = await recordPage([['order-detail', 'quiet']])
    const frame = await frameAt(page, '/quiet')
    await page.evaluate(
      `window.marks = 0; addEventListener('message', ({ data }) => { if (data === 'mark') marks += 1 })`,
    )
    let marks = 0
    const asked = async (height: unknown) => {
      await say(frame, { type: 'service:resize', height })
      // Messages from one window arrive in order, so the first has been handled when the second arrives.
      await say(frame, '"mark"')
      await expect.poll(() => page.evaluate('marks')).toBe((marks += 1))
      return (await heights(page))[0]
    }

    expect(await heights(page)).toEqual([320])
    const steps: readonly (readonly [asked: unknown, is: number])[] = [
      [343, 320],
      [344, 344],
      [321, 344],
      [320, 320],
      [500, 500],
      [50, 120],
      [143, 120],
      [5000, 1600],
      // Clamped first: 1600 again, whatever is asked for.
      [1_000_000, 1600],
      [1577, 1600],
      [1576, 1576],
      // By now 1600 would be a change of 24.
      [1_000_000, 1600],
      [-5, 120],
      [400.5, 400.5],
    ]
    for (const [height, is] of steps) expect([height, await asked(height)]).toEqual([height, is])
  })

  it('ignores everything except a plain message with a number', async () => {
    const { page } = await recordPage([['order-detail', 'quiet']])
    const troubles: string[] = []
    page.on('pageerror', (error) => troubles.push(error.message))
    const frame = await frameAt(page, '/quiet')

    const junk = [
      'null',
      '7',
      '"service:resize"',
      'JSON.stringify({ type: "service:resize", height: 700 })',
      'undefined',
      '[{ type: "service:resize", height: 700 }]',
      'Object.assign([], { type: "service:resize", height: 700 })',
      'new Map([["type", "service:resize"], ["height", 700]])',
      '{ type: "service:resize" }',
      '{ type: "service:resize", height: "700" }',
      '{ type: "service:resize", height: null }',
      '{ type: "service:resize", height: NaN }',
      '{ type: "service:resize", height: { valueOf: 700 } }',
      '{ type: ["service:resize"], height: 700 }',
      '{ type: "service:other", height: 700 }',
      '{ kind: "service:resize", height: 700 }',
      '{ type: "__proto__", height: 700 }',
      '10n',
    ]
    for (const message of junk) await say(frame, message)
    await page.waitForTimeout(200)

    expect(await heights(page)).toEqual([320])
    await say(frame, { type: 'service:resize', height: 700 })
    await expect.poll(() => heights(page)).toEqual([700])
    expect(troubles).toEqual([])
  })

  it('the page keeps working under a flood of messages', async () => {
    const { page } = await recordPage([['order-detail', 'quiet']])
    const frame = await frameAt(page, '/quiet')

    await frame.evaluate(`
      for (let at = 0; at < 20000; at += 1) parent.postMessage({ type: 'service:resize', height: at % 2 ? 120 : 1600 }, '*')
      parent.postMessage({ type: 'service:resize', height: 480 }, '*')
    `)

    await expect.poll(() => heights(page)).toEqual([480])
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  })

  it('each slot of a page sends its own messages', async () => {
    const { page } = await recordPage([
      ['order-detail', 'eager-one'],
      ['order-detail', 'quiet-two'],
    ])
    const [one, two] = [await frameAt(page, '/eager-one'), await frameAt(page, '/quiet-two')]

    await say(two, { type: 'service:resize', height: 640 })
    await expect.poll(() => heights(page)).toEqual([320, 640])
    // Another frame of the page, at the same origin, asks in the name of none but itself.
    await one.evaluate(`parent.frames[1].eval("parent.postMessage({ type: 'service:resize', height: 200 }, '*')")`)
    await expect.poll(() => heights(page)).toEqual([320, 200])
    await expect.poll(async () => [inits(await heardBy(one)).length, inits(await heardBy(two)).length]).toEqual([1, 1])
  })

  it('the settings slot opens without a token, in a frame of fixed height that opens no window (EMB-022 EMB-037 EMB-038)', async () => {
    const fixture = await fixtureWith([['settings', 'eager-settings']], browser)
    const { page, manage, app } = fixture
    await installSlotApp(page, fixture)

    await page.goto(`${manage}/settings`)
    const frame = await frameAt(page, '/eager-settings')
    const [before] = await heights(page)
    await say(frame, { type: 'service:resize', height: 1500 })
    await page.waitForTimeout(200)

    expect(frame.url()).toBe(`${app}/eager-settings`)
    expect(await heights(page)).toEqual([before])
    expect(await frame.evaluate(`window.open('about:blank') === null`)).toBe(true)
    expect(await page.getByText('Loyalty settings').first().isVisible()).toBe(true)
  })

  it('a slot that never loads or belongs to another page keeps the record visible', async () => {
    const { page, app } = await recordPage([['order-detail', 'quiet']])
    await page.route(`${app}/**`, (route) => route.abort())

    await page.reload()

    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await heights(page)).toEqual([320])
  })
})
