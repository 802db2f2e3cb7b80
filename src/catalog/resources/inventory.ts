import { endpoint } from '../endpoint.ts'
import { int, long, oneOf, text } from '../fields.ts'
import { limits } from '../limits.ts'
import * as z from '../schema.ts'

const adjustBody = z.object({
  productId: long({ about: 'Product created by this app.', min: 1 }),
  mode: oneOf(
    { add: 'increase the stock', subtract: 'decrease it', set: 'set it to this value' },
    { about: 'How the stock changes.' },
  ),
  quantity: int({
    about: 'The new stock for set, otherwise the difference. For packs, the number of packs.',
    min: 0,
    max: limits.intMax,
  }),
  variantId: z.nullish(long({ about: 'Variant, required if stock is counted per variant.', min: 1 })),
  warehouseId: z.nullish(long({ about: "Your warehouse. Default: the store's default warehouse.", min: 1 })),
  criticalLevel: z.nullish(int({ about: "Threshold for the owner's low-stock warning.", min: 0, max: limits.intMax })),
  notes: z.nullish(text({ about: 'Shown with the stock movement in the admin.' })),
})

export const inventory = {
  adjust: endpoint({
    id: 'inventory.adjust',
    method: 'POST',
    path: '/inventory/adjust',
    summary: 'Change the stock of your product in one warehouse.',
    scope: 'inventory.write',
    pin: 'required',
    body: adjustBody,
    example: {
      body: { productId: 42, mode: 'add', quantity: 5, warehouseId: 7, notes: 'Delivery of Monday' },
      replace: {
        productId: 'a product created by this app: app call products create',
        warehouseId: 'your own warehouse (isMine): app call warehouses list',
      },
    },
    // N26: the documents do not show it; only the status is to be relied on.
    response: z.object({ success: z.optional(z.boolean()) }),
    idempotency: { kind: 'none' },
    errors: [
      {
        status: 404,
        when: 'The product was not created by this app or is not in this region, or the variant or warehouse is unknown.',
      },
      { status: 409, when: 'The warehouse does not belong to your app.' },
      {
        status: 400,
        when: 'A field or the variant is missing or invalid, the stock would become negative, or the store has no default warehouse.',
      },
    ],
    assumed: ['A5', 'A10', 'A11', 'B24', 'B35', 'B36', 'N26', 'C25'],
  }),
}
