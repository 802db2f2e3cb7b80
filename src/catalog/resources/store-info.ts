import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import * as z from '../schema.ts'

export const storeInfo = {
  get: endpoint({
    id: 'store-info.get',
    method: 'GET',
    path: '/store-info',
    summary: "Show the store's name, domain, logo and contact.",
    scope: 'links.read',
    pin: 'required',
    pinShown: true,
    response: z.object({
      success: z.boolean(),
      storeName: z.nullable(text({ about: 'Display name, null when unset.' })),
      storeDomain: z.nullable(text({ about: 'Domain of the store, null when unset.' })),
      logoUrl: z.nullable(text({ about: "Absolute URL on the region's domain, null when unset or without a domain." })),
      contactEmail: z.nullable(text({ about: 'Contact address for customers, null when unset.' })),
    }),
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A38', 'A42'],
  }),
}
