import { expect, it } from 'vitest'

import { makeShop, type Shop } from '../shop.ts'

const causeOf = async (shop: Shop, token: string, request: string, body?: object) => {
  const [method = '', path = ''] = request.split(' ')
  const { status, headers } =
    body === undefined ? await shop.call(token, path, { method }) : await shop.send(token, request, body)
  return [status, headers.get('x-emulator-cause')]
}

it('the cause of a 404 distinguishes an order of another region from a missing one (P4)', async () => {
  const shop = await makeShop()
  const { token } = await shop.install({ region: 'tr' })
  const id = shop.orderIn('de')

  expect(await causeOf(shop, token, `GET /orders/${id}`)).toEqual([404, 'order-of-other-region'])
  expect(await causeOf(shop, token, `GET /orders/${id}/costs`)).toEqual([404, 'order-of-other-region'])
  expect(await causeOf(shop, token, 'GET /orders/999999')).toEqual([404, 'order-not-found'])
  expect(await causeOf(shop, token, 'GET /orders/999999/costs')).toEqual([404, 'order-not-found'])
})

const requested_scopes = ['products.read', 'products.write', 'inventory.write']

it('the cause of a 404 distinguishes a product of another app or region from a missing one (P4)', async () => {
  const shop = await makeShop()
  const here = await shop.install({ region: 'tr', requested_scopes })
  const there = await shop.install({ region: 'de', requested_scopes })
  const made = await shop.send(here.token, 'POST /products', { externalRef: 'mug-1', title: 'Mug', price: 10 })
  const own = Number(made.body.id)
  const stores = Number(shop.db.prepare('SELECT id FROM products WHERE owner_app_key IS NULL').get()?.['id'])
  const writes = (productId: number) =>
    [
      ['PATCH /prices', { productId, price: 5 }],
      [`PATCH /products/${productId}`, { title: 'Cup' }],
      ['POST /inventory/adjust', { productId, mode: 'add', quantity: 1 }],
    ] as const

  for (const [request, body] of writes(stores)) {
    expect(await causeOf(shop, here.token, request, body)).toEqual([404, 'product-not-of-this-app'])
  }
  for (const [request, body] of writes(own)) {
    expect(await causeOf(shop, there.token, request, body)).toEqual([404, 'product-of-other-region'])
  }
  for (const [request, body] of writes(999_999)) {
    expect(await causeOf(shop, here.token, request, body)).toEqual([404, 'product-not-found'])
  }
  expect(await causeOf(shop, there.token, `GET /products/${own}`)).toEqual([404, 'product-of-other-region'])
  expect(await causeOf(shop, here.token, 'GET /products/999999')).toEqual([404, 'product-not-found'])
})
