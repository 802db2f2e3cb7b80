import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'

import { makeFixture, stranger } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { faultsOf, looksInBothThemes } from '../support/looks.ts'
import { payloads } from '../support/payloads.ts'

describeInChromium('the storefront, as a customer walks through it', (browser) => {
  it('orders a product from a category page by accessible names only (APP-020)', async () => {
    const { urls, control, store } = await makeFixture()
    const page = await stranger(browser())
    await page.setViewportSize({ width: 390, height: 844 })
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    const fits = async () => {
      // Without its style sheet a page is wider.
      await page.waitForLoadState('load')
      return page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
    }

    await page.goto(`${urls.storefront}/${store.code}`)
    await link('de').click()
    await link('Kitchen').click()
    await link('Stoneware mug').click()
    await page.getByRole('heading', { level: 1, name: 'Stoneware mug' }).waitFor()
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('-2')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('alert').getByText('“-2” is not a quantity').waitFor()
    expect(await page.getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('-2')
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    // With the keyboard: Enter in the field sends the form.
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Cart/ }).getByText('Cart (2)').waitFor()
    await link('de').click()
    await link('Canvas backpack').click()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('spinbutton', { name: 'Quantity of Stoneware mug' }).fill('3')
    expect(await fits()).toBe(true)
    // What was typed and not updated yet is not lost.
    await page.getByRole('button', { name: 'Checkout' }).click()
    await page.getByText('3 × Stoneware mug').waitFor()
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Example')
    await page.getByRole('textbox', { name: 'Street and number' }).fill('1 Example Street')
    await page.getByRole('textbox', { name: 'Postal code' }).fill('10115')
    await page.getByRole('textbox', { name: 'City' }).fill('Berlin')
    await page.getByRole('radio', { name: 'Pay later' }).check()
    expect(await fits()).toBe(true)
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
    await page.reload()

    const [order, before] = await control.latestOrders({ store: store.code })
    const shown = await page.getByRole('main').textContent()
    expect(shown).toContain(order?.orderNumber)
    expect(shown).toMatch(/\d,\d\d\s€/)
    expect(order).toMatchObject({ paymentStatus: 'unpaid', currency: 'EUR' })
    expect(before?.id).toBeLessThanOrEqual(40)
    expect(await page.getByRole('link', { name: /^Cart/ }).textContent()).toBe('Cart')
  })

  it('every page has no axe-core violations in either theme, no horizontal scrolling at 390 px and at most 60 kB', async () => {
    const { urls, store, control } = await makeFixture()
    await control.openStore({ name: 'Big', seed: 'demo' })
    const { store: empty } = await control.openStore({ name: 'Empty', seed: 'none' })
    const context = await browser().newContext({ viewport: { width: 390, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const home = `${urls.storefront}/${store.code}/de`
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const found: unknown[] = []
    const look = async (name: string) => {
      const looks = await looksInBothThemes(page)
      found.push({ name, faults: faultsOf(looks), parts: looks.parts })
    }

    for (const path of ['/', '/nope', '/big/nowhere', '/big/tr', `/${empty.code}/tr`]) {
      await page.goto(urls.storefront + path)
      expect({ path, faults: faultsOf(await looksInBothThemes(page)) }).toEqual({ path, faults: [] })
    }
    for (const path of ['', '/categories/1', '/categories/5', '/nothing', '/cart']) {
      await page.goto(home + path)
      await look(path)
    }
    await page.goto(`${home}/products/4`)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('0')
    await press('Add to cart')
    await look('refused product')
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await press('Add to cart')
    await page.getByRole('spinbutton', { name: 'Quantity of Stoneware mug' }).fill('0')
    await press('Checkout')
    await look('refused cart')
    await page.getByRole('spinbutton', { name: 'Quantity of Stoneware mug' }).fill('2')
    await press('Checkout')
    // The rest is filled in with test data.
    await page.getByRole('textbox', { name: 'Email' }).fill('')
    await press('Place order')
    await look('refused checkout')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await press('Place order')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await look('thanks')

    expect(found).toHaveLength(9)
    for (const one of found) expect(one).toMatchObject({ faults: [], parts: [1, 1, 'de', true] })
  })

  it('shows all 30 payloads as plain text in products, descriptions and categories (T22)', async () => {
    const { urls, control, store, running } = await makeFixture()
    const db = running.emulator.context.storeDb(store.id)
    // Several in one name, so that each of them comes to every page with a third of the pages.
    const names = Array.from({ length: 10 }, (_, at) =>
      payloads.filter((_payload, index) => index % 10 === at).join(' '),
    )
    for (const name of names) await control.createProduct({ store: store.code, name, prices: { de: '1.00' } })
    db.prepare('UPDATE products SET description = name, image_url = name').run()
    db.prepare("UPDATE categories SET name = ? WHERE name = 'Kitchen'").run(payloads.join(' '))
    const page = await stranger(browser())
    const home = `${urls.storefront}/${store.code}/de`
    const ids = db.prepare("SELECT id FROM products WHERE id > 12 AND status = 'A'").all()

    await look(page, home)
    for (const { id } of ids) {
      await look(page, `${home}/products/${String(id)}`)
      await page.getByRole('button', { name: 'Add to cart' }).click()
    }
    await look(page, `${home}/cart`)
    await page.getByRole('button', { name: 'Checkout' }).click()
    for (const name of ['Email', 'Full name', 'Street and number', 'Postal code', 'City']) {
      await page.getByRole('textbox', { name }).fill(payloads[3] ?? '')
    }
    await page.getByRole('button', { name: 'Place order' }).click()
    await look(page, null)

    expect([payloads.length, ids.length]).toEqual([30, 10])
    expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe(payloads[3])
  })
})

/** Fails where a payload ran, became an element or an attribute. */
async function look(page: Page, url: string | null): Promise<void> {
  if (url === null) await page.waitForLoadState('load')
  else await page.goto(url)
  const found = await page.evaluate<object>(`({
    canary: 'canary' in window,
    foreign: document.querySelectorAll('script, img:not(.picture[src^="/"]), svg, iframe, object, embed, base, style, details, video, math').length,
    handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [ontoggle], [href^=javascript]').length,
  })`)
  expect({ url, ...found }).toEqual({ url, canary: false, foreign: 0, handlers: 0 })
}
