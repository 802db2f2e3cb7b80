import type { PinRule } from '../catalog/endpoint.ts'
import { AppError } from '../errors.ts'
import { foreignText } from './foreign-text.ts'

/** A region as the exchange and the context together tell it (A45). */
export interface PinRegion {
  readonly id: number
  readonly code: string
  readonly countryCode?: string | null
  readonly currency?: string | null
}

/** What of an install decides the pin. Never read out of the token, which is opaque (TOK-007). */
export interface PinFacts {
  readonly installScope: 'region' | 'store'
  /** The region that a region-scoped install is locked to. */
  readonly regionId: number | null
  readonly regions: readonly PinRegion[]
  /** The region that is used where one is required and none is named. */
  readonly currentRegionId?: number | null | undefined
}

export interface PinWish {
  /** As a person named it: id, code, country or currency. */
  readonly region?: string | undefined
  readonly rule: PinRule
}

/**
 * The region id to send as `X-Region-Id`, or null for no pin (A5: header only, never the query). Decided before anything is sent.
 *
 * Raises `pin.unknown`, `pin.ambiguous` and `pin.missing`, each with the regions that there are, and `pin.ignored` when the install is locked to
 * another region, where the platform would answer for the wrong one without a word (PIN-001, PIN-003).
 */
export function resolvePin(install: PinFacts, { region, rule }: PinWish): number | null {
  if (install.installScope === 'region') {
    if (region !== undefined) refuseIgnoredPin(install, region)
    return null
  }
  if (region !== undefined) return findRegion(install.regions, region).id
  if (rule !== 'required' && rule !== 'token') return null
  const current = install.regions.find((one) => one.id === install.currentRegionId)
  const only = install.regions.length === 1 ? install.regions[0] : undefined
  const known = current ?? only
  if (known !== undefined) return known.id
  if (rule === 'token') return null
  throw new AppError(
    'pin.missing',
    'This endpoint answers for one region, and the install has several; nothing was sent.',
    {
      suggestions: [`Name one with --region: ${listRegions(install.regions)}.`],
    },
  )
}

/** The region that a person means: by id, else by code, else by country, else by currency. Raises `pin.unknown` or `pin.ambiguous`. */
export function findRegion<R extends PinRegion>(regions: readonly R[], text: string): R {
  const matches = matchRegions(regions, text)
  const [first, second] = matches
  if (first === undefined) throw unknownRegion(regions, text)
  if (second === undefined) return first
  throw new AppError('pin.ambiguous', `Region ${foreignText(text)} fits ${matches.length} regions; nothing was sent.`, {
    suggestions: [`Name one by its id or code: ${listRegions(matches)}.`],
  })
}

/** The regions that `text` may mean. A kind of name that fits anything wins over the kinds after it. */
export function matchRegions<R extends PinRegion>(regions: readonly R[], text: string): R[] {
  const wanted = text.trim().toLowerCase()
  const kinds: readonly ((region: R) => string | null | undefined)[] = [
    (region) => String(region.id),
    (region) => region.code,
    (region) => region.countryCode,
    (region) => region.currency,
  ]
  for (const name of kinds) {
    const found = regions.filter((region) => wanted !== '' && name(region)?.toLowerCase() === wanted)
    if (found.length > 0) return found
  }
  return []
}

/** `TR (id 1, TRY), DE (id 2, EUR)`: every way to name a region. */
export function listRegions(regions: readonly PinRegion[]): string {
  if (regions.length === 0) return 'none are known'
  return regions
    .map(({ id, code, currency }) => `${foreignText(code)} (id ${id}${currency ? `, ${foreignText(currency)}` : ''})`)
    .join(', ')
}

function unknownRegion(regions: readonly PinRegion[], text: string): AppError {
  return new AppError('pin.unknown', `There is no region ${foreignText(text)} in this install; nothing was sent.`, {
    suggestions: [`Its regions: ${listRegions(regions)}.`],
  })
}

function refuseIgnoredPin({ regions, regionId }: PinFacts, text: string): void {
  if (matchRegions(regions, text).some((region) => region.id === regionId)) return
  if (text.trim() === String(regionId)) return
  const own = regions.find((region) => region.id === regionId)
  const name = own === undefined ? `region ${String(regionId)}` : listRegions([own])
  throw new AppError(
    'pin.ignored',
    `This install is locked to ${name}; --region ${foreignText(text)} would be silently ignored, so nothing was sent.`,
    {
      suggestions: [
        `Leave --region out, or name this region: ${name}.`,
        'Each region has an install and a token of its own: `app install --region <region>`.',
      ],
    },
  )
}
