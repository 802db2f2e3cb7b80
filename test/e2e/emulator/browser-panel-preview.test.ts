import { createServer, type Server } from 'node:http'

import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'

import { installByHand, makeRunningFixture, makeFixture, type Fixture } from '../support/browser-fixture.ts'
import { describeInChromium, describeInPrivateWindows, openKeepingThirdPartyCookies } from '../support/chromium.ts'
import { faultsOf, looksOf, smallTargets } from '../support/looks.ts'
import { payloads } from '../support/payloads.ts'
import { installSlotApp } from '../support/slot-app.ts'

/** Whatever is not well, by its title, once the app was asked and nobody waits for anything more. */
async function wrongIn(page: Page): Promise<Record<string, string>> {
  const items = page.locator('#findings > li')
  // A page without any finding is not the panel preview yet.
  await items.first().waitFor()
  // The last that is waited for is a ready that never comes, 1200 ms after the load.
  await expect
    .poll(() => items.allTextContents())
    .not.toContainEqual(expect.stringMatching(/Waiting for the app|Loading\.|Not sent yet/))
  const found = await items.evaluateAll((all) =>
    all.map((one) => [one.querySelector('.name')?.textContent, one.className.split(' ')[1]]),
  )
  return Object.fromEntries(found.filter(([, state]) => state !== 'ok')) as Record<string, string>
}

/** Presses a choice of the panel preview, and returns once the panel preview shows it as chosen: what the panel preview finds before that is of the former choice. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.locator('.preview-choices a[aria-current]').getByText(name, { exact: true }).waitFor()
}

const previewOf = ({ urls, key }: Fixture) => `${urls.admin}/admin/panel-preview/${key}`

/** Every mistake that an app can make in a frame; each slot makes some of them. */
async function serveWrongApp(port: number): Promise<void> {
  const pages: Readonly<Record<string, string>> = {
    '/full': `
      try { localStorage.seen = '1' } catch {}
      addEventListener('message', ({ data }) => { window.user = data.storeContext?.storeId })
      addEventListener('load', () => {
        history.pushState(null, '', '/full/home')
        parent.postMessage('service:ready', '*')
        parent.postMessage({ type: 'service:resize', height: 900 }, '*')
        const inner = document.createElement('iframe')
        inner.srcdoc = "<script>top.postMessage({ type: 'service:ready' }, '*')</" + 'script>'
        document.body.append(inner)
      })`,
    '/order': `
      addEventListener('load', () => {
        for (let at = 0; at < 60; at += 1) parent.postMessage({ type: 'service:resize', height: 5000 - at * 100 }, '*')
        parent.postMessage({ type: 'service:resize', height: '700' }, '*')
      })`,
    '/settings': `addEventListener('load', () => setTimeout(() => { location.href = 'http://[::1]:${port}/elsewhere' }, 200))`,
  }
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'sid=1; HttpOnly; SameSite=Lax; Path=/' })
    response.end(
      `<!doctype html><title>wrong</title><body><h1>${path}</h1><script>window.report = () => []; ${pages[path] ?? ''}</script>`,
    )
  })
  await listen(server, port)
}

/** An app that puts the payloads into all that the panel preview shows of it: headers, cookies, where it leads to, messages. */
async function serveHostileApp(port: number): Promise<void> {
  const inHeaders = payloads.map((payload) => payload.replaceAll(/[;,\s]/g, '_')).join(' ')
  const server = createServer(({ url = '' }, response) => {
    if (url.includes('embed_token')) {
      response.writeHead(303, {
        Location: `/full?${encodeURIComponent(payloads.join(' '))}`,
        'Set-Cookie': payloads.map((payload) => `${payload.replaceAll(/[;,=\s]/g, '_')}=1; Path=/; SameSite=Odd`),
      })
      response.end()
      return
    }
    response.writeHead(200, {
      'Content-Type': 'text/html',
      'Content-Security-Policy': `script-src 'unsafe-inline' ${inHeaders}; frame-ancestors ${inHeaders} *`,
      'X-Frame-Options': inHeaders,
    })
    response.end(`<!doctype html><title>hostile</title><h1>hostile</h1><script>
      for (const text of ${JSON.stringify(payloads).replaceAll('<', '\\u003c')}) {
        parent.postMessage(text, '*')
        parent.postMessage({ type: text, height: text }, '*')
        parent.postMessage({ type: 'service:resize', height: text }, '*')
      }
    </script>`)
  })
  await listen(server, port)
}

/** In the panel preview: whether a payload ran, became an element, or became an attribute. */
const canaries = `({
  canary: 'canary' in window,
  foreign: document.querySelectorAll('script:not([src^="/_"]), iframe:not([data-preview], [data-look]), img, svg, object, embed, base, style, details:not(.menu, .passed), video, math').length,
  handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [ontoggle], [href^=javascript]').length,
})`

/** An app that makes a cookie of the token and shows on its next page whether it came back. */
async function serveCookieApp(port: number, app: { readonly cookie: string }): Promise<void> {
  const server = createServer(({ url = '', headers }, response) => {
    if (url.includes('embed_token')) response.writeHead(303, { Location: '/full', 'Set-Cookie': app.cookie })
    else response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><title>cookie</title><h1>${headers.cookie?.includes('sid=1') ? 'in' : 'out'}</h1>`)
  })
  await listen(server, port)
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
}

describeInChromium('the panel preview', (browser) => {
  it('finds each mistake of an app (EMB-042 EMB-044 EMB-104 EMB-107 EMB-113 EMB-119 BRIDGE-001 BRIDGE-008 BRIDGE-009)', async () => {
    const fixture = await makeFixture({
      slots: [
        ['fullpage', 'full'],
        ['order-detail', 'order'],
        ['settings', 'settings'],
      ],
    })
    await serveWrongApp(fixture.port)
    const page = await fixture.signIn(browser())
    await installSlotApp(page, fixture)

    await page.goto(previewOf(fixture))
    // Too late by the clock of the panel preview, whatever the machine does meanwhile.
    await expect.poll(() => page.textContent('#findings')).toContain('Never sent.')
    const app = page.frameLocator('iframe[data-preview]').locator('body')
    await app.evaluate("parent.postMessage({ type: 'service:ready' }, '*')")
    await expect.poll(() => page.textContent('#findings')).toMatch(/after the load\./)
    const full = await wrongIn(page)
    await choose(page, 'Order')
    const order = await wrongIn(page)
    await choose(page, 'Settings')
    await expect.poll(() => page.textContent('#findings')).toContain(`http://[::1]:${fixture.port}`)
    const settings = await wrongIn(page)

    expect(full).toEqual({
      Session: 'error',
      'Cookies in a frame': 'error',
      'Token in the URL': 'error',
      History: 'warning',
      'service:ready': 'warning',
      'service:resize': 'warning',
      'Other messages': 'warning',
      'Browser storage': 'warning',
      'Identity from a message': 'warning',
      'Frame ancestors': 'warning',
      'Content-Security-Policy': 'warning',
    })
    expect(order).toMatchObject({
      'service:resize': 'error',
      'Resize rate': 'warning',
      'service:ready': 'warning',
    })
    expect(settings).toMatchObject({ 'App origin': 'error' })
  })

  it('shows all 30 payloads in app names, responses and messages as plain text in the panel preview (T22)', async () => {
    const mixed = payloads.slice(0, 4).join(' ')
    const label = payloads.join(' ')
    const fixture = await makeFixture({ storeName: payloads[4] ?? '' })
    const slots = ['fullpage', 'order-detail'].map((type) => ({ type, path: 'full', label }))
    await fixture.control.register({
      key: fixture.key,
      name: mixed,
      requested_scopes: ['orders.read'],
      redirect_uris: [`${fixture.app}/auth/callback`],
      admin_manifest_json: JSON.stringify({ renderMode: 'iframe', appUrl: fixture.app, installScope: 'region', slots }),
    })
    await serveHostileApp(fixture.port)
    const page = await fixture.signIn(browser())
    const done: string[] = []
    page.on('dialog', (dialog) => {
      done.push('dialog')
      void dialog.dismiss()
    })

    const shown: string[] = []
    for (const query of ['', '?view=order-detail', '?check=tokens', `?view=${encodeURIComponent(label)}`]) {
      await page.goto(previewOf(fixture) + query)
      await wrongIn(page)
      expect({ query, ...(await page.evaluate<object>(canaries)) }).toEqual({
        query,
        canary: false,
        foreign: 0,
        handlers: 0,
      })
      shown.push((await page.textContent('main')) ?? '')
    }

    expect(done).toEqual([])
    // They were really there: the name word for word, and what the app answered.
    expect(await page.textContent('h1')).toBe(`Panel preview: ${mixed}`)
    expect(shown.join('\n')).toContain('<svg_onload_canary_1>')
  })

  it('the panel preview and all pages with app frames have no axe-core violations in both themes and no horizontal scrolling', async () => {
    const fixture = await makeFixture({
      slots: [
        ['fullpage', 'full'],
        ['settings', 'quiet'],
        ['order-detail', 'quiet'],
        ['customer-detail', 'quiet'],
        ['product-detail', 'quiet'],
      ],
    })
    await serveWrongApp(fixture.port)
    const page = await fixture.signIn(browser())
    await installSlotApp(page, fixture)
    const found: unknown[] = []
    /** One load: a theme and a width change the page that is there. */
    const look = async (address: string) => {
      await page.goto(address)
      if (address.includes('/preview/')) await wrongIn(page)
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        const faults = faultsOf(await looksOf(page))
        if (faults.length > 0) found.push({ address, width, faults })
      }
    }
    const records = await Promise.all(['orders', 'customers', 'products'].map((list) => firstOf(page, fixture, list)))

    const preview = previewOf(fixture)
    const pages = [
      preview,
      `${preview}?view=order-detail&width=1600`,
      fixture.manage,
      `${fixture.manage}/settings`,
      ...records,
    ]
    for (const address of pages) await look(address)
    await page.goto(preview)
    await wrongIn(page)
    expect(await page.locator('.preview-choices a').count()).toBeGreaterThan(10)
    expect(await smallTargets(page, '.preview-choices a, .preview-findings summary')).toEqual([])

    expect(records.every((address) => /\/\d+$/.test(address))).toBe(true)
    expect(found).toEqual([])
  })
})

describeInPrivateWindows('the panel preview in a private window', (browser) => {
  it('finds no problem in the panel of a new app, and previews it in any language, theme and width (EMB-104 EMB-111 BRIDGE-002)', async () => {
    const fixture = await makeRunningFixture({
      slots: [
        ['fullpage', 'panel'],
        ['order-detail', 'slots/order'],
      ],
    })
    const page = await fixture.signIn(browser())
    const troubles: string[] = []
    page.on('pageerror', (error) => troubles.push(error.message))
    page.on('console', (message) => troubles.push(message.text()))
    await installByHand(page, fixture)

    await page.goto(fixture.manage)
    await page.getByRole('link', { name: 'Panel preview' }).click()
    expect(await wrongIn(page)).toEqual({})
    expect(await page.getByRole('status').textContent()).toMatch(/^The panel is ready: all \d+ checks passed\.$/)
    expect(await page.frames()[1]?.textContent('h1')).toBe('Demo')
    const seconds = async () => Number((await page.textContent('#countdown'))?.split(' ')[0])
    const before = await seconds()
    await expect.poll(seconds).toBeLessThan(before)
    expect(before).toBeLessThanOrEqual(120)

    // A private window: third-party cookies are blocked, and the panel preview knows.
    await expect
      .poll(() => page.textContent('#findings'))
      .toContain('This browser blocks all other third-party cookies.')

    await choose(page, 'Order')
    await choose(page, '390 px')
    await choose(page, 'ar')
    expect(await wrongIn(page)).toEqual({ 'Identity from a message': 'unknown' })
    const order = page.locator('iframe[data-preview]')
    expect((await order.boundingBox())?.width).toBe(390)
    expect(JSON.parse((await order.getAttribute('data-bridge')) ?? '')).toMatchObject({
      locale: 'ar',
      storeContext: { uiLocale: 'ar' },
    })
    await expect.poll(() => page.frameLocator('iframe[data-preview]').locator('main').textContent()).toMatch(/TRY/)
    await choose(page, 'forged')
    await expect
      .poll(() => page.frameLocator('iframe[data-preview]').locator('main').textContent())
      .toContain('Open the app panel')

    await page.emulateMedia({ colorScheme: null })
    for (const theme of ['dark', 'light']) {
      await choose(page, theme)
      const frame = await frameOf(page)
      await expect
        .poll(() => frame.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`))
        .toBe(theme === 'dark')
    }

    await page.goto(previewOf(fixture))
    // The browser notes a refused page in its console.
    troubles.push(...troubles.splice(0).filter((text) => !text.includes('401')))
    await page.getByRole('link', { name: 'Test invalid tokens' }).click()
    expect(await wrongIn(page)).toEqual({})
    expect(await page.textContent('#findings')).toContain('Token: invalid signature')
    await choose(page, 'expired')
    expect(await wrongIn(page)).toEqual({})
    expect(await page.textContent('#findings')).toContain('Rejected with 401')
    expect(troubles.filter((text) => !text.includes('401'))).toEqual([])
  })

  it('reports the browser’s treatment of each cookie with third-party cookies blocked and allowed (EMB-111 EMB-113)', async () => {
    const fixture = await makeFixture({ slots: [['fullpage', 'full']] })
    const app = { cookie: '' }
    await serveCookieApp(fixture.port, app)
    const blocked = await fixture.signIn(browser())
    const open = await openKeepingThirdPartyCookies()
    await open.goto(await fixture.control.signInUrl({ store: fixture.store.code }))
    /** What the app knew on its second page, and what the panel preview says of its cookie. */
    const outcome = async (page: Page) => {
      await page.context().clearCookies({ domain: '127.0.0.1' })
      await page.goto(previewOf(fixture))
      const wrong = await wrongIn(page)
      await expect.poll(() => page.textContent('#findings')).toMatch(/This browser|in a frame|blocked\./)
      const known = await page.frameLocator('iframe[data-preview]').locator('h1').textContent()
      return [known, wrong['Session'] ?? 'ok', (await wrongIn(page))['Third-party cookies'] ?? 'ok']
    }

    const outcomes: Record<string, unknown> = {}
    for (const cookie of ['SameSite=Lax', 'SameSite=None; Secure', 'SameSite=None; Secure; Partitioned']) {
      app.cookie = `sid=1; HttpOnly; Path=/; ${cookie}`
      outcomes[cookie] = { blocked: await outcome(blocked), open: await outcome(open) }
    }

    expect(outcomes).toEqual({
      'SameSite=Lax': { blocked: ['out', 'error', 'ok'], open: ['out', 'error', 'ok'] },
      'SameSite=None; Secure': { blocked: ['out', 'ok', 'error'], open: ['in', 'ok', 'warning'] },
      'SameSite=None; Secure; Partitioned': { blocked: ['in', 'ok', 'ok'], open: ['in', 'ok', 'ok'] },
    })
  })
})

/** The frame with the slot of the order. */
async function frameOf(page: Page) {
  const find = () => page.frames().find((one) => one.url().includes('/slots/order'))
  // The frame is there before its page.
  await expect.poll(find).toBeDefined()
  return find() ?? expect.unreachable()
}

/** The first record of a list of the admin, in its own window. */
async function firstOf(page: Page, { urls }: Fixture, list: string): Promise<string> {
  const other = await page.context().newPage()
  await other.goto(`${urls.admin}/admin/${list}`)
  const href = await other.locator(`main a[href^="/admin/${list}/"]`).first().getAttribute('href')
  await other.close()
  return urls.admin + (href ?? '')
}
