import { describe, expect, it } from 'vitest'

import type { PlacedOrder } from '../../../src/control/contract.ts'
import type { OpenStoreInput } from '../../../src/control/store-contract.ts'
import { makeEmulator, regionOf, type Browser, type OpenedStore } from '../../support/emulator.ts'

const lists = ['orders', 'products', 'customers', 'categories'] as const

async function ready(store: Partial<OpenStoreInput> = {}) {
  const emulator = makeEmulator()
  const opened = await emulator.openStore({ seed: 'small', ...store })
  const browser = await emulator.signIn(opened)
  const db = emulator.emulator.context.storeDb(opened.store.id)
  const place = async (input: object = {}) =>
    (await emulator.control<{ order: PlacedOrder }>('POST', `/stores/${opened.code}/orders`, input)).order
  const topics = () =>
    db
      .prepare('SELECT topic FROM events ORDER BY id')
      .all()
      .map(({ topic }) => topic)
  return { ...emulator, store: opened, browser, db, place, topics }
}

/** What is read on a page: its text without tags, amounts as their titles have them. */
async function read(browser: Browser, path: string): Promise<string> {
  return wordsOf(await (await browser.open(path)).text())
}

function wordsOf(page: string): string {
  return page
    .replaceAll(/<data\s[^>]*title="([^"]*)"[^>]*>[^<]*<\/data>/g, '$1')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The records of a list as its links name them, with their addresses. */
async function linksOf(browser: Browser, path: string) {
  const page = await (await browser.open(path)).text()
  const list = path.replace(/[?].*/, '')
  return [...page.matchAll(new RegExp(`<a[^>]*href="${list}/(\\d+)"[^>]*>([^<]*)</a>`, 'g'))].map(([, id, name]) => ({
    id: Number(id),
    name,
  }))
}

function nextPage(page: string): string | undefined {
  return /<a href="([^"]*)">Next page<\/a>/.exec(page)?.[1]?.replaceAll('&amp;', '&')
}

/** The buttons of a record's page. */
async function buttonsOf(browser: Browser, path: string): Promise<string[]> {
  const main = (await (await browser.open(path)).text()).split('<main')[1] ?? ''
  return [...main.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, text]) => (text ?? '').trim())
}

async function pages(browser: Browser, path: string): Promise<number[]> {
  const ids: number[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const page = await (await browser.open(next)).text()
    ids.push(...(await linksOf(browser, next)).map(({ id }) => id))
    next = nextPage(page)
  }
  return ids
}

describe('the frame of the admin', () => {
  it('links every page to orders, products, customers, categories and plugins, each with its heading', async () => {
    const { browser } = await ready({ seed: 'none' })

    for (const word of ['Orders', 'Products', 'Customers', 'Categories', 'Plugins']) {
      const page = await (await browser.open(`/admin/${word.toLowerCase()}`)).text()
      const headings = [...page.matchAll(/<h1>([^<]*)<\/h1>/g)].map(([, text]) => text)
      const ways = [...page.matchAll(/<a href="\/admin\/(\w+)" [^>]*>(\w+)<\/a>/g)].map(([, to, text]) => [to, text])
      expect(headings).toEqual([word])
      expect(ways.slice(0, 5)).toEqual([
        ['orders', 'Orders'],
        ['products', 'Products'],
        ['customers', 'Customers'],
        ['categories', 'Categories'],
        ['plugins', 'Plugins'],
      ])
    }
  })

  it('lists each installed app once in its navigation', async () => {
    const { registerApp, openStore, installApp, signIn } = makeEmulator()
    const app = await registerApp()
    const store = await openStore({ appKey: app.appKey, seed: 'none' })
    for (const region of ['tr', 'de']) await installApp({ app, store, region })

    const page = await (await (await signIn(store)).open('/admin/orders')).text()

    const header = page.split('<main')[0] ?? ''
    expect(header.match(/href="\/admin\/plugins\/manage\/app\.acme\.loyalty"/g)).toHaveLength(1)
  })

  it.each(['0', '-1', '1.5', '01', 'abc', '99999999', '9007199254740993', '%F0%9F%92%A5', '1e3'])(
    'the id %s returns 404 inside the admin in every list',
    async (id) => {
      const { browser } = await ready()

      for (const list of lists) {
        const answer = await browser.open(`/admin/${list}/${id}`)
        const page = await answer.text()
        expect([list, answer.status]).toEqual([list, 404])
        expect(page).toContain('href="/admin/customers"')
        expect(page).toContain('Sign out')
      }
    },
  )
})

it('an unknown address returns 404 inside the admin, with the navigation and the region', async () => {
  const { browser } = await ready({ seed: 'none' })

  for (const path of ['/admin/no-such', '/admin/orders/1/2/3', '/admin/products/1/delete']) {
    const answer = await browser.open(path)
    const page = await answer.text()
    expect([path, answer.status]).toEqual([path, 404])
    expect(page).toContain('href="/admin/orders"')
    expect(page).toContain('aria-label="Region tr (TRY)"')
  }
})

describe('the lists', () => {
  it('list the newest records first, page by page, each once', async () => {
    const { browser, db } = await ready({ seed: 'demo' })

    for (const list of ['products', 'customers', 'categories']) {
      const all = db
        .prepare(`SELECT id FROM ${list} ORDER BY id DESC`)
        .all()
        .map(({ id }) => id)
      expect(await pages(browser, `/admin/${list}`), list).toEqual(all)
    }
  })

  it('orders are those of the selected region or without a region', async () => {
    const { browser, db, store } = await ready({ seed: 'demo' })
    const of = (regionId: number) =>
      db
        .prepare('SELECT id FROM orders WHERE region_id = ? OR region_id IS NULL ORDER BY id DESC')
        .all(regionId)
        .map(({ id }) => id)

    expect(await pages(browser, '/admin/orders')).toEqual(of(regionOf(store).id))
    await browser.post('/admin/region', { region_id: String(regionOf(store, 'de').id) })
    expect(await pages(browser, '/admin/orders')).toEqual(of(regionOf(store, 'de').id))
    expect(of(regionOf(store, 'de').id).length).toBeGreaterThan(50)
  })

  it('a new order is first, identified only by its number', async () => {
    const { browser, place } = await ready()

    const { id, orderNumber, grandTotal, currency } = await place()

    expect((await linksOf(browser, '/admin/orders'))[0]).toEqual({ id, name: orderNumber })
    expect(await read(browser, '/admin/orders')).toContain(`${grandTotal} ${currency}`)
  })

  it('search by number, name, SKU or email, with % and _ as plain characters', async () => {
    const { browser, db, place } = await ready()
    const { orderNumber } = await place()
    const product = db.prepare('SELECT id, name, sku FROM products WHERE id = 3').get()
    const customer = db.prepare('SELECT id, name, email FROM customers WHERE id = 2').get()
    const search = async (list: string, words: unknown) =>
      (await linksOf(browser, `/admin/${list}?q=${encodeURIComponent(String(words))}`)).map(({ name }) => name)

    expect(await search('orders', orderNumber.toLowerCase())).toEqual([orderNumber])
    expect(await search('products', product?.['sku'])).toEqual([product?.['name']])
    expect(await search('products', String(product?.['name']).toUpperCase())).toContain(product?.['name'])
    expect(await search('customers', customer?.['name'])).toEqual([customer?.['name']])
    expect(await search('customers', customer?.['email'])).toEqual([customer?.['name']])
    for (const list of ['orders', 'products', 'customers']) {
      expect(await search(list, '%')).toEqual([])
      expect(await search(list, 'nothing is called this')).toEqual([])
    }
  })

  it('the search is kept on the next page', async () => {
    const { browser } = await ready({ seed: 'demo' })

    const next = nextPage(await (await browser.open('/admin/products?q=e')).text())

    expect(next).toMatch(/[?&]q=e(&|$)/)
    expect((await linksOf(browser, next ?? '')).length).toBeGreaterThan(0)
  })

  it('orders are filtered by status, source and day', async () => {
    const { browser, db, clock, place } = await ready({ seed: 'demo' })
    const region = Number(
      db.prepare('SELECT region_id FROM orders WHERE id = ?').get((await place()).id)?.['region_id'],
    )
    const ids = (condition: string, ...values: (string | number)[]) =>
      db
        .prepare(`SELECT id FROM orders WHERE (region_id = ? OR region_id IS NULL) AND ${condition} ORDER BY id DESC`)
        .all(region, ...values)
        .map(({ id }) => id)
    const today = clock.now().toISOString().slice(0, 10)

    expect(await pages(browser, '/admin/orders?status=delivered')).toEqual(ids("status = 'delivered'"))
    const source = ids("order_source = 'marketplace_example'")
    expect(source.length).toBeGreaterThan(0)
    expect(await pages(browser, '/admin/orders?source=marketplace_example')).toEqual(source)
    expect(await pages(browser, `/admin/orders?from=${today}&to=${today}`)).toEqual(
      ids('created_at >= ?', Date.parse(today)),
    )
    const options = await (await browser.open('/admin/orders')).text()
    expect(options).toContain('<option value="marketplace_example"')
    // What is no day filters nothing.
    expect(await pages(browser, '/admin/orders?from=2026-99-99&to=x')).toEqual(ids('TRUE'))
    expect(await pages(browser, '/admin/orders?to=2025-02-30')).toEqual(ids('TRUE'))
  })

  it('suggest a next step when empty', async () => {
    const { browser } = await ready({ seed: 'none' })

    expect(await read(browser, '/admin/orders')).toContain('No orders yet.')
    expect(await read(browser, '/admin/orders?q=x')).toContain('No orders match. Clear the search')
    expect(await read(browser, '/admin/products')).toContain('app emulator product create')
    expect(await read(browser, '/admin/customers')).toContain('No customers yet.')
  })
})

describe('the page of an order', () => {
  it('links an event to the inspector of its receiving app, while the inspector runs and without a token', async () => {
    const { registerApp, installApp, rawControl, store, browser, place } = await ready()
    const app = await registerApp({ webhook_url: 'http://127.0.0.1:1/webhooks', webhook_topics: ['order.created'] })
    await rawControl('POST', `/apps/${app.appKey}/test-stores`, { code: store.code })
    await installApp({ app, store })
    const { id } = await place()
    const tell = async (origin: string | null) =>
      (await rawControl('PUT', `/apps/${app.appKey}/inspector`, { origin })).status
    const links = async () =>
      [
        ...(await (await browser.open(`/admin/orders/${id}`)).text()).matchAll(/href="(http:[^"]*)"[^>]*>Inspect</g),
      ].map(([, href]) => href)

    expect(await links()).toEqual([])
    for (const wrong of ['http://127.0.0.1:4812/#token=a', 'http://evil.example:80', 'javascript:alert(1)'])
      expect(await tell(wrong)).toBe(400)
    expect(await tell('http://127.0.0.1:4812')).toBe(200)

    expect(await links()).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:4812\/#\/events\/evt_[\w-]+$/)])
    await tell(null)
    expect(await links()).toEqual([])
  })

  it('shows number, lines, customer, address, total with currency and status', async () => {
    const { browser, place, db } = await ready()
    const order = await place({ items: [{ productId: 1, quantity: 3 }] })
    const line = db.prepare('SELECT * FROM order_items WHERE order_id = ?').get(order.id)

    const page = await (await browser.open(`/admin/orders/${order.id}`)).text()

    expect(page).toContain(`<h1>${order.orderNumber}</h1>`)
    const text = wordsOf(page)
    expect(text).toContain(`${String(line?.['product_name'])} ${String(line?.['sku'])} 3 `)
    expect(text).toContain(`Total ${order.grandTotal} ${order.currency}`)
    expect(text).toContain('processing unpaid')
    expect(text).toContain('Email')
    expect(text).toContain('Shipping address')
  })

  it('its buttons are the operations with their events, each available only in a valid state (EVT-015 EVT-016 EVT-017 EVT-019)', async () => {
    const { browser, place, topics } = await ready()
    const { id } = await place()
    const path = `/admin/orders/${id}`
    const press = async (operation: string, fields = {}) => {
      const { status, headers } = await browser.post(`${path}/${operation}`, fields)
      return [status, headers.get('location')]
    }

    expect(await buttonsOf(browser, path)).toEqual(['Mark as paid', 'Cancel order'])
    expect(await press('pay')).toEqual([303, path])
    expect(await buttonsOf(browser, path)).toEqual([
      'Mark as processing',
      'Cancel order',
      'Refund order',
      'Mark as shipped',
    ])
    expect(await press('process', { carrier: 'not yet' })).toEqual([303, path])
    expect(await buttonsOf(browser, path)).toEqual(['Cancel order', 'Refund order', 'Mark as shipped'])
    expect(await press('ship', { carrier: 'Example Post', tracking_number: ' TR 42 ' })).toEqual([303, path])
    expect(await read(browser, path)).toContain('Shipping method Example Post Tracking number TR 42')
    expect(await buttonsOf(browser, path)).toEqual(['Mark as delivered', 'Refund order'])
    expect(await press('deliver')).toEqual([303, path])
    expect(await read(browser, path)).toContain('delivered paid')
    expect(await buttonsOf(browser, path)).toEqual(['Refund order'])
    expect(await press('refund')).toEqual([303, path])
    expect(await buttonsOf(browser, path)).toEqual([])
    expect(topics()).toEqual(['order.created', 'order.paid', 'order.shipped', 'order.refunded'])
  })

  it('cancels an order, and lists the sent events with their ids (EVT-018)', async () => {
    const { browser, place, db } = await ready()
    const { id } = await place()

    await browser.post(`/admin/orders/${id}/cancel`, {})

    const text = await read(browser, `/admin/orders/${id}`)
    for (const { topic, event_id: eventId } of db.prepare('SELECT topic, event_id FROM events').all()) {
      expect(text).toContain(`${String(topic)} 21 Nov 2026, 12:00 UTC just now ${String(eventId)}`)
    }
    expect(text).toContain('cancelled')
    const last = db.prepare('SELECT event_id FROM events ORDER BY id DESC LIMIT 1').get()?.['event_id']
    expect(text).toContain(`app webhook show ${String(last)}`)
  })

  it('a form submitted twice, or after another manager, does nothing the second time and reports it', async () => {
    const { browser, place, topics, signIn, store } = await ready()
    const { id, orderNumber } = await place()
    const other = await signIn(store)

    await browser.post(`/admin/orders/${id}/pay`, {})
    const twice = await browser.post(`/admin/orders/${id}/pay`, {})
    await other.post(`/admin/orders/${id}/cancel`, {})
    const late = await browser.post(`/admin/orders/${id}/ship`, { tracking_number: 'X' })

    expect([twice.status, late.status]).toEqual([409, 409])
    expect(wordsOf(await twice.text())).toContain(`Cannot pay order ${orderNumber}, because it is already paid.`)
    expect(wordsOf(await late.text())).toContain('because it is already cancelled. Nothing was changed.')
    expect(topics()).toEqual(['order.created', 'order.paid', 'order.cancelled'])
    expect(await read(browser, `/admin/orders/${id}`)).not.toContain('Tracking number')
  })

  it('shows an order of 500 lines completely, with the exact total and as few queries as for one line', async () => {
    const { browser, db, place } = await ready()
    const order = await place({ items: Array.from({ length: 500 }, (_, at) => ({ productId: 1, quantity: at + 1 })) })
    const { id: single } = await place()
    let asked = 0
    const prepare = db.prepare.bind(db)
    db.prepare = (sql) => {
      const statement = prepare(sql)
      const all = statement.all.bind(statement)
      const get = statement.get.bind(statement)
      return Object.assign(statement, {
        all: (...values: Parameters<typeof all>) => (asked++, all(...values)),
        get: (...values: Parameters<typeof get>) => (asked++, get(...values)),
      })
    }

    await browser.open(`/admin/orders/${single}`)
    const ofOne = asked
    const page = await (await browser.open(`/admin/orders/${order.id}`)).text()

    const lines = /aria-label="Lines"[\s\S]*?<\/table>/.exec(page)?.[0] ?? ''
    expect(lines.match(/<tr>/g)).toHaveLength(501)
    expect(wordsOf(page)).toContain(`Total ${order.grandTotal} ${order.currency}`)
    expect(ofOne).toBeGreaterThan(2)
    expect(asked - ofOne).toBe(ofOne)
  })

  it('an order of another region is neither shown nor changed, and the page shows its region (PIN-003)', async () => {
    const { browser, place, topics } = await ready()
    const { id } = await place({ region: 'de' })

    const shown = await browser.open(`/admin/orders/${id}`)
    const pressed = await browser.post(`/admin/orders/${id}/pay`, {})

    expect([shown.status, pressed.status, topics()]).toEqual([404, 404, ['order.created']])
    expect(await shown.text()).toContain('belongs to region de')
  })

  it('a button pressed by another page does nothing (T8)', async () => {
    const { emulator, urls, place, topics } = await ready()
    const { id } = await place()

    const answer = await emulator.fetch(
      new Request(`${urls.admin}/admin/orders/${id}/pay`, {
        method: 'POST',
        headers: { Origin: 'http://evil.example' },
      }),
    )

    expect([answer.status, topics()]).toEqual([403, ['order.created']])
  })

  it('shows the cost lines of all apps and the remaining total (COST-009 COST-016)', async () => {
    const { browser, place, db } = await ready()
    const { id, currency } = await place()
    db.prepare('UPDATE orders SET grand_total = ?, tax_total = ? WHERE id = ?').run('120.10', '20', id)
    const insert = db.prepare("INSERT INTO cost_lines VALUES (?, ?, 'r', ?, ?, ?, ?, 0)")
    insert.run(id, 'app.a.one', 'commission', 'Marketplace', '10.005', currency)
    insert.run(id, 'app.b.two', 'shipping', null, '5', currency)

    const text = await read(browser, `/admin/orders/${id}`)

    expect(text).toContain(`commission Marketplace app.a.one 10.005 ${currency}`)
    expect(text).toContain(`Total without tax 100.1 ${currency} Costs 15.005 ${currency} Profit 85.095 ${currency}`)
  })
})

describe('the page of a product', () => {
  const PRODUCT = '/admin/products/1'

  it('shows SKU, price in the selected region, all prices, stock by warehouse and categories', async () => {
    const { browser, db, store } = await ready()
    const product = db.prepare('SELECT * FROM products WHERE id = 1').get()
    const price = (code: string) =>
      String(
        db
          .prepare('SELECT price FROM prices WHERE product_id = 1 AND variant_id = 0 AND region_id = ?')
          .get(regionOf(store, code).id)?.['price'],
      )

    const page = await (await browser.open(PRODUCT)).text()
    const text = wordsOf(page)

    expect(page).toContain(`<h1>${String(product?.['name'])}</h1>`)
    expect(text).toContain(`SKU ${String(product?.['sku'])}`)
    expect(text).toContain(`Price in tr ${price('tr')} TRY`)
    expect(text).toContain(`de all ${price('de')} EUR`)
    expect(text).toContain('published')
    expect(text).toContain('Stock by warehouse')
  })

  it('publishes, hides and deletes with its buttons, and a deleted product leaves the list and returns 404 with a reason', async () => {
    const { browser, db } = await ready()
    const status = () => db.prepare('SELECT status FROM products WHERE id = 1').get()?.['status']
    const press = async (operation: string) => {
      const answer = await browser.post(`${PRODUCT}/${operation}`, {})
      return [answer.status, answer.headers.get('location'), status()]
    }

    expect(await buttonsOf(browser, PRODUCT)).toEqual(['Unpublish', 'Delete product'])
    expect(await press('unpublish')).toEqual([303, PRODUCT, 'P'])
    expect(await read(browser, PRODUCT)).toContain('draft')
    expect(await buttonsOf(browser, PRODUCT)).toEqual(['Publish', 'Delete product'])
    expect(await press('publish')).toEqual([303, PRODUCT, 'A'])
    expect(await press('delete')).toEqual([303, '/admin/products', 'D'])
    expect(await press('publish')).toEqual([409, null, 'D'])
    expect(await press('delete')).toEqual([409, null, 'D'])
    const gone = await browser.open(PRODUCT)
    expect([gone.status, wordsOf(await gone.text())]).toEqual([404, expect.stringContaining('was deleted')])
    expect((await linksOf(browser, '/admin/products')).map(({ id }) => id)).not.toContain(1)
  })
})

describe('the pages of customers and categories', () => {
  it('a customer page has its orders, a category page has its path and products', async () => {
    const { browser, db, place } = await ready()
    const order = await place()
    const customerId = Number(db.prepare('SELECT customer_id FROM orders WHERE id = ?').get(order.id)?.['customer_id'])
    const customer = db.prepare('SELECT * FROM customers WHERE id = ?').get(customerId)
    db.exec("INSERT INTO categories (id, parent_id, name) VALUES (900, 1, 'Below'), (901, 900, 'Far below')")
    db.exec('UPDATE products SET category_id = 901 WHERE id = 1')

    const page = await (await browser.open(`/admin/customers/${customerId}`)).text()
    const category = await (await browser.open('/admin/categories/901')).text()

    expect(page).toContain(`<h1>${String(customer?.['name'])}</h1>`)
    expect(page).toContain(`<a class="name" href="/admin/orders/${order.id}">${order.orderNumber}</a>`)
    expect(category).toContain('<h1>Far below</h1>')
    expect(wordsOf(category)).toMatch(/Path .+ › Below › Far below/)
    expect(category).toContain('href="/admin/products/1"')
  })

  it('records of another store are not found', async () => {
    const { emulator, openStore, signIn, store } = await ready()
    const other: OpenedStore = await openStore({ name: 'Other', seed: 'none' })
    const browser = await signIn(other)

    expect(emulator.context.storeDb(store.store.id)).not.toBe(emulator.context.storeDb(other.store.id))
    for (const list of lists) {
      expect((await linksOf(browser, `/admin/${list}`)).length, list).toBe(0)
      expect((await browser.open(`/admin/${list}/1`)).status, list).toBe(404)
    }
  })
})
