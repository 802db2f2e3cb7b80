import { expect, it } from 'vitest'

import { seedSchema } from '../../scripts/generate/seed-schema.ts'

it('has the same required members as the emulator and allows no others', () => {
  expect(seedSchema()).toMatchObject({
    additionalProperties: false,
    properties: {
      stores: { items: { required: ['name'], additionalProperties: false } },
      products: { items: { required: ['name', 'prices'], properties: { status: { enum: ['A', 'P'] } } } },
      customers: { items: { required: ['name', 'email'] } },
      orders: {
        items: {
          required: ['items'],
          properties: {
            region: { type: ['string', 'number'] },
            items: { minItems: 1, items: { properties: { quantity: { type: 'integer', minimum: 1 } } } },
          },
        },
      },
    },
  })
})
