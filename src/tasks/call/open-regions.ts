import type { RawClient } from '../../client/raw/raw-client.ts'
import type { Context } from '../../context.ts'
import type { NamedRegion } from '../../named/region.ts'
import type { Install } from '../../project/installs.ts'
import { installsOfStore } from '../meant/choose-install.ts'
import { standingAmong } from '../meant/standing-installs.ts'
import { knownInstalls, openClient, openInstall, type OpenClient, type ClientInput } from './open-client.ts'

/** What is typed for every region of the install. */
export const ALL_REGIONS = 'all'

/** One region and how it is reached. */
export interface OpenRegion {
  readonly client: RawClient
  /** Null unless all of them were asked for. */
  readonly region: NamedRegion | null
  readonly install: Install
  /** To hand to the client; undefined where the token is that region's own. */
  readonly pin: string | undefined
}

export interface OpenRegions {
  readonly regions: readonly OpenRegion[]
  readonly close: () => void
}

/**
 * The region that is named, or for `all` every region that the app is installed in, in the store that is meant: one token with a pin each for a store-wide
 * install, a token each for installs of single regions (PIN-014). Raises what `openClient` raises.
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
    standingAmong(installsOfStore(choice), choice.isStanding),
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
