import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { makeFixture } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { payloads } from '../support/payloads.ts'

/** In the page: whether a payload ran, became an element, or became an attribute. */
const look = `({
  canary: 'canary' in window,
  foreign: document.querySelectorAll('script:not([src="/_bridge.js"]), img:not(.picture[src^="/"], .thumb[src^="/admin/pictures/"]), svg, object, embed, base, style, details:not(.menu), video, math').length,
  handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [ontoggle], [href^=javascript]').length,
})`

/** What a page did that text cannot do. */
function watch(page: Page) {
  const done: string[] = []
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') done.push(`asked ${request.url()}`)
  })
  page.on('console', (message) => {
    // A policy that had to stop something has stopped what should have been text.
    if (/Content Security Policy/i.test(message.text())) done.push(message.text())
  })
  page.on('dialog', (dialog) => {
    done.push('dialog')
    void dialog.dismiss()
  })
  return done
}

describeInChromium('payloads in the names of stores and apps', (browser) => {
  it('shows all 30 payloads as plain text on every page of admin, portal and storefront (T22)', async () => {
    expect(new Set(payloads).size).toBe(30)
    const mixed = `<script>canary=1</script>"'></title><img src=x onerror=canary=1>`
    const fixture = await makeFixture({ storeName: mixed, registration: { name: mixed } })
    for (const [at, payload] of payloads.entries()) {
      const appKey = `app.acme.payload${at}`
      await fixture.control.register({
        key: appKey,
        name: payload,
        requested_scopes: ['orders.read'],
        redirect_uris: [`${fixture.app}/auth/callback`],
      })
      await fixture.control.addTestStore({ key: appKey, code: fixture.store.code })
      // A store is made of files: a few names are enough for the two lists of stores.
      if (at % 5 === 0) await fixture.control.openStore({ name: payload, seed: 'none' })
    }
    const page = await fixture.signIn(browser())
    const done = watch(page)
    const { admin, portal, storefront } = fixture.urls
    const portalTicket = await fixture.control.portalUrl()
    const pages = [
      // First, because it expires.
      portalTicket,
      `${admin}/admin/plugins`,
      `${admin}/admin/orders`,
      fixture.manage,
      fixture.consent,
      ...payloads.map((_, at) => `${admin}/admin/plugins/install/app.acme.payload${at}`),
      `${portal}/apps/${fixture.key}`,
      `${storefront}/`,
      `${storefront}/${fixture.store.code}`,
      `${storefront}/${fixture.store.code}/tr/cart`,
    ]

    for (const url of pages) {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
      const found = await page.evaluate<object>(look)
      expect({ url, ...found }).toEqual({ url, canary: false, foreign: 0, handlers: 0 })
    }

    expect(done).toEqual([])
    // They were really there, word for word.
    await page.goto(`${portal}/`)
    const text = await page.textContent('body')
    expect(payloads.filter((payload) => !text?.includes(payload))).toEqual([])
  })

  it('shows all 30 payloads in every stored string as plain text on the pages of its records (T22)', async () => {
    const fixture = await makeFixture()
    const order = await fixture.control.placeOrder({ store: fixture.store.code })
    const db = fixture.running.emulator.context.storeDb(fixture.store.id)
    const page = await fixture.signIn(browser())
    const done = watch(page)
    const records = ['orders', 'products', 'customers', 'categories'].flatMap((list) => [list, `${list}?q=a`])
    const paths = [...records, `orders/${order.id}`, 'products/1', 'customers/1', 'categories/1', 'goods']
    db.exec(`UPDATE orders SET customer_id = 1;
      INSERT INTO cost_lines VALUES (${order.id}, 'app.a.b', 'r', '', '', '1', 'TRY', 0);
      INSERT INTO variants (product_id, sku, combination) VALUES (1, '', '{}');
      INSERT INTO stock_movements (product_id, warehouse_id, app_key, mode, quantity, stock_before, stock_after, notes, at)
        VALUES (1, 1, 'app.a.b', 'set', 1, '0', '1', '', 0)`)

    // Several in one string, so that each of them comes to every place.
    for (let at = 0; at < payloads.length; at += 6) {
      const mixed = payloads.slice(at, at + 6).join(' ')
      const json = JSON.stringify({ [mixed]: mixed })
      for (const [table, columns] of Object.entries(storedStrings)) {
        for (const column of columns) db.prepare(`UPDATE ${table} SET ${column} = ?${unique[column] ?? ''}`).run(mixed)
      }
      db.prepare('UPDATE orders SET billing_address = ?, shipping_address = ?').run(json, json)
      db.prepare('UPDATE variants SET combination = ? WHERE product_id = 1').run(json)
      for (const path of paths) {
        await page.goto(`${fixture.urls.admin}/admin/${path}`, { waitUntil: 'domcontentloaded' })
        const found = await page.evaluate<object>(look)
        expect({ path, ...found }).toEqual({ path, canary: false, foreign: 0, handlers: 0 })
      }
      // It was really there, word for word.
      await page.goto(`${fixture.urls.admin}/admin/products/1`)
      expect(await page.textContent('h1')).toBe(mixed)
    }

    expect(done).toEqual([])
  })
})

/** Every column of a store that takes a text of an app, an owner or a customer, and is shown in the admin. */
const storedStrings: Readonly<Record<string, readonly string[]>> = {
  customers: ['name', 'email'],
  orders: [
    'order_number',
    'order_source',
    'shipping_method',
    'tracking_number',
    'external_order_id',
    'external_customer_name',
  ],
  order_items: ['product_name', 'sku'],
  cost_lines: ['cost_type', 'description'],
  products: ['name', 'sku', 'description', 'mpn', 'gtin'],
  variants: ['sku'],
  categories: ['name', 'slug'],
  warehouses: ['name'],
  shipping_profiles: ['name'],
  shipping_packages: ['name'],
  stock_movements: ['mode', 'notes'],
}

/** What no two rows may share has the row's id behind it. */
const unique: Readonly<Record<string, string>> = { order_number: ' || id', slug: ' || id' }
