import { endpoint } from '../endpoint.ts'
import { bool, int, text } from '../fields.ts'
import * as z from '../schema.ts'

const profile = z.object({
  id: int({ about: "Id for a product's shippingProfileId." }),
  name: text({ about: 'Name.' }),
  profileType: text({ about: 'Kind of tariff as the platform keeps it, in no language.' }),
  isDefault: bool({ about: 'Whether products without a profile take this one.' }),
})

export const shippingProfiles = {
  list: endpoint({
    id: 'shipping-profiles.list',
    method: 'GET',
    path: '/shipping-profiles',
    summary: 'List the active shipping tariffs of the store, the default one first.',
    scope: 'products.read',
    pin: 'not-needed',
    response: z.object({
      success: z.optional(z.boolean()),
      totalCount: int({ about: 'Number of profiles.' }),
      items: z.array(profile),
      hint: z.nullable(text({ about: 'For the store owner, when there is one profile or none.' })),
    }),
    paging: 'items',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A20', 'B11', 'B34'],
  }),
}
