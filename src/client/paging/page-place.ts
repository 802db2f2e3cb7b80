import { REMEMBERED_ROWS } from './page-memory.ts'

/** A page that has been read. */
export interface ReadPage {
  readonly page: number
  /** Number of rows on a full page. */
  readonly size: number
  readonly totalCount: number | null
}

/**
 * Tracks the position in a list: every row before `known` has been read, and so have the rows of `ahead`, a page that was read before it showed a
 * lower total. If the total falls, all the deleted rows may have been before the position, and the later rows have moved up by that number.
 */
export function createPlace(start: number) {
  let known = 0
  let ahead = { from: 0, to: 0 }
  let total: number | null = null
  return {
    /** Returns the next page to read; null at the end of the list. */
    after({ page, size, totalCount, isEmpty }: ReadPage & { readonly isEmpty: boolean }): number | null {
      const fall = fallOf(total, totalCount)
      const earliest = Math.max(start - 1, page - 1 - Math.floor(REMEMBERED_ROWS / size)) * size
      known = Math.max(known - fall, earliest)
      ahead = { from: ahead.from + fallOf(totalCount, total), to: ahead.to - fall }
      total = totalCount
      const here = { from: (page - 1) * size, to: page * size }
      const hasGap = here.from > known
      if (hasGap) ahead = joined(here, ahead)
      else known = Math.max(known, here.to)
      if (ahead.from <= known) known = Math.max(known, ahead.to)
      const isEnd = !hasGap && (isEmpty || (totalCount !== null && known >= totalCount))
      return isEnd ? null : Math.floor(known / size) + 1
    },
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Merges both if they touch, else returns the first. */
function joined(one: Span, other: Span): Span {
  const doMeet = one.from <= other.to && one.to >= other.from
  return doMeet ? { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) } : one
}

/** Returns how many rows the list lost between two responses. */
export function fallOf(before: number | null, now: number | null): number {
  return before === null || now === null ? 0 : Math.max(0, before - now)
}
