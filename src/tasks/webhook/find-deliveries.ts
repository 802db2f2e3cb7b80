import type { DeliveryFilter } from '../../journal/find-deliveries.ts'
import { findDeliveries, type FoundDelivery } from '../../journal/find-deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { bodyFilter } from '../../webhooks/body-filter.ts'

/** How many rows are read at a time while a filter looks into bodies. */
const CHUNK = 500

interface Filters {
  readonly filter: DeliveryFilter
  readonly where: string | undefined
}

/** Whether a filter for answers of 502, 504 or all 5xx leaves out deliveries that the app did not answer, and the gateway answered with that status in its place. */
export function hasUnanswered(journal: Journal, { filter, where }: Filters): boolean {
  if (!['5xx', '502', '504'].includes(filter.status ?? '')) return false
  const unanswered = findFitting(journal, { filter: { ...filter, status: 'none' }, where, limit: CHUNK })
  return unanswered.some(({ lastError }) => lastError !== null)
}

/** The newest deliveries that fit, the filter of their bodies included. Raises `usage.invalid` for a filter that cannot be read. */
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
