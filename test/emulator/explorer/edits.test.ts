import { describe, expect, it } from 'vitest'

import { makeEmulator } from '../../support/emulator.ts'
import { openPortal } from '../../support/emulator/portal.ts'

async function makeEditor() {
  const platform = makeEmulator()
  const app = await platform.registerApp({
    webhook_url: 'http://127.0.0.1:9/hooks',
    webhook_topics: ['order.created', 'order.shipped'],
  })
  const opened = await platform.openStore({ appKey: app.appKey })
  const portal = await openPortal(platform)
  const db = platform.emulator.context.storeDb(opened.store.id)
  return {
    ...platform,
    app,
    opened,
    portal,
    row: (table: string, where: string) => db.prepare(`SELECT * FROM ${table} WHERE ${where}`).get() ?? {},
    /** Sends the form of an edit to `<table>/row/<edit>?key=…` or `<table>/new`, and follows where it leads. */
    edit: (path: string, fields: readonly [string, string][] = []) => portal.send(`/data/demo/${path}`, fields),
    read: (path: string) => portal.read(`/data/demo/${path}`),
  }
}

/** The buttons of a page below `Edit`. */
function buttons(page: string): string[] {
  const [, after = ''] = page.split('<h2>Edit</h2>')
  return [...after.matchAll(/<button type="submit"[^>]*>([^<]*)</g)].map(([, label]) => label ?? '')
}

/** What a page says came of an edit, without its tags. */
function noteOn(page: string): string {
  const [, note = ''] = /<div class="note [^>]*>([^]*?)<\/div>/.exec(page) ?? []
  return note
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('editing a row in the explorer', () => {
  it('ships an order with its event to the app, and shows the changes and the deliveries (EVT-017)', async () => {
    const { read, edit, row, app, opened, installApp } = await makeEditor()
    await installApp({ app, store: opened, region: 'de' })

    const before = await read('orders/row?key=29')
    const { sent, text } = await edit('orders/row/ship?key=29', [
      ['carrier', 'Example Post'],
      ['trackingNumber', ''],
    ])
    const again = await read('orders/row?key=29')
    const twice = await edit('orders/row/ship?key=29')

    expect(buttons(before)).toEqual(['Mark as processing', 'Mark as shipped', 'Cancel order', 'Refund order'])
    expect(sent).toBe(303)
    expect(row('orders', 'id = 29')).toMatchObject({ status: 'shipped', shipping_method: 'Example Post' })
    const { event_id: eventId } = row('events', "topic = 'order.shipped'")
    expect(noteOn(text)).toBe(
      `Mark as shipped: done. status changed from paid to shipped . shipping_method changed from null to Example Post . order.shipped ${String(eventId)} : deliveries: 1 .`,
    )
    expect(noteOn(again)).toBe('')
    expect([twice.status, twice.text.includes('current state does not allow this')]).toEqual([409, true])
    expect(await read(`deliveries?column=event_id&is=equals&value=${String(eventId)}`)).toContain('1 row<')
  })

  it('reports that no event is sent if no topic exists, and keeps rejected input', async () => {
    const { edit, row } = await makeEditor()

    const done = await edit('stock/row/stock?key=1&key=0&key=1', [['quantity', '77']])
    const refused = await edit('stock/row/stock?key=1&key=0&key=1', [['quantity', '-3<b>']])

    expect(row('stock', 'product_id = 1 AND variant_id = 0 AND warehouse_id = 1')).toMatchObject({ quantity: '77' })
    expect(noteOn(done.text)).toMatch(/^Set stock: done\. quantity changed from \d+ to 77 \. No event was sent/)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('value="-3&lt;b&gt;"')
    expect(noteOn(refused.text)).toMatch(/^Stock cannot be set with this value for quantity\./)
  })

  it.each([
    [
      'products/row/edit?key=1',
      [
        ['name', 'Neu'],
        ['description', 'a\r\nb'],
        ['categoryId', ''],
        ['prices', 'gb=3.50'],
      ],
      'products',
      'id = 1',
      { name: 'Neu', description: 'a\nb', category_id: null },
    ],
    [
      'prices/row/price?key=1&key=0&key=1',
      [['prices', 'tr=1.25']],
      'prices',
      'product_id = 1 AND region_id = 1',
      { price: '1.25' },
    ],
    ['products/row/unpublish?key=1', [], 'products', 'id = 1', { status: 'P' }],
    [
      'products/row/stock?key=2',
      [['quantity', '5']],
      'stock',
      'product_id = 2 AND warehouse_id = 1',
      { quantity: '5' },
    ],
    [
      'tax_rules/row/rate?key=2',
      [['rate', '12.5']],
      'tax_rules',
      'active = 1 AND region_id = 1 ORDER BY id DESC',
      { rate: '12.5' },
    ],
    ['warehouses/row/default?key=2', [], 'warehouses', 'is_default = 1', { id: 2 }],
    [
      'warehouses/new',
      [
        ['name', 'North'],
        ['region', 'de'],
      ],
      'warehouses',
      "name = 'North'",
      { country_code: 'DE' },
    ],
    [
      'shipping_profiles/new',
      [
        ['name', 'Night'],
        ['profileType', 'flat_rate'],
        ['isDefault', 'on'],
      ],
      'shipping_profiles',
      "name = 'Night'",
      { is_default: 1 },
    ],
    [
      'products/new',
      [
        ['name', 'Lamp'],
        ['prices', 'tr=100, de = 19.90'],
        ['sku', ''],
        ['stock', '3'],
        ['status', 'P'],
      ],
      'prices',
      "product_id = (SELECT id FROM products WHERE name = 'Lamp') AND region_id = 2",
      { price: '19.90' },
    ],
    [
      'orders/new',
      [
        ['region', 'de'],
        ['paid', 'on'],
      ],
      'orders',
      'id = 41',
      { payment_status: 'paid', region_id: 2 },
    ],
  ] as const)('%s', async (path, fields, table, where, expected) => {
    const { edit, row } = await makeEditor()

    const { sent, text } = await edit(
      path,
      fields.map(([name, value]): [string, string] => [name, value]),
    )

    expect([sent, noteOn(text)]).toEqual([303, expect.stringMatching(/: done\./)])
    expect(row(table, where)).toMatchObject(expected)
  })

  it('a removed row returns to its table, and a region is closed and reopened', async () => {
    const { edit, read, row } = await makeEditor()

    const removed = await edit('shipping_profiles/row/remove?key=1')
    const closed = await edit('regions/row/deactivate?key=3')
    const opened = await edit('regions/row/activate?key=3')

    expect(removed.text).toContain('<h1>shipping_profiles</h1>')
    expect(row('shipping_profiles', 'id = 1')).toEqual({})
    expect([noteOn(closed.text), noteOn(opened.text)]).toEqual([
      expect.stringContaining('active changed from 1 to 0 .'),
      expect.stringContaining('active changed from 0 to 1 .'),
    ])
    // The home region stays, so there is no button.
    expect(buttons(await read('regions/row?key=1'))).toEqual([])
  })

  it('sets the plan of an install and removes it, with app.uninstalled (EVT-023)', async () => {
    const { edit, read, app, opened, installApp } = await makeEditor()
    await installApp({ app, store: opened })

    const pending = await edit('installs/row/plan?key=1', [['plan', 'paid-pending']])
    const shown = await read('installs/row?key=1')
    const gone = await edit('installs/row/uninstall?key=1')

    expect(noteOn(pending.text)).toContain('subscription changed from active to P .')
    expect(shown).toMatch(/<option value="paid-pending" selected>/)
    expect(noteOn(gone.text)).toMatch(/removed_at changed from null to \d+ \. app\.uninstalled evt_/)
    expect(buttons(await read('installs/row?key=1'))).toEqual([])
  })

  it('shows the changes since a saved checkpoint until it is deleted', async () => {
    const { edit, read } = await makeEditor()

    const empty = await read('changes')
    const remembered = await edit('remember')
    await edit('orders/row/ship?key=40')
    await edit('shipping_profiles/row/remove?key=1')
    const changes = await read('changes')
    const forgotten = await edit('forget')

    expect(empty).toContain('No checkpoint yet. Save one below.')
    expect(remembered.text).toContain('No changes since the checkpoint.')
    expect(changes).toMatch(
      /href="\/data\/demo\/orders\/row\?key=40">40<\/a>\s*<span class="badge wait">changed<[^]*?<del>paid<\/del>\s*→\s*<ins>shipped<\/ins>/,
    )
    expect(changes).toMatch(/<span class="name">1<\/span>\s*<span class="badge bad">removed</)
    expect(changes).toMatch(/badge good">added</)
    expect(forgotten.text).toContain('No checkpoint yet')
  })

  it('a multi-line text that was not edited stays unchanged, including its first line ending', async () => {
    const { edit, read, row, emulator, opened } = await makeEditor()
    const description = '\n\nTwo lines\nfurther down'
    const db = emulator.context.storeDb(opened.store.id)
    db.prepare('UPDATE products SET description = ? WHERE id = 1').run(description)

    const shown = /<textarea[^>]*>\n([^]*?)<\/textarea>/.exec(await read('products/row?key=1'))?.[1] ?? ''
    await edit('products/row/edit?key=1', [
      ['name', 'Neu'],
      ['description', shown.replaceAll('\n', '\r\n')],
    ])

    expect(row('products', 'id = 1')).toMatchObject({ name: 'Neu', description })
  })

  it('an unknown edit, row or table changes nothing', async () => {
    const { edit } = await makeEditor()
    const paths = [
      'orders/row/explode?key=40',
      'events/new',
      'orders/row/ship?key=4711',
      'customers/row/remove?key=1',
      'meta/new',
    ]

    const answers = await Promise.all(paths.map((path) => edit(path)))

    expect(answers.map(({ status }) => status)).toEqual([409, 404, 404, 409, 404])
  })
})
