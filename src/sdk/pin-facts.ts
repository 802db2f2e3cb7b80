import type { ClientTools } from '../client/client.ts'
import { resolvePin, type PinFacts } from '../client/pin.ts'
import type { InstallFacts } from './options.ts'

/** What the client below needs to know of an install. */
export type KnownInstall = ClientTools['install']

/** The facts of an install for the client below, with the region that is meant where a call names none. Raises `pin.*` for one that cannot be. */
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
