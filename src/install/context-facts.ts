import type { ResponseOf } from '../catalog/endpoint.ts'
import type { TokenExchangeAnswer } from '../catalog/oauth.ts'
import { context } from '../catalog/resources/context.ts'
import { checkAnswer } from '../client/check-answer.ts'
import type { InstallRegion } from '../project/installs.ts'

export type InstallationContext = ResponseOf<typeof context.get>

/** What only the context tells of an install, or a substitute while it answers 402 (A47). */
export interface ContextFacts {
  readonly storeCode: string | null
  readonly regions: readonly InstallRegion[]
  readonly isPaymentPending: boolean
}

/** The body of GET context, held against the documents. Raises `api.bad-answer`. */
export function requireContext(body: unknown): InstallationContext {
  return checkAnswer<InstallationContext>(context.get.response, body, {
    what: 'The context that the platform answered',
  })
}

/** Exchange and context merged by region id: only the one has the domain, only the other country and language (A45). */
export function mergeRegions(
  exchanged: TokenExchangeAnswer['regions'],
  seen: InstallationContext['regions'] | null,
): InstallRegion[] {
  const known = exchanged ?? []
  if (seen === null) return known.map(({ id, code, currency, domain }) => ({ id, code, currency, domain }))
  return seen.map(({ id, code, countryCode, currencyCode, isDefault }) => {
    const domain = known.find((region) => region.id === id)?.domain
    return { id, code, currency: currencyCode, countryCode, isDefault, ...(domain === undefined ? {} : { domain }) }
  })
}
