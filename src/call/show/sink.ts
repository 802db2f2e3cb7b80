import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { RowsPlace } from '../../catalog/rows-place.ts'
import type { CallResult } from '../../client/client.ts'
import type { Failure } from '../../command/failure.ts'
import type { Screen } from '../../command/screen.ts'
import type { NamedRegion } from '../../named/region.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** An answer, or one page of a walk with the rows of it that are to be shown. */
export interface Answered {
  readonly result: CallResult
  readonly rows: readonly unknown[]
  /** Where in the answer they stand. */
  readonly place: RowsPlace
}

/**
 * Where rows go, one format each. The calls come in this order: for every region (or once, with null) `begin`, an `answer` for each page, then `finish` or
 * `fail`; at last `end`.
 */
export interface Sink {
  begin(region: NamedRegion | null): void
  answer(answer: Answered): void
  finish(): void
  /** Whether the failure now stands in the output itself, so that it need not be reported elsewhere. */
  fail(failure: Failure): boolean
  end(): void
}

export interface SinkTools {
  readonly terminal: Pick<Terminal, 'outBytes' | 'out'>
  readonly screen: Screen
  /** Only these members of each row; null for all. */
  readonly fields: readonly string[] | null
  /** What the answer of the endpoint must be; null where the catalog does not know it. */
  readonly response: EndpointFacts['response'] | null
  /** One part for each of several regions. */
  readonly isFanOut: boolean
  /** Several pages make one part. */
  readonly isWalk: boolean
  /** It never ends, so nothing may wait for the end. */
  readonly isLive?: boolean
}

/** The members that tell which region a row comes from, where several are asked. */
export const regionTags: readonly string[] = ['region', 'currency']

/** A row with the region that it comes from. What the row says of itself wins: an imported order may have a currency of its own (A44). */
export function tagged(row: unknown, region: NamedRegion | null): unknown {
  if (region === null || typeof row !== 'object' || row === null || Array.isArray(row)) return row
  return { region: region.code, currency: region.currency ?? null, ...row }
}
