import { context } from '../catalog/resources/context.ts'
import { createClient, type ClientTools } from '../client/client.ts'
import { resolvePin, type PinFacts } from '../client/pin.ts'
import { AppError } from '../errors.ts'
import type { InstallFacts } from './options.ts'

/** What the client below needs to know of an install. */
export type KnownInstall = ClientTools['install']

/** What the token stands for, as the platform tells it: a token is opaque and is not taken apart (TOK-007, TOK-008). */
export async function learnInstall(tools: Omit<ClientTools, 'install'>): Promise<InstallFacts> {
  const unknown = { installScope: 'store', regionId: null, regions: [], scopes: [] } as const
  const { body } = await createClient({ ...tools, install: unknown }).call(context.get)
  if (body === null) throw new AppError('api.error', 'The context of the token cannot be read.')
  return body
}

/** The same for the client below, with the region that is meant where a call names none. Raises `pin.*` for one that cannot be. */
export function pinFactsOf({ installScope, regions, scopes }: InstallFacts, region: string | undefined): KnownInstall {
  const facts: PinFacts = {
    installScope,
    regionId: installScope === 'region' ? (regions[0]?.id ?? null) : null,
    regions: regions.map(({ id, code, countryCode, currencyCode }) => ({
      id,
      code,
      countryCode: countryCode ?? null,
      currency: currencyCode ?? null,
    })),
  }
  const currentRegionId = region === undefined ? null : resolvePin(facts, { region, rule: 'required' })
  return { ...facts, currentRegionId, scopes }
}
