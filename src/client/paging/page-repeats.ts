import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import { sameBytes } from '../../http/bytes.ts'
import { idOf } from './page-memory.ts'
import { fallOf, type ReadPage } from './page-place.ts'

/** This many pages in a row without a new row mean that the platform repeats itself, not that the list has shifted. */
const MAX_STALE_PAGES = 10

/** Number of pages that may be reread without a new row, for each page that the total lost: two while rows keep disappearing, plus one. */
const REREADS_PER_PAGE = 3

/**
 * Distinguishes a platform that repeats itself from pages that are reread because the total fell: such pages
 * rarely have new rows. They are limited too, by how far the total fell below its minimum.
 */
export function watchRepeats({ id }: EndpointFacts) {
  let last: Uint8Array = new Uint8Array()
  let furthest = 0
  let stale = 0
  let again = 0
  let allowed = MAX_STALE_PAGES
  let least: number | null = null
  return {
    /** Raises `api.error`. */
    check(reading: ReadPage & { items: readonly unknown[]; rows: readonly unknown[]; bytes: Uint8Array }): void {
      const { page, size, totalCount, items, rows, bytes } = reading
      allowed += (fallOf(least, totalCount) / size) * REREADS_PER_PAGE
      if (totalCount !== null) least = Math.min(least ?? totalCount, totalCount)
      const isSame = sameBytes(bytes, last)
      last = bytes
      if (page <= furthest) {
        // Rows without an id are always new, so they prove nothing.
        again = rows.some((row) => idOf(row) !== null) ? 0 : again + 1
        if (again > allowed) throw shrinks(id, again)
        return
      }
      furthest = page
      again = 0
      stale = items.length > 0 && (rows.length === 0 || isSame) ? stale + 1 : 0
      if (stale >= MAX_STALE_PAGES) throw repeated(id, page)
    },
  }
}

function repeated(id: string, page: number): AppError {
  return new AppError(
    'api.error',
    `The platform repeats rows. The last ${MAX_STALE_PAGES} pages of ${id}, up to page ${page}, had no new rows.`,
    { suggestions: ['Request single pages with --page, and report this to platform support.'] },
  )
}

function shrinks(id: string, pages: number): AppError {
  return new AppError(
    'api.error',
    `The total of ${id} keeps falling. ${pages} pages were fetched again and had no new rows.`,
    {
      suggestions: ['Try again when the list changes less often, or request single pages with --page.'],
    },
  )
}
