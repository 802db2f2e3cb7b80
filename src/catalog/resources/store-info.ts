import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import * as z from '../schema.ts'

export const storeInfo = {
  get: endpoint({
    id: 'store-info.get',
    method: 'GET',
    path: '/store-info',
    summary: 'Show who the store is: name, domain, logo, contact.',
    scope: 'links.read',
    pin: 'required',
    pinShown: true,
    response: z.object({
      success: z.boolean(),
      storeName: z.nullable(text({ about: 'Name that people see; null when unset.' })),
      storeDomain: z.nullable(text({ about: 'Domain of the store; null when unset.' })),
      logoUrl: z.nullable(text({ about: "Absolute, on the region's domain; null when unset or without a domain." })),
      contactEmail: z.nullable(text({ about: 'Address for customers; null when unset.' })),
    }),
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A38', 'A42'],
  }),
}
