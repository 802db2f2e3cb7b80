import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'

import { serve } from '../../support/served.ts'
import { stranger } from '../support/browser-fixture.ts'
import { describeInPrivateWindows } from '../support/chromium.ts'

/** An app on another port of a host, which keeps the headers of what the browser sends to it. It also asks for a password, as the emulator does. */
async function makeGreedyApp(host: string) {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer(({ headers, url = '' }, response) => {
    seen.push(headers)
    if (url.startsWith('/_proof')) response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="svcapp emulator"' })
    else response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end('<h1>App</h1>')
  })
  const bind = host === 'localhost' ? undefined : host
  await new Promise<void>((resolve) => void server.listen(0, bind, resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  /** What the browser gave it, to be sent on by itself. */
  const taken = () => Object.assign({}, ...seen.map(({ cookie }) => (cookie ? { cookie } : {}))) as { cookie?: string }
  return { url, seen, taken }
}

/** The browser is led to the app by the paths that the emulator has, in the same window. */
async function visitApp(page: Page, url: string): Promise<void> {
  for (const path of ['/', '/admin/orders', '/apps/new']) await page.goto(url + path)
  // Without anybody in front of it a browser gives up where it would ask for a password.
  const other = await page.context().newPage()
  await other.goto(`${url}/_proof`).catch(() => null)
  await other.close()
}

/** As a server does it: cookies and whatever else it was sent, and no redirect followed. */
async function replay(url: string, headers: Record<string, string>, form?: string) {
  const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const response = await fetch(url, { redirect: 'manual', headers, ...body })
  return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() }
}

async function makeShop() {
  const { control, urls } = await serve()
  const { store, manager } = await control.openStore({ name: 'Demo', seed: 'none' })
  return { control, urls, store, manager }
}

describeInPrivateWindows('T19 cookies that a browser sends to another port', (browser) => {
  it.each(['the form', 'an address that works once'])(
    'give no access to the store admin after a sign-in with %s (T19)',
    async (way) => {
      const { control, urls, store, manager } = await makeShop()
      const app = await makeGreedyApp('localhost')
      const page = await stranger(browser())
      const troubles: string[] = []
      page.on('console', (message) => troubles.push(`${message.type()} ${message.text()}`))
      if (way === 'the form') {
        await page.goto(`${urls.admin}/admin/orders`)
        await page.getByLabel('Email').fill(manager.email)
        await page.getByLabel('Password').fill(manager.password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.waitForURL(`${urls.admin}/admin/orders`)
      } else {
        await page.goto(await control.signInUrl({ store: store.code }))
      }
      expect(troubles).toEqual([])

      await visitApp(page, app.url)
      const taken = app.taken()
      const pages = await Promise.all(
        ['/admin/plugins', '/admin/orders', '/admin/goods'].map((path) => replay(urls.admin + path, { ...taken })),
      )
      const guess = { ...taken, authorization: `Basic ${btoa('browser:0')}` }
      const token = await replay(`${urls.admin}/api/admin/apps/app.acme.loyalty/embed-token`, { ...taken })
      const kept = await replay(`${urls.admin}/_proof/kept`, guess, '')
      const forms = await Promise.all([
        replay(`${urls.admin}/admin/orders`, guess),
        replay(`${urls.admin}/admin/region`, { ...taken, origin: urls.admin }, 'region_id=1&next=/admin/orders'),
        replay(`${urls.admin}/admin/sign-out`, { ...taken }, ''),
      ])

      expect(taken.cookie).toMatch(/^svcapp_admin_/)
      expect(app.seen.map(({ authorization }) => authorization)).not.toContainEqual(expect.any(String))
      for (const { status, location, text } of [...pages, ...forms]) {
        expect([status, text]).toEqual([303, ''])
        expect(location).toContain('/admin/sign-in')
      }
      expect([token.status, kept.text]).toEqual([401, 'yes'])
      // The person goes on as before, also in another window.
      await page.goto(`${urls.admin}/admin/orders`)
      const second = await page.context().newPage()
      await second.goto(`${urls.admin}/admin/plugins`)
      await second.getByLabel('Region tr (TRY)').click()
      await second.getByRole('button', { name: 'tr (TRY)' }).click()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Orders')
      expect(await second.getByRole('heading', { level: 1 }).textContent()).toBe('Plugins')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(/sign-in/)
    },
  )

  it('give no access to the developer portal (T19)', async () => {
    const { control, urls, store } = await makeShop()
    const app = await makeGreedyApp('127.0.0.1')
    const page = await stranger(browser())
    await page.goto(await control.portalUrl())

    await visitApp(page, app.url)
    const taken = app.taken()
    const answers = [
      await replay(`${urls.portal}/`, { ...taken }),
      await replay(`${urls.portal}/stores/${store.code}/sign-in`, { ...taken, origin: urls.portal }, ''),
    ]

    expect(taken.cookie).toMatch(/^svcapp_portal_/)
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [403, ''],
      [403, ''],
    ])
    await page.goto(urls.portal)
    await page.getByRole('button', { name: 'Open admin' }).click()
    await page.waitForURL(`${urls.admin}/**`)
  })

  it('a second sign-in in the same browser is bound immediately, and two parallel windows stay signed in (T19)', async () => {
    const { control, urls, store } = await makeShop()
    const page = await stranger(browser())
    const other = await page.context().newPage()
    const [one, two] = [await control.signInUrl({ store: store.code }), await control.signInUrl({ store: store.code })]

    await Promise.all([page.goto(one), other.goto(two)])
    await Promise.all([page.goto(`${urls.admin}/admin/orders`), other.goto(`${urls.admin}/admin/goods`)])
    const tied = await (await page.goto(`${urls.admin}/admin/orders`))?.text()
    const again = await (await page.goto(await control.signInUrl({ store: store.code })))?.text()

    expect(tied).toContain('<h1>Orders</h1>')
    expect([tied, again]).not.toContainEqual(expect.stringContaining('<script'))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Plugins')
    expect(await other.getByRole('heading', { level: 1 }).textContent()).toBe('Stock and shipping')
  })

  it('give no access to an app on localhost that the sign-in link redirects to immediately (T19)', async () => {
    const { control, urls, store } = await makeShop()
    const app = await makeGreedyApp('localhost')
    const page = await stranger(browser())

    await page.goto(await control.signInUrl({ store: store.code, next: `${app.url}/auth/start` }))
    await page.waitForURL(`${app.url}/auth/start`)
    const { status, location } = await replay(`${urls.admin}/admin/orders`, { ...app.taken() })

    expect(app.taken().cookie).toMatch(/^svcapp_admin_/)
    expect([status, location]).toEqual([303, expect.stringContaining('/admin/sign-in')])
  })

  it('a browser without JavaScript stays signed in with the cookie only', async () => {
    const { control, urls, store } = await makeShop()
    const context = await browser().newContext({ javaScriptEnabled: false })
    onTestFinished(() => context.close())
    const page = await context.newPage()

    await page.goto(await control.signInUrl({ store: store.code }))
    await page.goto(`${urls.admin}/admin/orders`)

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Orders')
  })
})
