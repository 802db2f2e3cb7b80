import { endpoint } from '../endpoint.ts'
import { int, long, oneOf, text } from '../fields.ts'
import { limits } from '../limits.ts'
import * as z from '../schema.ts'

const adjustBody = z.object({
  productId: long({ about: 'Id of a product that this app created.', min: 1 }),
  mode: oneOf(
    { add: 'increase the stock', subtract: 'decrease the stock', set: 'set the stock to this value' },
    { about: 'Type of change.' },
  ),
  quantity: int({
    about: 'New stock for `set`, otherwise the difference. For a pack, the number of packs.',
    min: 0,
    max: limits.intMax,
  }),
  variantId: z.nullish(long({ about: 'Variant id. Required if stock is tracked by variant.', min: 1 })),
  warehouseId: z.nullish(
    long({ about: "Id of a warehouse assigned to this app. Default: the store's default warehouse.", min: 1 }),
  ),
  criticalLevel: z.nullish(
    int({ about: 'Stock level that triggers a low-stock warning for the owner.', min: 0, max: limits.intMax }),
  ),
  notes: z.nullish(text({ about: 'Notes, shown with the stock movement in the admin.' })),
})

export const inventory = {
  adjust: endpoint({
    id: 'inventory.adjust',
    method: 'POST',
    path: '/inventory/adjust',
    summary: "Change a product's stock in a warehouse",
    scope: 'inventory.write',
    pin: 'required',
    body: adjustBody,
    example: {
      body: { productId: 42, mode: 'add', quantity: 5, warehouseId: 7, notes: 'Monday delivery' },
      replace: {
        productId: 'a product that this app created (app call products create)',
        warehouseId: 'a warehouse assigned to this app (app call warehouses list)',
      },
    },
    // N26: the response is undocumented, so rely only on the status.
    response: z.object({ success: z.optional(z.boolean()) }),
    idempotency: { kind: 'none' },
    errors: [
      {
        status: 404,
        when: 'The product was not created by this app or is not in this region, or the variant or warehouse is unknown.',
      },
      { status: 409, when: 'The warehouse is not assigned to this app.' },
      {
        status: 400,
        when: 'A field is missing or invalid, the variant is missing, the stock would fall below zero, or the store has no default warehouse.',
      },
    ],
    assumed: ['A5', 'A10', 'A11', 'B24', 'B35', 'B36', 'N26', 'C25'],
  }),
}
