import type { Frame, Page } from 'playwright-core'
import { expect, it } from 'vitest'

import {
  installByHand,
  makeRunningFixture,
  stranger,
  type Fixture,
  type FixtureOptions,
} from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'

/** The app's own pages inside the admin. */
async function openPanel(page: Page, { manage, app }: Fixture): Promise<Frame> {
  await page.goto(manage)
  const frame = page.frames()[1]
  if (frame === undefined) throw new Error('The admin holds no frame.')
  await frame.waitForURL((url) => url.origin === app && !url.search.includes('embed_token'))
  return frame
}

const storeWide: FixtureOptions = { registration: { install_scope: 'store' } }

describeInChromium('the panel in the store admin', (browser) => {
  it('the admin frames the app with a token, which the app removes from URL and history immediately (GEN-006 GEN-007 EMB-002 EMB-034 EMB-104)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    await page.goto(`${fixture.urls.admin}/admin/plugins`)
    const framed: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'document') framed.push(request.url())
    })

    const frame = await openPanel(page, fixture)

    expect(await page.locator('iframe').count()).toBe(1)
    const src = new URL((await page.locator('iframe').getAttribute('src')) ?? '')
    expect([src.origin, src.pathname, [...src.searchParams.keys()]]).toEqual([fixture.app, '/panel', ['embed_token']])
    expect(await frame.textContent('h1')).toBe('Demo')
    expect(framed.filter((url) => url.includes('embed_token'))).toEqual([src.href])
    expect(await frame.evaluate(`[location.search, document.referrer.includes('embed_token')]`)).toEqual(['', false])
    await page.goBack()
    expect(page.url()).toBe(`${fixture.urls.admin}/admin/plugins`)
  })

  it('the session works on every page with a Secure third-party cookie over http on loopback (EMB-001 EMB-105 EMB-107 EMB-111)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)

    const frame = await openPanel(page, fixture)
    await frame.getByRole('link', { name: 'Orders' }).click()
    await frame.getByRole('heading', { name: 'Paid orders', exact: true }).waitFor()

    expect(await frame.getByRole('row').count()).toBeGreaterThan(1)
    const cookies = await page.context().cookies(fixture.app)
    expect(cookies.filter(({ name }) => name.startsWith('panel_'))).toMatchObject([
      { secure: true, httpOnly: true, sameSite: 'None', path: '/', domain: '127.0.0.1' },
    ])
    // Where third-party storage is blocked, there is none at all to look into.
    const kept = await frame.evaluate(
      `(() => { try { return document.cookie + Object.values(localStorage) + Object.values(sessionStorage) } catch { return document.cookie } })()`,
    )
    expect(kept).toBe('')
  })

  it('the frame URL works only once, and changing the emulator clock locks no panel (GEN-007 EMB-106)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    await openPanel(page, fixture)
    const used = (await page.locator('iframe').getAttribute('src')) ?? ''
    const thief = await stranger(browser())

    const again = await thief.goto(used)

    expect(again?.status()).toBe(401)
    expect(await thief.textContent('main')).toContain('already used')
    expect(await thief.context().cookies(fixture.app)).toEqual([])
    await fixture.control.advanceClock({ ms: 10 * 60_000 })
    // Tokens of one second are equal to the letter, and the app takes each once.
    await page.waitForTimeout(1100)
    await openPanel(page, fixture)
  })

  it('the panel without a token shows no store, whatever its URL contains (EMB-057 EMB-117)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)

    for (const path of ['/panel', `/panel?storeId=${fixture.store.id}`, `/panel/${fixture.store.id}/1`]) {
      const answer = await page.goto(fixture.app + path)
      expect([answer?.status(), await page.textContent('body')], path).toEqual([
        401,
        expect.not.stringContaining('Demo'),
      ])
    }
    await page.goto(`${fixture.app}/panel`)
    expect(await page.textContent('h1')).toBe('Not signed in')
  })

  it('a region other than the installed one shows an incomplete installation (EMB-099 EMB-100 EMB-102)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    await page.goto(fixture.manage)
    await page.getByLabel('Region tr (TRY)').click()
    await page.getByRole('button', { name: 'de (EUR)' }).click()

    expect(page.url()).toBe(fixture.manage)
    await expect.poll(() => page.frames()[1]?.textContent('h1')).toBe('Incomplete installation')
  })

  it('a store-wide panel has a region picker, and each region shows its own orders (EMB-071 PIN-002)', async () => {
    const fixture = await makeRunningFixture(storeWide)
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    const frame = await openPanel(page, fixture)

    await frame.getByRole('link', { name: 'Orders' }).click()
    await frame.getByRole('heading', { name: 'Paid orders', exact: true }).waitFor()
    const count = async (currency: string) => frame.locator('td.amount', { hasText: currency }).count()
    const home = { TRY: await count('TRY'), EUR: await count('EUR') }
    await frame.getByRole('link', { name: 'de', exact: true }).click()
    await frame.locator('a[aria-current=true]', { hasText: /^de$/ }).waitFor()

    // Orders without a region are listed in every one (B50), in the home currency.
    expect(home.TRY).toBeGreaterThan(await count('TRY'))
    expect(home.EUR).toBe(0)
    expect(await count('EUR')).toBeGreaterThan(0)
  })

  it('the new app sends ready, and gets the language immediately (BRIDGE-002 BRIDGE-003)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    await page.addInitScript(`
      window.heard = []
      addEventListener('message', ({ data, origin }) => heard.push([origin, data]))
    `)

    const frame = await openPanel(page, fixture)

    await expect.poll(() => page.evaluate('heard')).toEqual([[fixture.app, { type: 'service:ready' }]])
    await expect
      .poll(() => frame.evaluate('heard'))
      .toEqual([[fixture.urls.admin, { type: 'service:init', pluginKey: fixture.key, locale: 'en', storeContext: {} }]])
  })

  it('the slot of the new app shows the current order with the panel session, and requests its height (BRIDGE-009 BRIDGE-022 BRIDGE-023 BRIDGE-024)', async () => {
    const fixture = await makeRunningFixture({
      slots: [
        ['fullpage', 'panel'],
        ['order-detail', 'slots/order'],
      ],
    })
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    const open = async () => {
      await page.goto(`${fixture.urls.admin}/admin/orders`)
      await page.locator('main a[href^="/admin/orders/"]').first().click()
      return page.frameLocator('iframe').locator('main')
    }

    const before = await open()
    await expect.poll(() => before.textContent()).toContain('Open the app panel once, then reload this page.')
    await openPanel(page, fixture)
    const after = await open()

    const number = (await page.textContent('h1')) ?? ''
    await expect.poll(() => after.textContent()).toMatch(new RegExp(`${number}: \\d+(\\.\\d+)? TRY, `))
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBeLessThan(320)
    expect(page.frames()[1]?.url()).toBe(`${fixture.app}/slots/order`)
  })

  it('messages change neither the height of the frame nor its session (EMB-041 EMB-042 EMB-119)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    const frame = await openPanel(page, fixture)
    const height = async () => (await page.locator('iframe').boundingBox())?.height
    const before = await height()

    await frame.evaluate(`parent.postMessage({ type: 'service:resize', height: 900 }, '*')`)
    await page.evaluate(
      `frames[0].postMessage({ type: 'service:init', storeContext: { storeId: 9999, regionId: 9 } }, '*')`,
    )
    await frame.getByRole('link', { name: 'Orders' }).click()
    await frame.getByRole('heading', { name: 'Paid orders', exact: true }).waitFor()

    expect(before).toBeGreaterThan(300)
    expect(await height()).toBe(before)
    expect(await frame.textContent('h1')).toBe('Demo')
  })

  it('the panel cannot open a window or access the admin (EMB-037 EMB-038)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    const frame = await openPanel(page, fixture)

    expect(await frame.evaluate(`window.open('about:blank') === null`)).toBe(true)
    expect(page.context().pages()).toHaveLength(1)
    const reached = await frame.evaluate(
      `(() => { try { return parent.document.title } catch (error) { return error.name } })()`,
    )
    expect(reached).toBe('SecurityError')
  })

  it('only the admin can frame the panel (T10)', async () => {
    const fixture = await makeRunningFixture()
    const page = await stranger(browser())
    const refusals: string[] = []
    page.on('console', (message) => refusals.push(message.text()))

    // A page without a policy that stops the frame first.
    await page.goto(`${fixture.urls.api}/none`)
    await page.setContent(`<iframe src="${fixture.app}/panel"></iframe>`)

    await expect.poll(() => refusals.join(' ')).toContain('frame-ancestors')
  })
})
