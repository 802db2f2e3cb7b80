import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import * as z from '../schema.ts'

export const storeInfo = {
  get: endpoint({
    id: 'store-info.get',
    method: 'GET',
    path: '/store-info',
    summary: "Show the store's name, domain, logo and contact",
    scope: 'links.read',
    pin: 'required',
    pinShown: true,
    response: z.object({
      success: z.boolean(),
      storeName: z.nullable(text({ about: 'Store name that users see. null if not set.' })),
      storeDomain: z.nullable(text({ about: 'Store domain. null if not set.' })),
      logoUrl: z.nullable(
        text({ about: "Absolute URL on the region's domain. null if not set or if the region has no domain." }),
      ),
      contactEmail: z.nullable(text({ about: 'Email address for customers. null if not set.' })),
    }),
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A38', 'A42'],
  }),
}
