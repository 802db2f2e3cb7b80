import type { RowsLocation } from '../../catalog/rows-location.ts'
import type { CallResult } from '../../client/client.ts'
import type { WireResponse } from '../../http/wire.ts'
import type { OpenRegion } from '../../tasks/call/open-regions.ts'
import type { RequestInput } from '../input/request-input.ts'

/** A response, or one page of a list with the rows to show. */
export interface Answer {
  readonly result: CallResult
  readonly rows: readonly unknown[]
  /** Location in the response. */
  readonly place: RowsLocation
  /** Called once the rows have been written out. */
  readonly taken?: () => void
}

/** How the responses of a region arrive: once, page by page, change by change, or as one for many written rows. */
export interface Strategy {
  /** Whether several responses make one list. */
  readonly isWalk: boolean
  /** Whether more than one response may arrive. */
  readonly hasMany: boolean
  /** Whether it never ends, so that nothing may wait for the end. */
  readonly isLive: boolean
  /** The first requests, for a preview. */
  readonly requests: (region: OpenRegion) => Promise<readonly RequestInput[]>
  readonly answers: (region: OpenRegion, sending: Sending) => AsyncIterable<Answer>
}

export interface Sending {
  readonly asked: RequestInput
  readonly head: Head
}

/** Saves the head of the last response and shows it with `--include`. */
export interface Head {
  readonly seen: (response: WireResponse) => void
  /** Shows the status line and headers of the last response, unless they have been shown. */
  readonly show: () => void
}
