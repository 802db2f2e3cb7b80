import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { Screen } from '../../command/screen.ts'
import type { NamedRegion } from '../../named/region.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { isObject } from '../../text/json.ts'
import type { Answer, Way } from '../send/way.ts'

/**
 * Where rows go, one format each. The calls come in this order: for every region (or once, with null) `begin`, an `answer` for each page, then `finish` or
 * `fail`; at last `end`.
 */
export interface Sink {
  /** Nothing counts as handed over before `end`. */
  readonly isLate: boolean
  begin(region: NamedRegion | null): void
  answer(answer: Answer): void
  finish(): void
  /** Whether the failure, here as JSON, now stands in the output itself, so that it need not be reported elsewhere. */
  fail(error: string): boolean
  end(): void
}

export interface SinkTools extends Pick<Way, 'isWalk' | 'isLive'> {
  readonly terminal: Pick<Terminal, 'outBytes' | 'out'>
  readonly screen: Screen
  /** Only these members of each row; null for all. */
  readonly fields: readonly string[] | null
  /** What the answer of the endpoint must be; null where the catalog does not know it. */
  readonly response: EndpointFacts['response'] | null
  /** One part for each of several regions. */
  readonly isFanOut: boolean
}

/** The members that tell which region a row comes from, where several are asked. */
export const regionTags: readonly string[] = ['region', 'currency']

/** A row with the region that it comes from. What the row says of itself wins: an imported order may have its own currency (A44). */
export function tagged(row: unknown, region: NamedRegion | null): unknown {
  if (region === null || !isObject(row)) return row
  return { region: region.code, currency: region.currency ?? null, ...row }
}
