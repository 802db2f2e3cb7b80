import type { RowsPlace } from '../../catalog/rows-place.ts'
import type { CallResult } from '../../client/client.ts'
import type { OpenRegion } from '../../tasks/call/open-regions.ts'
import type { RequestInput } from '../input/request-input.ts'
import type { Head } from '../show/head.ts'

/** An answer, or one page of a walk with the rows of it that are to be shown. */
export interface Answer {
  readonly result: CallResult
  readonly rows: readonly unknown[]
  /** Where in the answer they stand. */
  readonly place: RowsPlace
  /** Called once the rows were handed over for good. */
  readonly taken?: () => void
}

/** How the answers of a region come: once, page by page, change by change, or as one for many rows that are written. */
export interface Way {
  /** Several answers make one list. */
  readonly isWalk: boolean
  /** More than one answer may come. */
  readonly hasMany: boolean
  /** It never ends, so nothing may wait for the end. */
  readonly isLive: boolean
  /** What is asked first, for a preview. */
  readonly requests: (region: OpenRegion) => Promise<readonly RequestInput[]>
  readonly answers: (region: OpenRegion, sending: Sending) => AsyncIterable<Answer>
}

export interface Sending {
  readonly asked: RequestInput
  readonly head: Head
}
