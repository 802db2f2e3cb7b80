import type { PinRule } from '../catalog/endpoint.ts'
import { AppError } from '../errors.ts'
import { REMOVE_INSTALLS } from '../errors/advice.ts'
import { findRegion, listRegions, matchRegions, type NamedRegion } from '../selection/region.ts'
import { foreignText } from '../text/foreign-text.ts'

/** Facts of an install that decide the pin. They are never read from the token, which is opaque (TOK-007). */
export interface PinFacts {
  readonly installScope: 'region' | 'store'
  /** From app.toml, if known. */
  readonly wantedScope?: 'region' | 'store'
  /** The region that a region-scoped install is locked to. */
  readonly regionId: number | null
  readonly regions: readonly NamedRegion[]
  /** Default region if one is required. */
  readonly currentRegionId?: number | null | undefined
}

export interface PinInput {
  /** As typed: id, code, country or currency. */
  readonly region?: string | undefined
  readonly rule: PinRule
}

/**
 * Returns the region id to send as `X-Region-Id`, or null for no pin (A5: header only, never the query), before anything is sent.
 *
 * Raises `pin.unknown`, `pin.ambiguous` and `pin.missing`, each with the available regions. Raises `pin.ignored` if the install
 * is locked to another region, because the platform would silently use the wrong one (PIN-001, PIN-003).
 */
export function resolvePin(install: PinFacts, { region, rule }: PinInput): number | null {
  if (install.installScope === 'region') {
    if (region !== undefined) rejectIgnoredPin(install, region)
    return null
  }
  if (region !== undefined) return findRegion(install.regions, region).id
  if (rule !== 'required' && rule !== 'token') return null
  const current = install.regions.find((one) => one.id === install.currentRegionId)
  const only = install.regions.length === 1 ? install.regions[0] : undefined
  const known = current ?? only
  if (known !== undefined) return known.id
  if (rule === 'token') return null
  throw new AppError('pin.missing', 'This endpoint needs one region, but the install has several. Nothing was sent.', {
    suggestions: [`Choose a region with --region. Regions: ${listRegions(install.regions)}.`],
  })
}

function rejectIgnoredPin({ regions, regionId, wantedScope }: PinFacts, text: string): void {
  const meant = matchRegions(regions, text)
  if (meant.some((region) => region.id === regionId)) return
  if (text.trim() === String(regionId)) return
  const own = regions.find((region) => region.id === regionId)
  const name = own === undefined ? `region ${String(regionId)}` : listRegions([own])
  const wanted = foreignText(text)
  // The record has only this one of the store's regions, so the region may exist.
  const why =
    meant.length === 0
      ? `Region ${wanted} is not a region of this install, which is locked to ${name}`
      : `This install is locked to ${name}`
  throw new AppError(
    'pin.ignored',
    `${why}. The platform would silently ignore --region ${wanted}, so nothing was sent.`,
    {
      suggestions: [
        `Leave out --region, or use ${name}.`,
        wantedScope === 'store'
          ? `app.toml has install_scope = "store", which excludes region installs. ${REMOVE_INSTALLS}`
          : {
              emulator: 'To use another region, install the app there: `app install --region <region>`.',
              live: "To use another region, run `app install`. The store's manager selects the region in the admin, then approves.",
            },
      ],
    },
  )
}
