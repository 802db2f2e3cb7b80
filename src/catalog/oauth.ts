import { messages } from './errors.ts'
import { int, text } from './fields.ts'
import * as z from './schema.ts'

const region = z.object({
  id: int({ about: 'Region id, used as a pin.' }),
  code: text({ about: 'Region code.' }),
  currency: text({ about: "The region's only currency." }),
  // C37: the table describes only a text, but a region without a domain is documented for storefront targets.
  domain: z.nullable(text({ about: "The region's storefront domain. null if it has no domain (assumed)." })),
})

/**
 * The token exchange: outside `/api/apps/v1`, no Authorization header, camelCase in, snake_case out (EXCH-001 to EXCH-051). It is
 * separate from the endpoints because none of their common rules (token, pin, scope, 600 a minute) applies to it.
 */
export const tokenExchange = {
  method: 'POST',
  path: '/api/apps/oauth/token',
  body: z.object({
    clientId: text({ about: "The app's public id, with the prefix cli_.", min: 1 }),
    clientSecret: text({ about: "The app's secret, with the prefix cs_.", min: 1 }),
    code: text({ about: 'The single-use authorization code.', min: 1 }),
  }),
  response: z.object({
    success: z.literal(true),
    access_token: text({ about: 'The opaque token. Only this response contains it.' }),
    token_type: z.literal('Bearer'),
    scopes: z.array(z.string()),
    app_key: text({ about: "The app's key." }),
    store_id: int({ about: 'Store id.' }),
    region_id: z.nullable(int({ about: 'Region of a region-scoped install. null for a store-wide install.' })),
    install_scope: z.enum(['region', 'store']),
    regions: z.nullable(z.array(region)),
    store_name: text({ about: "The store's display name." }),
    store_domain: text({ about: "The store's domain." }),
  }),
  errors: [
    { status: 400, message: messages.exchangeFieldsMissing, when: 'A field is missing, or was sent in snake_case.' },
    {
      status: 401,
      message: messages.exchangeFailed,
      when: 'One of seven causes that the response does not distinguish.',
    },
    { status: 429, when: 'More than 30 exchanges in a minute from one IP address, with Retry-After.' },
  ],
  /** As for an endpoint. */
  assumed: ['A1', 'A3', 'A14', 'A19', 'B13', 'B14', 'C37'],
} as const

const atLeastOne = () => z.number().check(z.int(), z.gte(1))

/**
 * The minimum that a response of the exchange must have before any of it is trusted or saved. Optional
 * members may be missing (P5), but none may have another type, and the token must be valid in a header.
 */
export const usableExchange = z.object({
  access_token: z.string().check(z.regex(/^[\u0021-\u007e]+$/)),
  app_key: z.string().check(z.minLength(1)),
  store_id: atLeastOne(),
  region_id: z.optional(z.nullable(atLeastOne())),
  install_scope: z.enum(['region', 'store']),
  scopes: z.optional(z.array(z.string())),
  regions: z.optional(
    z.nullable(
      z.array(
        z.object({
          id: atLeastOne(),
          code: z.string(),
          currency: z.string(),
          domain: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
  store_name: z.optional(z.string()),
  store_domain: z.optional(z.string()),
})

export type TokenExchangeAnswer = z.output<typeof tokenExchange.response>
