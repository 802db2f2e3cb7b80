import { describe, expect, it } from 'vitest'

import { makeEmulator } from '../support/emulator.ts'

const shop = async () => {
  const tools = makeEmulator()
  const store = await tools.openStore()
  const open = (path: string, init?: RequestInit) =>
    tools.emulator.fetch(new Request(tools.urls.storefront + path, init))
  const orders = () =>
    tools.emulator.world.storeDb(store.store.id).prepare('SELECT * FROM orders ORDER BY id DESC').all()
  return { ...tools, store, open, orders }
}

describe('the storefront', () => {
  it('GEN-011 GEN-012 shows what a region sells in its own currency, and not what it does not sell', async () => {
    const { open } = await shop()

    const home = await (await open('/demo')).text()
    const german = await (await open('/demo/de')).text()

    expect(home).toContain('TRY')
    expect(german).toContain('EUR')
    expect(german).not.toContain('TRY')
    expect(home).toContain('Dot grid notebook')
    expect(german).not.toContain('Dot grid notebook')
    expect(home).not.toContain('Wall calendar')
  })

  it('APP-020 takes an order by its form', async () => {
    const { open, orders } = await shop()
    const form = /<form method="post" action="([^"]+)">\s*<input type="hidden" name="product_id" value="(\d+)"/.exec(
      await (await open('/demo/de')).text(),
    )

    const answer = await open(form?.[1] ?? '', {
      method: 'POST',
      body: new URLSearchParams({ product_id: form?.[2] ?? '', quantity: '2' }),
    })

    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/demo/de/orders/${String(orders()[0]?.['id'])}`,
    ])
    expect(orders()).toHaveLength(41)
    expect(orders()[0]).toMatchObject({ currency: 'EUR', status: 'paid' })
  })

  it('leads on to a page that can be reloaded, and takes a form that is sent twice once', async () => {
    const { open, orders } = await shop()
    const send = async (shown: string) => {
      const [, productId = '', key = ''] =
        /name="product_id" value="(\d+)" \/>\s*<input type="hidden" name="key" value="([0-9a-f]{32})"/.exec(shown) ?? []
      const body = new URLSearchParams({ product_id: productId, quantity: '1', key })
      return (await open('/demo/de/orders', { method: 'POST', body })).headers.get('location') ?? ''
    }
    const shown = await (await open('/demo/de')).text()

    const [first, again] = [await send(shown), await send(shown)]
    const pages = [await open(first), await open(first)]
    const number = String(orders()[0]?.['order_number'])
    const other = await send(await (await open('/demo/de')).text())

    expect(again).toBe(first)
    for (const page of pages) expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(number)])
    expect(other).not.toBe(first)
    expect(orders()).toHaveLength(42)
    expect((await open('/demo/de/orders/99999')).status).toBe(400)
  })

  it.each([
    ['a product that is not sold here', { product_id: '999', quantity: '1' }, 400],
    ['no quantity', { product_id: '1', quantity: '' }, 400],
    ['no product', { quantity: '1' }, 400],
  ])('refuses %s and takes no order', async (_what, fields, status) => {
    const { open, orders } = await shop()

    const answer = await open('/demo/tr/orders', { method: 'POST', body: new URLSearchParams(fields) })

    expect(answer.status).toBe(status)
    expect(orders()).toHaveLength(40)
  })

  it('T8 refuses a form from elsewhere and takes no order', async () => {
    const { open, orders } = await shop()

    const body = new URLSearchParams({ product_id: '1', quantity: '1' })
    const answer = await open('/demo/tr/orders', { method: 'POST', headers: { Origin: 'https://evil.example' }, body })

    expect([answer.status, orders().length]).toEqual([403, 40])
  })

  it.each(['/nowhere', '/demo/xx', '/a/b/c'])('answers 404 for %s', async (path) => {
    const { open } = await shop()

    expect((await open(path)).status).toBe(404)
  })
})
