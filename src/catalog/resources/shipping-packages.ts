import { endpoint } from '../endpoint.ts'
import { bool, decimal, int, text } from '../fields.ts'
import * as z from '../schema.ts'

const box = z.object({
  id: int({ about: "Id for a product's shippingPackageId." }),
  name: text({ about: 'Name.' }),
  lengthCm: decimal({ about: 'Length in cm.' }),
  widthCm: decimal({ about: 'Width in cm.' }),
  heightCm: decimal({ about: 'Height in cm.' }),
  emptyWeightG: decimal({ about: 'Empty weight in g.' }),
  maxWeightKg: decimal({ about: 'Maximum weight in kg.' }),
  isDefault: bool({ about: 'Whether products without a package use this package.' }),
})

export const shippingPackages = {
  list: endpoint({
    id: 'shipping-packages.list',
    method: 'GET',
    path: '/shipping-packages',
    summary: "List the store's shipping packages (boxes)",
    scope: 'products.read',
    pin: 'not-needed',
    response: z.object({
      success: z.optional(z.boolean()),
      totalCount: int({ about: 'Number of packages.' }),
      items: z.array(box),
      hint: z.nullable(text({ about: 'Hint for the store owner if there are fewer than two packages.' })),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A20', 'B11', 'B34'],
  }),
}
