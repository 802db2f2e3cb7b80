import { AppError } from '../errors.ts'
import { foreignText } from '../text/foreign-text.ts'
import { nearest } from '../text/nearest.ts'

/** A region with all that a person may call it. The platform spells the currency in two ways. */
export interface NamedRegion {
  readonly id: number
  readonly code: string
  readonly countryCode?: string | null
  readonly currency?: string | null
  readonly currencyCode?: string | null
}

/**
 * The region that a person means: by id, else by code, else by country, else by currency, in any letter case. Raises `pin.unknown` and `pin.ambiguous`, each with
 * the regions that there are.
 */
export function findRegion<R extends NamedRegion>(regions: readonly R[], text: string): R {
  const matches = matchRegions(regions, text)
  const [first, second] = matches
  if (first === undefined) throw unknownRegion(regions, text)
  if (second === undefined) return first
  throw new AppError('pin.ambiguous', `Region ${foreignText(text)} fits ${matches.length} regions; nothing was done.`, {
    suggestions: [`Name one by its id or code: ${listRegions(matches)}.`],
  })
}

const kinds: readonly ((region: NamedRegion) => string | null | undefined)[] = [
  ({ id }) => String(id),
  ({ code }) => code,
  ({ countryCode }) => countryCode,
  currencyOf,
]

/** The regions that `text` may mean. A kind of name that fits anything wins over the kinds after it. */
export function matchRegions<R extends NamedRegion>(regions: readonly R[], text: string): R[] {
  const wanted = text.trim().toLowerCase()
  for (const name of kinds) {
    const found = regions.filter((region) => wanted !== '' && name(region)?.toLowerCase() === wanted)
    if (found.length > 0) return found
  }
  return []
}

/** `TR (id 1, TRY), DE (id 2, EUR)`: every way to name a region. */
export function listRegions(regions: readonly NamedRegion[]): string {
  if (regions.length === 0) return 'none are known'
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

function unknownRegion(regions: readonly NamedRegion[], text: string): AppError {
  const meant = nearest(
    text.trim().toLowerCase(),
    regions.map(({ code }) => code.toLowerCase()),
  )
  return new AppError('pin.unknown', `There is no region ${foreignText(text)} here; nothing was done.`, {
    suggestions: [
      ...(meant === null ? [] : [`Did you mean ${foreignText(meant)}?`]),
      `Its regions: ${listRegions(regions)}.`,
    ],
  })
}
