import { describe, expect, it } from 'vitest'

import { makeShop } from './support/shop.ts'

describe('the cart', () => {
  it('keeps several products, separately for each region', async () => {
    const { post, text, links } = await makeShop()

    const answer = await post('/demo/de/cart', { product_id: '4', quantity: '2' })
    await post('/demo/de/cart', { product_id: '2', quantity: '1' })
    await post('/demo/de/cart', { product_id: '4', quantity: '1' })

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/demo/de/cart'])
    const german = await text('/demo/de/cart')
    expect(german).toMatch(/aria-label="Quantity of Stoneware mug"/)
    expect(german).toMatch(/name="quantity-4"\s+value="3"/)
    expect(german).toMatch(/name="quantity-2"\s+value="1"/)
    expect(links(german)['Cart (4)']).toBe('/demo/de/cart')
    expect(links(await text('/demo/tr'))['Cart']).toBe('/demo/tr/cart')
  })

  it('is private, so another visitor and an invented cookie see an empty cart (T3)', async () => {
    const { post, visitor, emulator, urls } = await makeShop()
    await post('/demo/de/cart', { product_id: '4', quantity: '2' })

    const other = await visitor().text('/demo/de/cart')
    const made = await emulator.fetch(
      new Request(`${urls.storefront}/demo/de/cart`, { headers: { Cookie: `svcapp_cart_${emulator.context.id}=1` } }),
    )

    expect(other).toContain('Your cart is empty.')
    expect(await made.text()).toContain('Your cart is empty.')
  })

  it('changes quantities and removes products', async () => {
    const { post, text } = await makeShop()
    await post('/demo/de/cart', { product_id: '4', quantity: '2' })
    await post('/demo/de/cart', { product_id: '2', quantity: '1' })

    const stayed = await post('/demo/de/cart/update', { 'quantity-4': '7', stay: '1' })
    const wentOn = await post('/demo/de/cart/update', { 'quantity-2': '3' })
    const changed = await text('/demo/de/cart')
    await post('/demo/de/cart/remove', { line: '4' })
    const removed = await text('/demo/de/cart')

    expect(stayed.headers.get('location')).toBe('/demo/de/cart')
    expect(wentOn.headers.get('location')).toBe('/demo/de/checkout')
    expect(changed).toMatch(/name="quantity-4"\s+value="7"/)
    expect(changed).toMatch(/name="quantity-2"\s+value="3"/)
    expect(removed).not.toContain('quantity-4')
  })

  it.each(['0', '-3', '1.5', '99999999999999999999', 'abc', '', '<b>2</b>', '10000'])(
    'rejects a quantity of %j with a message and keeps the typed value',
    async (quantity) => {
      const { post, text } = await makeShop()
      await post('/demo/de/cart', { product_id: '2', quantity: '1' })
      const shown = quantity.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

      const added = await post('/demo/de/cart', { product_id: '4', quantity })
      const changed = await post('/demo/de/cart/update', { 'quantity-2': quantity, stay: '1' })

      for (const answer of [added, changed]) {
        const page = await answer.text()
        expect(answer.status).toBe(400)
        expect(page).toContain('Enter a whole number from 1 to 9999.')
        expect(page).toContain(`value="${shown}"`)
      }
      expect(await text('/demo/de/cart')).toMatch(/Cart \(1\)/)
    },
  )

  it('accepts at most the order limit of one product', async () => {
    const { post } = await makeShop()
    await post('/demo/de/cart', { product_id: '4', quantity: '9999' })

    const answer = await post('/demo/de/cart', { product_id: '4', quantity: '1' })

    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('The cart already has 9999 of this product')
  })

  it.each(['9999', '12', '10', 'x', ''])('returns 404 for adding %j, which the region does not sell', async (id) => {
    const { post } = await makeShop()

    expect((await post('/demo/de/cart', { product_id: id, quantity: '1' })).status).toBe(404)
  })

  it('reports a product that was deleted meanwhile, and allows its removal', async () => {
    const { post, text, control } = await makeShop()
    await post('/demo/de/cart', { product_id: '4', quantity: '2' })
    await control('POST', '/stores/demo/products/4/delete')

    const told = await text('/demo/de/cart')
    await post('/demo/de/cart/remove', { line: '4' })

    expect(told).toContain('Stoneware mug is no longer available')
    expect(told).toContain('aria-label="Remove Stoneware mug"')
    expect(await text('/demo/de/cart')).not.toContain('Stoneware mug')
  })

  it('rejects a form from another site and a form that is too long (T8 T5)', async () => {
    const { open, text } = await makeShop()
    const body = (note = '') => new URLSearchParams({ product_id: '4', quantity: '1', note })

    const foreign = await open('/demo/de/cart', {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: body(),
    })
    const long = await open('/demo/de/cart', { method: 'POST', body: body('x'.repeat(300_000)) })

    expect([foreign.status, long.status]).toEqual([403, 413])
    expect(await text('/demo/de/cart')).toContain('Your cart is empty.')
  })
})
