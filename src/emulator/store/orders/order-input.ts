import * as z from '../../../catalog/schema.ts'
import type { PlaceOrderInput } from '../../../control/contract.ts'
import { AppError } from '../../../errors.ts'

const shape = z.strictObject({
  region: z.optional(z.union([z.string(), z.pipe(z.number(), z.transform(String))])),
  paid: z._default(z.boolean(), false),
  items: z.optional(
    z
      .array(
        z.strictObject({
          productId: z.number().check(z.int(), z.gte(1)),
          quantity: z.number().check(z.int(), z.gte(1), z.lte(1_000_000)),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  ),
})

/** What was asked for, checked: it may come from a form or over the wire. Raises `emulator.bad-request`. */
export function readOrderInput(input: PlaceOrderInput) {
  const parsed = shape.safeParse(input)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new AppError('emulator.bad-request', `An order cannot be placed with this ${field || 'input'}.`, {
    suggestions: ['Items are {productId, quantity} with a quantity of at least 1; leave them out for one product.'],
  })
}
