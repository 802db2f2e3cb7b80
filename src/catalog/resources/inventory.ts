import { endpoint } from '../endpoint.ts'
import { int, long, oneOf, text } from '../fields.ts'
import { limits } from '../limits.ts'
import * as z from '../schema.ts'

const adjustBody = z.object({
  productId: long({ about: 'Product that this app made.', min: 1 }),
  mode: oneOf(
    { add: 'raise the stock', subtract: 'lower it', set: 'make it exactly this' },
    { about: 'What happens to the stock.' },
  ),
  quantity: int({
    about: 'With set the new stock, else the difference. Of a pack: packs.',
    min: 0,
    max: limits.intMax,
  }),
  variantId: z.nullish(long({ about: 'Variant; needed where the stock is kept by variant.', min: 1 })),
  warehouseId: z.nullish(long({ about: "Warehouse of yours; left out, the store's default one.", min: 1 })),
  criticalLevel: z.nullish(
    int({ about: 'Stock at which the owner gets a low-stock warning.', min: 0, max: limits.intMax }),
  ),
  notes: z.nullish(text({ about: 'Shown with the stock movement in the admin.' })),
})

export const inventory = {
  adjust: endpoint({
    id: 'inventory.adjust',
    method: 'POST',
    path: '/inventory/adjust',
    summary: 'Change the stock of one product of yours in one warehouse.',
    scope: 'inventory.write',
    pin: 'required',
    body: adjustBody,
    example: {
      body: { productId: 42, mode: 'add', quantity: 5, warehouseId: 7, notes: 'Delivery of Monday' },
      replace: {
        productId: 'a product that this app made: app call products create',
        warehouseId: 'a warehouse of yours (isMine): app call warehouses list',
      },
    },
    // N26: the documents do not show it; only the status is to be relied on.
    response: z.object({ success: z.optional(z.boolean()) }),
    idempotency: { kind: 'none' },
    errors: [
      {
        status: 404,
        when: 'The product was not made by this app or is not in this region; no such variant or warehouse.',
      },
      { status: 409, when: 'The warehouse is not yours.' },
      {
        status: 400,
        when: 'A field is missing or wrong, the variant is missing, the stock would fall below zero, or the store has no default warehouse.',
      },
    ],
    assumed: ['A5', 'A10', 'A11', 'B24', 'B35', 'B36', 'N26', 'C25'],
  }),
}
