import type { ClientTools } from '../client/client.ts'
import { resolvePin, type PinFacts } from '../client/pin.ts'
import type { InstallFacts } from './options.ts'

/** Facts of an install that the underlying client needs. */
export type KnownInstall = ClientTools['install']

/** Returns the facts of an install for the underlying client, with the default region. Raises `pin.*` for an invalid one. */
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
