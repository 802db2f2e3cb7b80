import { AppError } from '../errors.ts'
import { foreignText } from '../text/foreign-text.ts'
import { nearest } from '../text/nearest.ts'

/** A region with all its names. The platform spells the currency in two ways. */
export interface NamedRegion {
  readonly id: number
  readonly code: string
  readonly countryCode?: string | null
  readonly currency?: string | null
  readonly currencyCode?: string | null
}

/** The regions to choose from: all of a store, or only those in which the app is installed. */
export type RegionsOf = 'store' | 'installs'

/**
 * Returns the selected region: by id, else by code, else by country, else by currency, in any
 * letter case. Raises `pin.unknown` and `pin.ambiguous`, each with the available regions.
 */
export function findRegion<R extends NamedRegion>(regions: readonly R[], text: string, of: RegionsOf = 'store'): R {
  const matches = matchRegions(regions, text)
  const [first, second] = matches
  if (first === undefined) throw unknownRegion(regions, text, of)
  if (second === undefined) return first
  throw new AppError(
    'pin.ambiguous',
    `Region ${foreignText(text)} matches ${matches.length} regions. Nothing was done.`,
    {
      suggestions: [`Use an id or code: ${listRegions(matches)}.`],
    },
  )
}

const kinds: readonly ((region: NamedRegion) => string | null | undefined)[] = [
  ({ id }) => String(id),
  ({ code }) => code,
  ({ countryCode }) => countryCode,
  currencyOf,
]

/** Returns the regions that `text` matches. A kind of name with any match wins over the kinds after it. */
export function matchRegions<R extends NamedRegion>(regions: readonly R[], text: string): R[] {
  const wanted = text.trim().toLowerCase()
  for (const name of kinds) {
    const found = regions.filter((region) => wanted !== '' && name(region)?.toLowerCase() === wanted)
    if (found.length > 0) return found
  }
  return []
}

/** Returns `TR (id 1, TRY), DE (id 2, EUR)`: all names of each region. */
export function listRegions(regions: readonly NamedRegion[]): string {
  if (regions.length === 0) return 'none known'
  return regions
    .map((region) => {
      const currency = currencyOf(region)
      return `${foreignText(region.code)} (id ${region.id}${currency ? `, ${foreignText(currency)}` : ''})`
    })
    .join(', ')
}

function currencyOf({ currency, currencyCode }: NamedRegion): string | null | undefined {
  return currency ?? currencyCode
}

/** For installs, an unknown region may still be a region of the store. */
const unknownWords: Readonly<Record<RegionsOf, { readonly message: (text: string) => string; readonly list: string }>> =
  {
    store: { message: (text) => `Unknown region ${text}. Nothing was done.`, list: 'Regions' },
    installs: {
      message: (text) => `This machine has no install of the app in region ${text}. Nothing was done.`,
      list: 'Installed in',
    },
  }

function unknownRegion(regions: readonly NamedRegion[], text: string, of: RegionsOf): AppError {
  const meant = nearest(
    text.trim().toLowerCase(),
    regions.map(({ code }) => code.toLowerCase()),
  )
  const { message, list } = unknownWords[of]
  return new AppError('pin.unknown', message(foreignText(text)), {
    suggestions: [
      ...(meant === null ? [] : [`Did you mean ${foreignText(meant)}?`]),
      `${list}: ${listRegions(regions)}.`,
    ],
  })
}
