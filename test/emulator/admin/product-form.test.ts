import { describe, expect, it } from 'vitest'

import { makeEmulator, type Browser } from '../../support/emulator.ts'

async function ready() {
  const emulator = makeEmulator()
  const store = await emulator.openStore({ seed: 'small' })
  const browser = await emulator.signIn(store)
  const db = emulator.emulator.context.storeDb(store.store.id)
  const row = (id: number) => db.prepare('SELECT * FROM products WHERE id = ?').get(id)
  const price = (id: number, region: number) =>
    db.prepare('SELECT price FROM prices WHERE product_id = ? AND variant_id = 0 AND region_id = ?').get(id, region)?.[
      'price'
    ]
  return { ...emulator, store, browser, db, row, price, home: store.store.regions[0]?.id ?? 0 }
}

const unescaped = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** What a browser would send of the form on a product's page. */
async function formOf(browser: Browser, id: number): Promise<Record<string, string>> {
  const page = await (await browser.open(`/admin/products/${id}/edit`)).text()
  const form = /<form[^>]*\/save"[\s\S]*?<\/form>/.exec(page)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? '',
    unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? ''),
  ])
  const [, description = ''] = /<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/.exec(form) ?? []
  const [, category = ''] = /<option value="([^"]*)" selected/.exec(form) ?? []
  return { ...Object.fromEntries(inputs), description: unescaped(description), category }
}

const save = (browser: Browser, id: number, fields: Record<string, string>) =>
  browser.post(`/admin/products/${id}/save`, fields)

describe('the form of a product', () => {
  it('saves name, regional price, stock, category and description, and the delta reports the change (PROD-018)', async () => {
    const { browser, db, row, price, home } = await ready()
    const before = await formOf(browser, 3)
    const touched = Number(row(3)?.['updated_at'])
    const others = db
      .prepare('SELECT * FROM prices WHERE product_id = 3 AND region_id <> ? ORDER BY region_id')
      .all(home)

    const answer = await save(browser, 3, {
      ...before,
      name: ' Lamp <b>"1"</b> ',
      price: '12.50',
      stock: '7',
      category: '2',
      description: 'Two\r\nlines',
    })

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/products/3'])
    expect(row(3)).toMatchObject({ name: 'Lamp <b>"1"</b>', category_id: 2, description: 'Two\nlines' })
    expect(price(3, home)).toBe('12.50')
    expect(
      db.prepare('SELECT * FROM prices WHERE product_id = 3 AND region_id <> ? ORDER BY region_id').all(home),
    ).toEqual(others)
    expect(Number(row(3)?.['updated_at'])).toBeGreaterThan(touched)
    expect(await formOf(browser, 3)).toMatchObject({
      name: 'Lamp <b>"1"</b>',
      price: '12.50',
      stock: '7',
      category: '2',
    })
  })

  it('changes nothing if submitted unchanged or twice, and no delta reports it', async () => {
    const { browser, row } = await ready()
    const fields = { ...(await formOf(browser, 3)), name: 'Lamp' }
    const untouched = row(4)

    await save(browser, 3, fields)
    const once = row(3)
    const twice = await save(browser, 3, fields)
    const same = await save(browser, 4, await formOf(browser, 4))

    expect([twice.status, same.status]).toEqual([303, 303])
    expect([row(3), row(4)]).toEqual([once, untouched])
  })

  it('keeps the fields of two concurrent managers, and lists a field changed by both', async () => {
    const { browser, signIn, store, row, price, home } = await ready()
    const other = await signIn(store)
    const [mine, theirs] = [await formOf(browser, 3), await formOf(other, 3)]

    await save(other, 3, { ...theirs, price: '5' })
    const kept = await save(browser, 3, { ...mine, description: 'Mine' })
    const late = await save(browser, 3, { ...mine, price: '6', name: 'Late' })

    expect([kept.status, late.status]).toEqual([303, 409])
    expect(await late.text()).toContain('This field was changed elsewhere: Price.')
    expect([row(3)?.['description'], row(3)?.['name'] === 'Late', price(3, home)]).toEqual(['Mine', false, '5'])
  })

  it.each([
    ['price', '-1', 'Price must be a number of at least 0'],
    ['price', '1e3', 'Price must be a number of at least 0'],
    ['price', '', 'Price must be a number of at least 0'],
    ['stock', '1,5', 'Stock must be a number of at least 0'],
    ['name', '  ', 'A product needs a name'],
    ['name', 'x'.repeat(201), 'name'],
    ['category', '999', 'no category 999'],
    ['category', 'x', 'categoryId'],
  ])('%s %j is rejected with a message and the entered value, and nothing is written', async (field, value, words) => {
    const { browser, row, db } = await ready()
    const stock = () => db.prepare('SELECT * FROM stock WHERE product_id = 3').all()
    const before = [row(3), stock()]
    const fields = { ...(await formOf(browser, 3)), description: 'Typed', stock: '77', [field]: value }

    const answer = await save(browser, 3, fields)

    const page = await answer.text()
    expect(answer.status).toBe(409)
    expect(page).toContain(words)
    expect(page).toContain('\nTyped</textarea>')
    expect([row(3), stock()]).toEqual(before)
  })

  it('has a separate stock field for each variant', async () => {
    const { browser, db } = await ready()
    db.exec(
      `INSERT INTO variants (id, product_id, combination) VALUES (71, 3, '{"size":"S"}'), (72, 3, '{"size":"M"}')`,
    )

    await save(browser, 3, { ...(await formOf(browser, 3)), stock_72: '41' })

    expect(await formOf(browser, 3)).toMatchObject({ stock_71: '0', stock_72: '41' })
  })

  it('rejects a deleted product', async () => {
    const { browser } = await ready()
    const fields = await formOf(browser, 3)

    await browser.post('/admin/products/3/delete', {})

    expect((await save(browser, 3, { ...fields, name: 'Back' })).status).toBe(404)
  })
})

describe('the pictures of products', () => {
  it('are served from the admin’s own origin: a file of the store, or a pattern for an external address (T1)', async () => {
    const { browser, db, store, urls } = await ready()
    db.prepare('INSERT INTO media_files (path, content_type, bytes, created_at) VALUES (?, ?, ?, 0)').run(
      'apps/app.acme.loyalty/one.png',
      'image/png',
      Buffer.from('picture'),
    )
    const image = (id: number, url: string) => db.prepare('UPDATE products SET image_url = ? WHERE id = ?').run(url, id)
    image(1, `${urls.storefront}/${store.code}/media/apps/app.acme.loyalty/one.png`)
    image(2, 'https://elsewhere.example/x.png')

    const list = await browser.open('/admin/products')
    const pictures = [...(await list.text()).matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, src]) => src ?? '')
    const types = await Promise.all(
      ['/admin/pictures/1', '/admin/pictures/2', '/admin/pictures/99999'].map(async (path) => {
        const answer = await browser.open(path)
        return [
          answer.status,
          answer.headers.get('content-type'),
          answer.headers.get('content-security-policy')?.includes('sandbox'),
        ]
      }),
    )

    expect(list.headers.get('content-security-policy')).toContain("img-src 'self'")
    expect(pictures.length).toBeGreaterThan(10)
    expect(pictures.filter((src) => !src.startsWith('/admin/pictures/'))).toEqual([])
    expect(types.map(([status, type]) => [status, type])).toEqual([
      [200, 'image/png'],
      [200, 'image/svg+xml'],
      [404, 'text/html; charset=utf-8'],
    ])
    expect(types.slice(0, 2).map(([, , isSandboxed]) => isSandboxed)).toEqual([true, true])
  })
})
