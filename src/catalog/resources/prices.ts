import { endpoint } from '../endpoint.ts'
import { decimal, long } from '../fields.ts'
import { limits } from '../limits.ts'
import * as z from '../schema.ts'

const price = z.object({
  productId: long({ about: 'Id of a product that belongs to this app.', min: 1 }),
  variantId: z.nullish(long({ about: 'Variant id. Default: the product itself.', min: 1 })),
  price: decimal({ about: "Price in the region's currency.", min: 0 }),
})

const notFound = { status: 404, when: 'The product does not belong to this app, or is not in this region.' } as const

export const prices = {
  set: endpoint({
    id: 'prices.set',
    method: 'PATCH',
    path: '/prices',
    summary: 'Set the price of a product or variant in a region',
    scope: 'products.write',
    pin: 'required',
    pinShown: true,
    body: price,
    example: {
      body: { productId: 42, price: 129.9 },
      replace: { productId: 'a product that this app created (app call products create)' },
    },
    response: z.object({ success: z.boolean() }),
    idempotency: { kind: 'natural', why: 'Writing the same price again changes nothing.' },
    errors: [notFound],
    assumed: ['A7', 'B24'],
  }),
  bulk: endpoint({
    id: 'prices.bulk',
    method: 'POST',
    path: '/prices/bulk',
    summary: 'Set many prices in a region, all or none',
    scope: 'products.write',
    pin: 'required',
    pinShown: true,
    body: z.object({ items: z.array(price).check(z.minLength(1), z.maxLength(limits.priceRowsMax)) }),
    example: {
      body: { items: [{ productId: 42, price: 129.9 }] },
      replace: { 'items[].productId': 'a product that this app created (app call products create)' },
    },
    response: z.object({ success: z.boolean() }),
    rows: 'whole',
    rowKey: { fields: ['productId', 'variantId'], again: 'overwrites' },
    idempotency: { kind: 'natural', why: 'Writing the same prices again changes nothing.' },
    errors: [
      notFound,
      { status: 400, when: `A row is invalid, or the body has no rows or more than ${limits.priceRowsMax}.` },
    ],
    assumed: ['A7', 'A8', 'B24'],
  }),
}
