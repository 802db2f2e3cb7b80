import { endpoint } from '../endpoint.ts'
import { bool, int, text } from '../fields.ts'
import * as z from '../schema.ts'

const profile = z.object({
  id: int({ about: "Id for a product's shippingProfileId." }),
  name: text({ about: 'Name.' }),
  profileType: text({ about: 'Profile type, as the platform stores it.' }),
  isDefault: bool({ about: 'Whether products without a profile use this profile.' }),
})

export const shippingProfiles = {
  list: endpoint({
    id: 'shipping-profiles.list',
    method: 'GET',
    path: '/shipping-profiles',
    summary: "List the store's shipping profiles, the default first",
    scope: 'products.read',
    pin: 'not-needed',
    response: z.object({
      success: z.optional(z.boolean()),
      totalCount: int({ about: 'Number of profiles.' }),
      items: z.array(profile),
      hint: z.nullable(text({ about: 'Hint for the store owner if there are fewer than two profiles.' })),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A20', 'B11', 'B34'],
  }),
}
