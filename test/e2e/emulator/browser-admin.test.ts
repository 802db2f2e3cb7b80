import { expect, it, onTestFinished } from 'vitest'

import { makeFixture, type Fixture } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { faultsOf, looksInBothThemes } from '../support/looks.ts'

async function filled(): Promise<Fixture & { readonly orderId: number }> {
  const fixture = await makeFixture({
    slots: [
      ['fullpage', 'panel'],
      ['settings', 'settings'],
    ],
  })
  const { id } = await fixture.control.placeOrder({ store: fixture.store.code })
  return { ...fixture, orderId: id }
}

function installApp({ running, store }: Fixture, key: string): void {
  running.emulator.context.registry
    .prepare(
      "INSERT OR IGNORE INTO installs (app_key, store_id, region_id, install_scope, scopes, subscription, installed_at) VALUES (?, ?, ?, 'region', '[]', 'active', 0)",
    )
    .run(key, store.id, store.regions[0]?.id ?? 0)
}

describeInChromium('the store admin in a browser', (browser) => {
  it('finds, pays, ships and refunds an order, and hides and deletes a product, by accessible names', async () => {
    const fixture = await filled()
    const page = await fixture.signIn(browser())
    const order = await fixture.control.placeOrder({ store: fixture.store.code })
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill(order.orderNumber)
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=/)
    expect(await page.getByRole('table').getByRole('link').allTextContents()).toEqual([order.orderNumber])
    await page.getByRole('link', { name: order.orderNumber, exact: true }).click()
    await button('Mark as paid').click()
    await page.getByLabel('Tracking number').fill('EX42')
    await button('Mark as shipped').click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(order.orderNumber)
    expect(await page.textContent('main')).toContain('EX42')
    await page.reload()
    await page.getByText('More actions').click()
    await button('Refund order').click()
    const events = await page.getByRole('list', { name: 'Events' }).getByRole('listitem').count()
    expect([events, await page.getByText('More actions').count()]).toEqual([4, 0])

    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('linen')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=/)
    const name = (await page.getByRole('table').getByRole('link').first().textContent()) ?? ''
    await page.getByRole('link', { name, exact: true }).click()
    const press = async (name: string) => {
      await page.getByText('More actions').click()
      await button(name).click()
    }
    await press('Unpublish')
    expect(await page.textContent('main')).toContain('draft')
    await press('Publish')
    expect(await page.textContent('main')).toContain('published')
    await press('Delete product')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Products')
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
  })

  it('Next page continues the list by keyboard only', async () => {
    const fixture = await makeFixture()
    const { store } = await fixture.control.openStore({ name: 'Busy', seed: 'demo' })
    const page = await fixture.signIn(browser())
    await page.goto(await fixture.control.signInUrl({ store: store.code }))
    await page.goto(`${fixture.urls.admin}/admin/products`)
    const first = await page.getByRole('table').getByRole('link').first().textContent()

    await page.getByRole('link', { name: 'Next page' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/before=/)

    expect(await page.getByRole('table').getByRole('link').count()).toBe(50)
    expect(await page.getByRole('table').getByRole('link').first().textContent()).not.toBe(first)
  })

  it('the bar keeps its height with any number of apps, never scrolls horizontally, and full rows fit on a phone', async () => {
    const fixture = await filled()
    const page = await fixture.signIn(browser())
    const measure = async (width: number) => {
      await page.setViewportSize({ width, height: 800 })
      return page.evaluate<[number, number]>(
        `[document.querySelector('header').offsetHeight, document.documentElement.scrollWidth - innerWidth]`,
      )
    }
    const bars: [number, number][][] = []
    for (const apps of [0, 1, 50]) {
      for (let at = 0; at < apps; at++) installApp(fixture, `app.example.with-a-long-name-${at}`)
      await page.goto(`${fixture.urls.admin}/admin/customers`)
      bars.push([await measure(1280), await measure(1600), await measure(800), await measure(390)])
    }
    // On a phone a row is a card with all that it says in view, and still a row.
    await page.goto(`${fixture.urls.admin}/admin/orders`)
    const newest = page.getByRole('table').getByRole('row').nth(1)
    const ends = await newest
      .getByRole('cell')
      .filter({ visible: true })
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()).map(({ right, left }) => [left, right]))

    expect(bars.flat().map(([, sideways]) => sideways)).toEqual(bars.flat().map(() => 0))
    const [none, one, many] = bars.map((bar) => bar.map(([height]) => height))
    expect([one?.slice(0, 3), many]).toEqual([none?.slice(0, 3), one])
    expect(one?.[0]).toBeLessThan(80)
    expect(await newest.textContent()).toMatch(/processing|paid/)
    expect(ends.length).toBeGreaterThan(5)
    expect(ends.filter(([left = -1, right = 999]) => left < 0 || right > 390)).toEqual([])
  })

  it('on a phone the menu lists the apps without lines, and has space above the account', async () => {
    const fixture = await filled()
    const page = await fixture.signIn(browser())
    installApp(fixture, 'app.example.one')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${fixture.urls.admin}/admin/customers`)
    await page.getByRole('button', { name: 'Menu' }).click()
    const apps = page.getByRole('navigation', { name: 'Apps' })
    await apps.waitFor()

    const lines = await page.evaluate("getComputedStyle(document.querySelector('nav.apps')).borderWidth")
    const [link, who] = [
      await apps.getByRole('link').last().boundingBox(),
      await page.locator('.session').boundingBox(),
    ]

    expect(lines).toBe('0px')
    expect((who?.y ?? 0) - (link?.y ?? 0) - (link?.height ?? 0)).toBeGreaterThanOrEqual(8)
  })

  it('every page has no axe-core violations in either theme, no horizontal scrolling at 390 px and at most 60 kB', async () => {
    const fixture = await filled()
    const context = await browser().newContext({ viewport: { width: 390, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const { store: big } = await fixture.control.openStore({ name: 'Big', seed: 'demo' })
    const found: unknown[] = []
    const look = async (path: string) => {
      await page.goto(new URL(path, `${fixture.urls.admin}/admin/`).href)
      const looks = await looksInBothThemes(page)
      const faults = faultsOf(looks)
      if (faults.length > 0) found.push({ path, faults })
      expect({ path, parts: looks.parts }).toEqual({ path, parts: [1, 1, 'en', true] })
    }
    for (const path of ['sign-in', 'sign-in?ticket=old', '/nothing', '/open#key=old']) await look(path)
    const lists = ['orders', 'products', 'customers', 'categories']
    const paths = [
      ...lists,
      'orders?q=nothing+is+like+this',
      `orders/${fixture.orderId}`,
      'products/1',
      'products/1/edit',
      'customers/1',
      'categories/1',
      'plugins',
      'goods',
      'orders/999999',
      'nothing',
      'plugins/manage/app.no.such',
      'plugins/install/app.no.such',
      'preview/app.no.such',
      `plugins/install/${fixture.key}`,
      `plugins/manage/${fixture.key}`,
    ]

    await page.goto(await fixture.control.signInUrl({ store: fixture.store.code }))
    for (const path of paths) await look(path)
    // The longest pages.
    await page.goto(await fixture.control.signInUrl({ store: big.code }))
    for (const path of [...lists, 'goods']) await look(path)

    expect(found).toEqual([])
  })
})
