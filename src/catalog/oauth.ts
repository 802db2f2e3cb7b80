import * as z from 'zod/mini'

import { messages } from './errors.ts'
import { int, text } from './fields.ts'

const region = z.object({
  id: int({ about: 'Region id; the value of a pin.' }),
  code: text({ about: 'Region code.' }),
  currency: text({ about: 'The one currency of the region.' }),
  domain: z.nullable(text({ about: 'Storefront domain of the region.' })),
})

/**
 * The token exchange: outside `/api/apps/v1`, no Authorization header, camelCase in, snake_case out (EXCH-001 to EXCH-051).
 * It stands beside the endpoints because none of their common rules (token, pin, scope, 600 a minute) applies to it.
 */
export const tokenExchange = {
  method: 'POST',
  path: '/api/apps/oauth/token',
  body: z.object({
    clientId: text({ about: "The app's public identity, prefix cli_.", min: 1 }),
    clientSecret: text({ about: "The app's secret, prefix cs_.", min: 1 }),
    code: text({ about: 'The single-use authorization code.', min: 1 }),
  }),
  response: z.object({
    success: z.literal(true),
    access_token: text({ about: 'The opaque token; it is in this answer only.' }),
    token_type: z.literal('Bearer'),
    scopes: z.array(z.string()),
    app_key: text({ about: "The app's key." }),
    store_id: int({ about: 'The store.' }),
    region_id: z.nullable(int({ about: 'The region of a region-scoped install; null for a store-wide one.' })),
    install_scope: z.enum(['region', 'store']),
    regions: z.nullable(z.array(region)),
    store_name: text({ about: 'Display name of the store.' }),
    store_domain: text({ about: 'Domain of the store.' }),
  }),
  errors: [
    { status: 400, message: messages.exchangeFieldsMissing, when: 'A field is missing, or was sent in snake_case.' },
    { status: 401, message: messages.exchangeFailed, when: 'One of seven causes that the answer does not tell apart.' },
    { status: 429, when: 'More than 30 exchanges in a minute from one address; with Retry-After.' },
  ],
} as const

export type TokenExchangeAnswer = z.output<typeof tokenExchange.response>
