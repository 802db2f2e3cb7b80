import { describe, expect, it } from 'vitest'

import { makeEmulator } from '../../support/emulator.ts'
import { openPortal } from '../../support/emulator/portal.ts'

async function makeExplorer({ seed = 'small' }: { readonly seed?: 'none' | 'small' } = {}) {
  const platform = makeEmulator()
  const opened = await platform.openStore({ seed })
  const portal = await openPortal(platform)
  const db = platform.emulator.context.storeDb(opened.store.id)
  /** The first column of each row of a page, and the whole page. */
  const list = async (path: string) => {
    const text = await portal.read(`/data/demo/${path}`)
    const [, body = ''] = /<tbody>([^]*?)<\/tbody>/.exec(text) ?? []
    const rows = body.split('<tr>').slice(1)
    const keys = rows.map((row) => /class="name" href="[^"]*">([^<]*)</.exec(row)?.[1] ?? '')
    const next = /<a href="([^"]*)">Next page/.exec(text)?.[1]?.replaceAll('&amp;', '&').replace('/data/demo/', '')
    return { text, rows, keys, next }
  }
  return { ...platform, opened, portal, db, list }
}

describe('the tables of a store in the portal', () => {
  it('lists stores, tables with row counts, and the rows of a table with the newest first', async () => {
    const { portal, list } = await makeExplorer()

    const [home, stores, store] = [await portal.read('/'), await portal.read('/data'), await portal.read('/data/demo')]
    const orders = await list('orders')

    expect(home).toMatch(/<a href="\/data" ?>Data<\/a>/)
    expect(stores).toContain('<a class="name" href="/data/demo">Demo</a>')
    expect(store).toMatch(/href="\/data\/demo\/orders">orders<\/a><\/td>[^]*?<td class="number">40<\/td>/)
    // Its 20 columns make a page of 25 rows.
    expect([orders.keys.length, orders.keys[0], orders.keys.at(-1)]).toEqual([25, '40', '16'])
    expect(orders.rows[1]).toMatch(/href="\/data\/demo\/regions\/row\?key=3">3<\/a>\s*<small>gb</)
  })

  it.each([
    ['status', 'equals', 'shipped', (row: Row) => row['status'] === 'shipped'],
    ['order_number', 'contains', 'demo-103', (row: Row) => String(row['order_number']).startsWith('DEMO-103')],
    ['grand_total', 'greater', '1000', (row: Row) => Number(row['grand_total']) > 1000],
    ['grand_total', 'less', '99.5', (row: Row) => Number(row['grand_total']) < 99.5],
    ['region_id', 'empty', '', (row: Row) => row['region_id'] === null],
    ['customer_id', 'equals', '3', (row: Row) => row['customer_id'] === 3],
    ['created_at', 'less', '2026-01-01', (row: Row) => Number(row['created_at']) < Date.UTC(2026, 0, 1)],
    ['shipping_address', 'contains', 'LONDON', (row: Row) => String(row['shipping_address']).includes('London')],
    ['status', 'equals', "' OR 1=1 --", () => false],
    ['order_number', 'contains', '%', () => false],
  ])('filters by %s %s %s', async (column, is, value, isMeant) => {
    const { list, db } = await makeExplorer()
    const meant = db.prepare('SELECT * FROM orders ORDER BY id DESC').all().filter(isMeant)

    const { keys } = await list(`orders?${new URLSearchParams({ column, is, value }).toString()}`)

    expect(keys).toEqual(meant.map(({ id }) => String(id)))
  })

  it('combines filters, shows each with a link that removes it, and reports invalid values', async () => {
    const { list } = await makeExplorer()
    const first = 'column=status&is=equals&value=paid'

    const both = await list(`orders?${first}&column=region_id&is=equals&value=1`)
    const wrong = await list('orders?column=created_at&is=greater&value=soon&column=no_column&is=equals&value=1')

    expect(both.keys.length).toBeGreaterThan(0)
    for (const row of both.rows) expect(row).toMatch(/<small>tr<\/small>[^]*<td>paid<\/td>/)
    expect(both.text).toContain('aria-label="Remove: status equals paid"')
    expect(both.text).toContain(`<a href="/data/demo/orders?${first.replaceAll('&', '&amp;')}"`)
    expect(wrong.text).toContain('created_at needs a time such as 2026-01-31 12:00, not soon.')
    for (const day of ['2026-02-30', '2026-02-30 12:00']) {
      const { text } = await list(`orders?column=created_at&is=greater&value=${encodeURIComponent(day)}`)
      expect(text).toContain(`, not ${day}.`)
    }
    expect(wrong.keys).toHaveLength(25)
  })

  it('sorts by a column in both directions, decimals by value, and pages without missing or repeated rows', async () => {
    const { list, db, opened, control } = await makeExplorer()
    for (let at = 0; at < 70; at++)
      await control('POST', '/stores/demo/products', { name: `P${at}`, prices: { de: at % 3 === 0 ? '9.5' : `${at}` } })
    const expected = db
      .prepare('SELECT product_id, price FROM prices WHERE region_id = ?')
      .all(opened.store.regions[1]?.id ?? 0)
      .toSorted((one, other) => Number(other['price']) - Number(one['price']))

    const seen: string[] = []
    let next: string | undefined = 'prices?column=region_id&is=equals&value=2&sort=-price'
    for (let pages = 0; next !== undefined && pages < 5; pages++) {
      const { rows, next: after } = await list(next)
      seen.push(...rows.map((row) => /key=(\d+)&amp;key=0/.exec(row)?.[1] ?? ''))
      next = after
    }
    const byName = await list('products?sort=name')

    expect(seen).toHaveLength(expected.length)
    expect(new Set(seen).size).toBe(expected.length)
    const priceOf = new Map(expected.map((row) => [String(row['product_id']), Number(row['price'])]))
    expect(seen.map((id) => priceOf.get(id))).toEqual(expected.map((row) => Number(row['price'])))
    expect(byName.text).toMatch(/aria-sort="ascending"\s*>\s*<a href="[^"]*sort=-name">name/)
  })

  it('shows the first page for an invalid one, and reports an unknown row or table', async () => {
    const { list, portal } = await makeExplorer()

    expect((await list('orders?after=x&sort=no_column')).keys).toHaveLength(25)
    for (const path of [
      'no_table',
      'tokens_',
      'sessions',
      'codes',
      'meta',
      'orders/row?key=4711',
      'orders/row',
      'orders/row?key=x',
    ])
      expect([path, (await portal.open(`/data/demo/${path}`)).status]).toEqual([path, 404])
    expect((await portal.open('/data/nowhere')).status).toBe(404)
    expect((await portal.open("/data/demo/orders/row?key=1'%20OR%201")).status).toBe(404)
  })

  it('shows only the rows of the current store, and no secret, digest or password of the platform (T35)', async () => {
    const { portal, registerApp, openStore, installApp, opened, emulator, control } = await makeExplorer({
      seed: 'none',
    })
    const app = await registerApp({ webhook_url: 'http://127.0.0.1:9/hooks', webhook_topics: ['order.paid'] })
    await control('POST', `/apps/${app.appKey}/test-stores`, { code: 'demo' })
    const { token } = await installApp({ app, store: opened })
    const other = await openStore({ name: 'Elsewhere', seed: 'none', appKey: app.appKey })
    await installApp({ app, store: other })
    const { registry } = emulator.context
    const hidden = [
      token,
      opened.manager.password,
      ...Object.values(app.secrets).slice(1),
      ...registry
        .prepare('SELECT digest FROM tokens')
        .all()
        .map(({ digest }) => String(digest)),
      ...registry
        .prepare('SELECT digest FROM codes')
        .all()
        .map(({ digest }) => String(digest)),
    ]

    const pages = [
      ...(await Promise.all(
        ['installs', 'tokens', 'managers', 'subscriptions', 'regions'].map((name) => portal.read(`/data/demo/${name}`)),
      )),
      ...(await Promise.all(
        ['installs', 'tokens', 'managers'].map((name) => portal.read(`/data/demo/${name}/row?key=1`)),
      )),
    ]

    const text = pages.join('')
    expect(
      pages.map((page) => page.includes('1 row<') || page.includes('3 rows<') || page.includes('<h2>Edit</h2>')),
    ).toEqual(pages.map(() => true))
    for (const secret of hidden) expect(text).not.toContain(secret)
    expect(text).not.toContain(other.manager.email)
    expect((await portal.open('/data/demo/installs/row?key=2')).status).toBe(404)
  })
})

type Row = Readonly<Record<string, unknown>>

describe('access to the data', () => {
  it("rejects requests without the portal's session, through a tunnel, or from a form of another page (T13 T19)", async () => {
    const { portal, emulator, urls, db } = await makeExplorer()
    const send = (headers: Record<string, string>, init: RequestInit = {}, path = '/data/demo/orders') =>
      emulator.fetch(new Request(urls.portal + path, { ...init, headers }))
    const ship = '/data/demo/orders/row/ship?key=40'
    const form = { method: 'POST', body: '' }

    const closed = await send({})
    const tunnelled = await send({ Cookie: portal.cookie, 'cf-ray': '1' })
    const foreign = await send({ Cookie: portal.cookie, Origin: 'https://evil.example' }, form, ship)
    const stranger = await send({ Origin: urls.portal }, form, ship)
    const open = await send({ Cookie: portal.cookie })

    expect([closed, tunnelled, foreign, stranger, open].map(({ status }) => status)).toEqual([403, 403, 403, 403, 200])
    expect(db.prepare('SELECT status FROM orders WHERE id = 40').get()).toEqual({ status: 'paid' })
    const policy = open.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain('script-src')
    expect(open.headers.get('cache-control')).toBe('no-store')
  })
})
