import { endpoint } from '../endpoint.ts'
import { bool, int, text } from '../fields.ts'
import * as z from '../schema.ts'

const contextRegion = z.object({
  id: int({ about: 'Region id, used as a pin.' }),
  code: text({ about: 'Region code.' }),
  countryCode: text({ about: 'ISO 3166-1 alpha-2 country code.' }),
  currencyCode: text({ about: "The region's currency." }),
  languageCode: text({ about: "The region's language." }),
  isDefault: bool({ about: "Whether this is the store's home region." }),
})

export const context = {
  get: endpoint({
    id: 'context.get',
    method: 'GET',
    path: '/context',
    summary: 'Show the store, regions and scopes of the token',
    scope: null,
    pin: 'not-needed',
    response: z.object({
      success: z.optional(z.boolean()),
      appKey: text({ about: 'App key.' }),
      store: z.object({ id: int({ about: 'Store id.' }), code: text({ about: 'Store code.' }) }),
      installScope: z.enum(['region', 'store']),
      pinnedRegionId: z.nullable(int({ about: 'Region of this request. null if no region is pinned.' })),
      regions: z.array(contextRegion),
      scopes: z.array(z.string()),
    }),
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A34', 'A45', 'A47', 'B11'],
  }),
}
