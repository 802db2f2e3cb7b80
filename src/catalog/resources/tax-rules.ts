import { endpoint } from '../endpoint.ts'
import { bool, decimal, int, text } from '../fields.ts'
import * as z from '../schema.ts'

const taxRule = z.object({
  id: int({ about: "Id for a product's taxRuleId." }),
  name: text({ about: 'Name.' }),
  rate: decimal({ about: 'Rate in percent.' }),
  isDefault: bool({ about: "Whether this is the region's default rule." }),
  description: z.nullable(text({ about: 'Description, if any.' })),
})

export const taxRules = {
  list: endpoint({
    id: 'tax-rules.list',
    method: 'GET',
    path: '/tax-rules',
    summary: "List a region's active tax rules",
    scope: 'products.read',
    pin: 'required',
    pinShown: true,
    response: z.object({
      success: z.optional(z.boolean()),
      totalCount: int({ about: 'Number of rules.' }),
      items: z.array(taxRule),
      hint: z.nullable(text({ about: 'Hint, if the region has no active rule.' })),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A20', 'B34'],
  }),
}
