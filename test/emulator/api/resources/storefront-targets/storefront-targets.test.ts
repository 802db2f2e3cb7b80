import { describe, expect, it } from 'vitest'

import { messages } from '../../../../../src/catalog/errors.ts'
import { storefrontTargets } from '../../../../../src/catalog/resources/storefront-targets.ts'
import { hostileTexts } from '../../hostile.ts'
import { makeShop } from '../../shop.ts'

interface Target {
  readonly type: string
  readonly id: number
  readonly title: string
  readonly targetPath: string
  readonly url: string | null
}

const types = ['product', 'category', 'content', 'page'] as const

const setUp = async () => {
  const shop = await makeShop()
  const { token } = await shop.installWide({ requested_scopes: ['products.read'] })
  const ask = (query: Record<string, string> = {}, code = 'tr') =>
    shop.call(
      token,
      `/storefront-targets?${new URLSearchParams({ ...query, regionId: String(shop.region(code)) }).toString()}`,
    )
  const targets = async (query: Record<string, string> = {}, code = 'tr'): Promise<Target[]> =>
    (await ask(query, code)).body.items
  const titles = async (query: Record<string, string>, code = 'tr') =>
    (await targets(query, code)).map(({ title }) => title)
  return { shop, token, ask, targets, titles }
}

it('returns every field with its storefront value (DISC-057 DISC-064 DISC-067 DISC-068 DISC-069 DISC-070 DISC-071 DISC-073)', async () => {
  const { shop, ask } = await setUp()

  const { status, body } = await ask({}, 'de')

  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['success', 'items', 'totalCount'])
  expect(body.totalCount).toBe(body.items.length)
  expect(storefrontTargets.list.response.parse(body)).toEqual(body)
  for (const item of body.items) {
    expect(types).toContain(item.type)
    expect(item.targetPath).toMatch(/^\/[a-z]+\/[a-z0-9-]+$/)
    expect(item.url).toBe(`https://de.demo.shop.example${item.targetPath}`)
  }
  const first = (type: string) => body.items.find((item: Target) => item.type === type)
  const image = shop.db.prepare('SELECT image_url FROM products WHERE id = 1').get()?.['image_url']
  expect(first('product')).toEqual({
    type: 'product',
    id: 1,
    title: 'Linen tote bag',
    targetPath: '/products/linen-tote-bag-1',
    url: 'https://de.demo.shop.example/products/linen-tote-bag-1',
    imageUrl: image,
  })
  expect(first('category')).toEqual({
    type: 'category',
    id: 1,
    title: 'Bags',
    targetPath: '/categories/bags',
    url: 'https://de.demo.shop.example/categories/bags',
    imageUrl: null,
  })
  expect(first('content')).toMatchObject({
    title: 'So pflegen Sie Leinen',
    targetPath: '/content/leinenpflege',
    imageUrl: 'https://demo.shop.example/media/linen-care.jpg',
  })
  expect(first('page')).toMatchObject({ title: 'Über uns', targetPath: '/pages/ueber-uns', imageUrl: null })
})

describe('type', () => {
  it.each(types)('lists only %s (DISC-060)', async (type) => {
    const { targets } = await setUp()

    const found = await targets({ type })

    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map((target) => target.type))).toEqual(new Set([type]))
    expect((await targets()).filter((target) => target.type === type)).toEqual(found)
  })

  it('selects all four types if omitted or empty (DISC-061)', async () => {
    const { targets } = await setUp()
    const all = await targets()

    expect([...new Set(all.map(({ type }) => type))]).toEqual(types)
    expect(await targets({ type: '' })).toEqual(all)
  })

  it.each([
    'blog',
    'Product',
    'products',
    'product,page',
    ' product',
    'all',
    '*',
    'null',
    'constructor',
    ...hostileTexts.map((text) => text.slice(0, 5000)),
  ])('rejects %j with 400 and never lists all types (DISC-066 ERR-017)', async (type) => {
    const { ask } = await setUp()

    const { status, body } = await ask({ type })

    expect([status, body.success, typeof body.message]).toEqual([400, false, 'string'])
    expect(body.items).toBeUndefined()
  })

  it('rejects a duplicate with 400 (DISC-066)', async () => {
    const { shop, token } = await setUp()
    const path = `/storefront-targets?regionId=${shop.region('tr')}`

    expect((await shop.call(token, `${path}&type=page&type=product`)).status).toBe(400)
    expect((await shop.call(token, `${path}&search=a&search=b`)).status).toBe(400)
  })
})

describe('search', () => {
  it('matches the title only in the language of the region (DISC-062)', async () => {
    const { titles } = await setUp()

    expect(await titles({ search: 'Hakkımızda' }, 'tr')).toEqual(['Hakkımızda'])
    expect(await titles({ search: 'About' }, 'tr')).toEqual([])
    expect(await titles({ search: 'Über' }, 'de')).toEqual(['Über uns'])
    expect(await titles({ search: 'Hakkımızda' }, 'de')).toEqual([])
    expect(await titles({ search: 'about' }, 'gb')).toEqual(['About us'])
  })

  it('ignores case by the rules of the region language (DISC-062)', async () => {
    const { titles } = await setUp()

    expect(await titles({ search: 'ILETIŞIM' }, 'tr')).toEqual([])
    expect(await titles({ search: 'İLETİŞİM' }, 'tr')).toEqual(['İletişim'])
    expect(await titles({ search: 'ISITMALI' }, 'tr')).toEqual(['Isıtmalı kupa rehberi'])
    expect(await titles({ search: 'KONTAKT' }, 'de')).toEqual(['Kontakt'])
    expect(await titles({ search: 'LINEN TOTE', type: 'product' }, 'gb')).toEqual(['Linen tote bag'])
  })

  it('matches any part of a title, combines with a type, and returns all targets if empty (DISC-062)', async () => {
    const { titles, targets } = await setUp()

    expect(await titles({ search: 'tote' }, 'gb')).toEqual(['Linen tote bag'])
    expect(await titles({ search: 'linen', type: 'content' }, 'gb')).toEqual(['How to care for linen'])
    expect(await titles({ search: 'linen', type: 'page' }, 'gb')).toEqual([])
    expect(await targets({ search: '' })).toEqual(await targets())
  })

  it.each([...hostileTexts.map((text) => text.slice(0, 8000)), '%', '_', '.*', '['])(
    'finds nothing for %j and causes no error (T23)',
    async (search) => {
      const { ask } = await setUp()

      const { status, body } = await ask({ search })

      expect([status, body.items, body.totalCount]).toEqual([200, [], 0])
    },
  )
})

it('ignores page and pageSize and returns all targets (DISC-063 DISC-074 N32)', async () => {
  const { shop, ask } = await setUp()
  for (let count = 0; count < 200; count++) {
    shop.db.prepare("INSERT INTO storefront_pages (id, type) VALUES (?, 'page')").run(1000 + count)
    shop.db
      .prepare("INSERT INTO storefront_page_texts (page_id, language, title, slug) VALUES (?, 'tr', 'Sayfa', ?)")
      .run(1000 + count, `sayfa-${count}`)
  }

  const all = await ask({ type: 'page' })

  expect(all.body.totalCount).toBe(202)
  expect(storefrontTargets.list.assumed).toContain('N32')
  expect((await ask({ type: 'page', page: '2', pageSize: '1' })).body).toEqual(all.body)
  expect((await ask({ type: 'page', page: 'x', pageSize: '0' })).body).toEqual(all.body)
})

describe('excluded targets', () => {
  it('rows without a path: missing or empty slug, no text in the language, no word in the name (DISC-065)', async () => {
    const { shop, targets, titles } = await setUp()
    shop.db.exec(`
      UPDATE storefront_page_texts SET slug = '' WHERE slug = 'hakkimizda';
      UPDATE products SET name = '???' WHERE id = 1;
      UPDATE categories SET slug = NULL WHERE id = 1`)

    const found = await targets()

    expect(found.some(({ title }) => ['Tatil', 'Hakkımızda', '???', 'Bags'].includes(title))).toBe(false)
    expect(found.some(({ type, id }) => type === 'product' && id === 1)).toBe(false)
    expect(await titles({ type: 'content' }, 'tr')).toEqual(['Keten bakımı', 'Isıtmalı kupa rehberi'])
    expect(await titles({ type: 'content' }, 'de')).toEqual(['So pflegen Sie Leinen'])
  })

  it('drafts, deleted products, products and pages of other regions, inactive categories (DISC-065 B24)', async () => {
    const { shop, targets } = await setUp()
    const draft = Number(shop.db.prepare("SELECT id FROM products WHERE status = 'P'").get()?.['id'])
    shop.db.prepare("UPDATE products SET status = 'D' WHERE id = 2").run()
    shop.db.prepare('DELETE FROM prices WHERE product_id = 3 AND region_id = ?').run(shop.region('tr'))
    shop.db.prepare('UPDATE storefront_pages SET region_id = ? WHERE id = 1').run(shop.region('de'))
    shop.db.prepare('UPDATE categories SET region_id = ? WHERE id = 1').run(shop.region('de'))
    shop.db.prepare("UPDATE categories SET status = 'P' WHERE id = 2").run()
    const idsOf = async (type: string, code: string) => (await targets({ type }, code)).map(({ id }) => id)

    const [products, pages, categories] = [
      await idsOf('product', 'tr'),
      await idsOf('page', 'tr'),
      await idsOf('category', 'tr'),
    ]

    for (const id of [draft, 2, 3]) expect(products).not.toContain(id)
    expect(products).toContain(1)
    expect(pages).toEqual([2])
    expect(categories).not.toContain(1)
    expect(categories).not.toContain(2)
    expect(await idsOf('page', 'de')).toEqual([1, 2])
    expect(await idsOf('category', 'de')).toContain(1)
  })
})

it('returns a null url but a path if the region has no domain (DISC-072 DISC-070)', async () => {
  const shop = await makeShop()
  const bare = await shop.openStore({ name: 'Bare', regions: ['TR', 'DE'], withoutDomain: ['DE'] })
  const { token } = await shop.installWide({ into: bare, requested_scopes: ['products.read'] })
  const items = async (code: string): Promise<Target[]> => {
    const region = bare.store.regions.find((one) => one.code === code)
    return (await shop.call(token, `/storefront-targets?regionId=${region?.id}`)).body.items
  }

  const without = await items('de')

  expect(without.length).toBeGreaterThan(10)
  expect(without.every(({ url, targetPath }) => url === null && targetPath.startsWith('/'))).toBe(true)
  expect((await items('tr')).every(({ url }) => url?.startsWith('https://tr.bare.shop.example/') === true)).toBe(true)
})

it('lists a product once if its variants have their own prices (DISC-057)', async () => {
  const { shop, targets } = await setUp()
  shop.db
    .prepare("INSERT INTO prices (product_id, variant_id, region_id, price) VALUES (1, 11, ?, '1')")
    .run(shop.region('tr'))

  expect((await targets({ type: 'product' })).filter(({ id }) => id === 1)).toHaveLength(1)
})

it('a slug is never more than one path segment (DISC-070)', async () => {
  const { shop, targets } = await setUp()
  shop.db.prepare("UPDATE storefront_page_texts SET slug = ? WHERE slug = 'iletisim'").run('//evil.example/../?a#b')

  const [target] = await targets({ search: 'İletişim' })

  expect(target?.targetPath).toBe('/pages/%2F%2Fevil.example%2F..%2F%3Fa%23b')
})

it('needs products.read and a pin, under both readings of A5 (DISC-058 DISC-059)', async () => {
  const { shop, token } = await setUp()
  const without = await shop.install({ requested_scopes: ['links.read', 'products.write'] })

  expect((await shop.call(without.token, '/storefront-targets')).status).toBe(403)
  const missing = await shop.call(token, '/storefront-targets')
  expect([missing.status, missing.body.message]).toEqual([400, messages.pinMissing])
  shop.context.changeSettings({ pin: 'documented-only' })
  expect((await shop.call(token, '/storefront-targets')).status).toBe(400)
})

it('a locked token sees only its region and its store (PIN-001 APP-020)', async () => {
  const { shop } = await setUp()
  const second = await shop.openStore({ name: 'Second', seed: 'none' })
  const empty = await shop.install({ into: second, requested_scopes: ['products.read'] })
  const german = await shop.install({ appKey: 'app.acme.german', region: 'de', requested_scopes: ['products.read'] })

  const { body } = await shop.call(german.token, `/storefront-targets?type=page&regionId=${shop.region('tr')}`)

  expect(body.items.map(({ title }: Target) => title)).toEqual(['Über uns', 'Kontakt'])
  expect((await shop.call(empty.token, '/storefront-targets')).body).toEqual({
    success: true,
    items: [],
    totalCount: 0,
  })
})
