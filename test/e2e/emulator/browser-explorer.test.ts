import { expect, it, onTestFinished } from 'vitest'

import { allTables } from '../../../src/emulator/tables/all.ts'
import { makeFixture } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { keyboard } from '../support/hands.ts'
import { faultsOf, looksInBothThemes } from '../support/looks.ts'
import { payloads } from '../support/payloads.ts'

/** In the page: whether a payload ran, became an element, or became an attribute. */
const canaries = `({
  canary: 'canary' in window,
  foreign: document.querySelectorAll('script, img, svg, iframe, object, embed, base, style, details, video, math').length,
  handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [ontoggle], [href^=javascript]').length,
})`

describeInChromium('the data explorer', (browser) => {
  it('ships an order from the one-time link to its event by keyboard only, with no axe-core violations in either theme', async () => {
    const { control, store } = await makeFixture()
    const context = await browser().newContext({ viewport: { width: 390, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const hands = keyboard(page)
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const found: unknown[] = []
    const look = async (what: string) => {
      const faults = faultsOf(await looksInBothThemes(page))
      if (faults.length > 0) found.push({ what, faults })
    }

    await page.goto(await control.portalUrl({ next: `/data/${store.code}` }))
    await look('tables')
    await hands.press(button('Save checkpoint'))
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor()
    await look('no changes')
    await hands.press(button('All tables'))
    await hands.press(
      page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'orders', exact: true }),
    )
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor()
    await look('orders')
    await hands.type(page.getByRole('searchbox', { name: 'Value' }), '40')
    await page.keyboard.press('Enter')
    await page.getByText('1 row', { exact: true }).waitFor()
    await look('filtered')
    await hands.press(link('40'))
    await page.getByRole('heading', { level: 1, name: 'orders 40' }).waitFor()
    await look('order')
    await hands.type(page.getByRole('textbox', { name: 'carrier' }), 'Example Post')
    await hands.press(button('Mark as shipped'))
    await page.getByRole('status').getByText('Mark as shipped: done.').waitFor()
    await look('shipped')
    await hands.press(page.getByRole('status').getByRole('link', { name: 'order.shipped' }))
    await page.getByRole('heading', { level: 1, name: /^events \d+$/ }).waitFor()
    await look('event')
    await hands.press(page.locator('.lead').getByRole('link', { name: store.name, exact: true }))
    await hands.press(link('Show changes'))
    await page.getByText('changed', { exact: true }).first().waitFor()
    await look('changes')
    await page.goBack()
    await hands.press(
      page
        .getByRole('navigation', { name: 'Tables' })
        .or(page.getByRole('main'))
        .getByRole('link', { name: 'warehouses', exact: true })
        .first(),
    )
    await hands.press(button('Create warehouse'))
    await page.getByRole('alert').waitFor()
    await look('rejected')

    expect(found).toEqual([])
    const [newest] = await control.latestOrders({ store: store.code })
    expect(newest).toMatchObject({ id: 40, status: 'shipped' })
  })

  it('shows all 30 payloads as plain text in every table, filter and change (T22)', async () => {
    const fixture = await makeFixture()
    const { context } = fixture.running.emulator
    const db = context.storeDb(fixture.store.id)
    const page = await (await browser().newContext()).newPage()
    onTestFinished(() => page.context().close())
    const done: string[] = []
    page.on('dialog', (dialog) => {
      done.push('dialog')
      void dialog.dismiss()
    })
    page.on('console', (message) => void done.push(message.text()))
    await page.goto(await fixture.control.portalUrl({ next: '/data' }))
    await fixture.control.setCheckpoint({ store: fixture.store.code })
    const mixed = payloads.join(' ')
    db.exec(`INSERT INTO cost_lines VALUES (1, 'app.a.b', 'r', '', '', '1', 'TRY', 0);
      INSERT INTO variants (product_id, sku, combination) VALUES (1, '', '{}');
      INSERT INTO adoptions VALUES (1, 'app.a.b', 'r', '1', 0);
      INSERT INTO stock_movements (product_id, warehouse_id, app_key, mode, quantity, stock_before, stock_after, notes, at)
        VALUES (1, 1, 'app.a.b', 'set', 1, '0', '1', '', 0)`)
    context.registry.exec(`INSERT INTO installs (app_key, store_id, install_scope, scopes, subscription, installed_at)
      VALUES ('app.a.b', ${fixture.store.id}, 'store', '[]', 'active', 0)`)
    const filled: string[] = []
    for (const [name, { home, key, columns }] of allTables) {
      // One row, so that what may stand once only does; what has a fixed list of words refuses.
      const where = `WHERE (${key.join(', ')}) = (SELECT ${key.join(', ')} FROM ${name} LIMIT 1)`
      for (const [column, { kind }] of Object.entries(columns)) {
        if ((kind !== 'text' && kind !== 'json') || key.includes(column)) continue
        const value = name === 'installs' && column === 'scopes' ? '[]' : mixed
        try {
          const { changes } = (home === 'store' ? db : context.registry)
            .prepare(`UPDATE ${name} SET ${column} = ? ${where}`)
            .run(value)
          if (Number(changes) > 0) filled.push(`${name}.${column}`)
        } catch (error) {
          expect(String(error)).toMatch(/CHECK constraint/)
        }
      }
    }

    const home = `${fixture.urls.portal}/data/${fixture.store.code}`
    const hostile = encodeURIComponent(mixed.slice(0, 190))
    const pages = [
      `${fixture.urls.portal}/data`,
      home,
      `${home}/changes`,
      `${home}/orders?column=status&is=equals&value=${hostile}`,
      `${home}/orders?column=created_at&is=greater&value=${hostile}`,
      `${home}/${hostile}`,
      ...allTables.map(([name]) => `${home}/${name}`),
      ...['orders', 'products', 'installs', 'customers', 'events'].map((name) => `${home}/${name}/row?key=1`),
    ]
    for (const url of pages) {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
      const seen = await page.evaluate<object>(canaries)
      expect({ url, ...seen }).toEqual({ url, canary: false, foreign: 0, handlers: 0 })
    }

    // Only that pages which are not there were asked for.
    expect(done.filter((line) => !line.includes('404'))).toEqual([])
    expect(filled.length).toBeGreaterThan(60)
    await page.goto(`${home}/products/row?key=1`)
    const text = await page.textContent('main')
    expect(payloads.filter((payload) => !text?.includes(payload))).toEqual([])
  })
})
