import type { DeliveryFilter } from '../../journal/find-deliveries.ts'
import { findDeliveries, type FoundDelivery } from '../../journal/find-deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { bodyFilter } from '../../webhooks/body-filter.ts'

/** Number of rows per read while a filter searches bodies. */
const CHUNK = 500

interface Filters {
  readonly filter: DeliveryFilter
  readonly where: string | undefined
}

/**
 * Returns whether a filter for the statuses 502, 504 or all 5xx excludes deliveries without a response from the app, for which the gateway responded with that
 * status.
 */
export function hasUnanswered(journal: Journal, { filter, where }: Filters): boolean {
  if (!['5xx', '502', '504'].includes(filter.status ?? '')) return false
  const unanswered = findFitting(journal, { filter: { ...filter, status: 'none' }, where, limit: CHUNK })
  return unanswered.some(({ lastError }) => lastError !== null)
}

/** Returns the newest matching deliveries, including the body filter. Raises `usage.invalid` for an invalid filter. */
export function findFitting(
  journal: Journal,
  { filter, where, limit }: Filters & { readonly limit: number },
): FoundDelivery[] {
  if (where === undefined) return findDeliveries(journal, { ...filter, limit })
  const fits = bodyFilter(where)
  const found: FoundDelivery[] = []
  for (let before = filter.before; found.length < limit;) {
    const rows = findDeliveries(journal, { ...filter, limit: CHUNK, before })
    found.push(...rows.filter(({ body }) => fits(body)))
    if (rows.length < CHUNK) break
    before = rows.at(-1)?.id
  }
  return found.slice(0, limit)
}
