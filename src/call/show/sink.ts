import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { Screen } from '../../cli/screen.ts'
import type { NamedRegion } from '../../selection/region.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { isObject } from '../../text/json.ts'
import type { Answer, Strategy } from '../send/strategy.ts'

/**
 * Output of rows in one format. The order of calls is: for every region (or once, with null)
 * `begin`, an `answer` for each page, then `finish` or `fail`; at the end `end`.
 */
export interface Sink {
  /** Whether nothing counts as written out before `end`. */
  readonly isLate: boolean
  begin(region: NamedRegion | null): void
  answer(answer: Answer): void
  finish(): void
  /** Returns whether the output now contains the failure, given as JSON, so that it is not reported elsewhere. */
  fail(error: string): boolean
  end(): void
}

export interface SinkTools extends Pick<Strategy, 'isWalk' | 'isLive'> {
  readonly terminal: Pick<Terminal, 'outBytes' | 'out'>
  readonly screen: Screen
  /** The only members of each row to show; null for all. */
  readonly fields: readonly string[] | null
  /** Schema of the endpoint's response; null if it is missing from the catalog. */
  readonly response: EndpointFacts['response'] | null
  /** Whether there is one part for each of several regions. */
  readonly isFanOut: boolean
}

/** Members that hold the region of a row if several regions are read. */
export const regionTags: readonly string[] = ['region', 'currency']

/** Adds the region to a row. The row's own members win: an imported order may have its own currency (A44). */
export function tagged(row: unknown, region: NamedRegion | null): unknown {
  if (region === null || !isObject(row)) return row
  return { region: region.code, currency: region.currency ?? null, ...row }
}
