import { describe, expect, it } from 'vitest'

import { makeEmulator } from '../support/emulator.ts'
import { makeShop } from './storefront/support/shop.ts'

describe('the storefront', () => {
  it('shows the products of a region in its own currency, and no others (GEN-011 GEN-012)', async () => {
    const { text } = await makeShop()

    const home = await text('/demo')
    const german = await text('/demo/de')

    expect(home).toContain('TRY')
    expect(german).toContain('EUR')
    expect(german).not.toContain('TRY')
    expect(home).toContain('Dot grid notebook')
    expect(german).not.toContain('Dot grid notebook')
    expect(home).not.toContain('Wall calendar')
  })

  it('links regions, categories and products by name only, in the language of the region', async () => {
    const { text, links } = await makeShop()

    const german = await text('/demo/de')

    expect(links(german)).toMatchObject({
      tr: '/demo/tr',
      de: '/demo/de',
      gb: '/demo/gb',
      Kitchen: expect.stringMatching(/^\/demo\/de\/categories\/\d+$/),
      'T-shirts': expect.stringMatching(/^\/demo\/de\/categories\/\d+$/),
      'Stoneware mug': '/demo/de/products/4',
      Cart: '/demo/de/cart',
    })
    expect(german).toContain('<html lang="de">')
    expect(german).toMatch(/\d+\.\d\d EUR/)
  })

  it('pages through all products of a region, newest first, each once', async () => {
    const { text, links, control } = await makeShop()
    for (let at = 0; at < 30; at++) {
      await control('POST', '/stores/demo/products', { name: `Lamp ${at}`, prices: { de: '19.90' } })
    }

    const first = await text('/demo/de')
    const second = await text(links(first)['Next page'] ?? '')

    const names = [first, second].map((page) => Object.keys(links(page)).filter((name) => name.startsWith('Lamp')))
    expect(names[0]).toEqual(Array.from({ length: 24 }, (_, at) => `Lamp ${29 - at}`))
    expect(names[1]).toEqual(Array.from({ length: 6 }, (_, at) => `Lamp ${5 - at}`))
    expect(links(second)).toMatchObject({ 'First page': '/demo/de', 'Linen tote bag': '/demo/de/products/1' })
    expect(links(second)['Next page']).toBeUndefined()
  })

  it('shows a category with its subcategories, and the store description as text', async () => {
    const { text, links, db, open, store } = await makeShop()
    const clothing = links(await text('/demo/de'))['Clothing'] ?? ''
    const id = Number(clothing.split('/').at(-1))
    const shirts = Number((links(await text('/demo/de'))['T-shirts'] ?? '').split('/').at(-1))
    db.exec(`UPDATE products SET category_id = ${shirts} WHERE id = 4`)
    const region = store.store.regions.find(({ code }) => code === 'de')?.id ?? 0
    const sent = '<p>Fine &amp; soft</p><script>canary=1</script><img src=x onerror=canary=1><p>1 < 2</p>'
    db.prepare("INSERT INTO category_contents VALUES (?, ?, 'de', ?, NULL, NULL)").run(id, region, sent)

    const page = await text(clothing)

    expect(links(page)['Stoneware mug']).toBe('/demo/de/products/4')
    expect(links(page)['Linen tote bag']).toBeUndefined()
    expect(page).toContain('<p>Fine &amp; soft</p>')
    expect(page).toContain('<p>1 &lt; 2</p>')
    expect(page).not.toContain('canary')
    expect((await open('/demo/de/categories/9999')).status).toBe(404)
  })

  it.each(['/nowhere', '/demo/xx', '/a/b/c', '/demo/de/nothing', '/demo/de/products/x', '/demo/de/orders/99999'])(
    'returns 404 for %s',
    async (path) => {
      const { open } = await makeShop()

      expect((await open(path)).status).toBe(404)
    },
  )

  it('returns 404 for products that are unknown, drafts, deleted or of other regions', async () => {
    const { open, control } = await makeShop()
    const status = async (path: string) => (await open(path)).status
    await control('POST', '/stores/demo/products/1/delete')

    expect(await status('/demo/de/products/4')).toBe(200)
    expect(await status('/demo/de/products/1')).toBe(404)
    // The last of the seed is a draft; the tenth is not sold in Germany.
    expect(await status('/demo/tr/products/12')).toBe(404)
    expect(await status('/demo/tr/products/10')).toBe(200)
    expect(await status('/demo/de/products/10')).toBe(404)
    expect(await status('/demo/de/products/9999')).toBe(404)
  })

  it('shows files of the store and none from other sites', async () => {
    const { text, db, open, urls } = await makeShop()
    const own = `${urls.storefront}/demo/media/apps/app.acme.loyalty/1.png`
    db.prepare('UPDATE products SET image_url = ?, images = ? WHERE id = 4').run(
      own,
      JSON.stringify([own, 'https://evil.example/1.png', `${own}?x`]),
    )

    const page = await text('/demo/de/products/4')
    const other = await text('/demo/de/products/2')

    expect(page).toContain('src="/demo/media/apps/app.acme.loyalty/1.png"')
    expect(page).not.toContain('evil.example')
    const pattern = await open(/src="([^"]*patterns[^"]*)"/.exec(other)?.[1] ?? '')
    expect([pattern.status, pattern.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  it('prevents framing and scripts on every page (T10 T22)', async () => {
    const { open } = await makeShop()

    for (const path of ['/', '/demo', '/demo/de/products/4', '/demo/de/cart', '/demo/de/x']) {
      const { headers } = await open(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toContain('script-src')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('frames app blocks on the home page of the regions with an install, and nowhere else (EMB-026)', async () => {
    const { open, text, registerApp, control, installApp, store } = await makeShop()
    const manifest = {
      renderMode: 'iframe',
      appUrl: 'https://panel.example/',
      installScope: 'region',
      slots: [{ type: 'storefront-block', path: 'block', label: 'Points' }],
    }
    const app = await registerApp({ admin_manifest_json: JSON.stringify(manifest) })
    await control('POST', `/apps/${app.appKey}/test-stores`, { code: store.code })
    await installApp({ app, store, region: 'de' })

    const home = await open('/demo/de')

    expect(await home.text()).toMatch(/<h2>Points<\/h2>\s*<iframe[^>]*src="https:\/\/panel\.example\/block"/)
    expect(home.headers.get('content-security-policy')).toContain('frame-src https://panel.example')
    for (const path of ['/demo/tr', '/demo/de/products/4', '/demo/de/cart']) {
      expect(await text(path)).not.toContain('<iframe')
    }
  })

  it('shows the next step for a store without products', async () => {
    const { control, emulator, urls } = makeEmulator()
    await control('POST', '/stores', { name: 'Empty', seed: 'none' })

    const page = await (await emulator.fetch(new Request(`${urls.storefront}/empty`))).text()

    expect(page).toContain('app emulator product create --store empty')
  })
})
