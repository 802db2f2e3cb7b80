import type { RawClient } from '../../client/raw/raw-client.ts'
import type { Context } from '../../context.ts'
import type { Install } from '../../project/installs.ts'
import type { NamedRegion } from '../../selection/region.ts'
import { installsOfStore } from '../selection/choose-install.ts'
import { currentAmong } from '../selection/current-installs.ts'
import { knownInstalls, openClient, openInstall, type OpenClient, type ClientInput } from './open-client.ts'

/** Value of --region for every region of the install. */
export const ALL_REGIONS = 'all'

/** A region and the client for it. */
export interface OpenRegion {
  readonly client: RawClient
  /** Null unless all regions were requested. */
  readonly region: NamedRegion | null
  readonly install: Install
  /** Pin for the client. Undefined if the token is for that region only. */
  readonly pin: string | undefined
}

export interface OpenRegions {
  readonly regions: readonly OpenRegion[]
  readonly close: () => void
}

/**
 * Opens the requested region, or for `all` every region of the selected store in which the app is installed: one token with pins
 * for a store-wide install, one token each for installs of single regions (PIN-014). Raises the errors of `openClient`.
 */
export async function openRegions(context: Context, input: ClientInput): Promise<OpenRegions> {
  if (input.region !== ALL_REGIONS) {
    const { client, install, close } = await openClient(context, input)
    return { regions: [{ client, install, region: null, pin: input.region }], close }
  }
  const opened = await openAll(context, { ...input, region: undefined })
  return { regions: opened.flatMap(regionsOf), close: () => opened.forEach(({ close }) => close()) }
}

async function openAll(context: Context, input: ClientInput): Promise<OpenClient[]> {
  const { installs, current } = await knownInstalls(context, input, (choice) =>
    currentAmong(installsOfStore(choice), choice.isCurrent),
  )
  if (installs.length === 0) return [await openInstall(context, input, { install: null, current })]
  const storeWide = installs.find(({ regionId }) => regionId === null)
  const meant = storeWide === undefined ? installs.toSorted(byRegion) : [storeWide]
  const opened: OpenClient[] = []
  for (const install of meant) opened.push(await openInstall(context, input, { install, current }))
  return opened
}

function regionsOf({ client, install }: OpenClient): OpenRegion[] {
  if (install.regionId === null) {
    return install.regions.map((region) => ({ client, install, region, pin: String(region.id) }))
  }
  const { regionId } = install
  const own = install.regions.find(({ id }) => id === regionId) ?? { id: regionId, code: String(regionId) }
  return [{ client, install, region: own, pin: undefined }]
}

function byRegion(a: Install, b: Install): number {
  return (a.regionId ?? 0) - (b.regionId ?? 0)
}
