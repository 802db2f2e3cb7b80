import type { EndpointFacts } from '../catalog/endpoint.ts'
import { streamDelta, type DeltaEndpoint, type DeltaStart, type Follow } from '../client/paging/delta.ts'
import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import type { DeltaBatch, StreamOptions } from './calls.ts'
import { callOnce, coreInput, type LooseInput, type OpenCore } from './plain-call.ts'

export interface DeltaTools {
  readonly open: OpenCore
  readonly sleep: Follow['sleep']
  readonly signal?: AbortSignal | undefined
}

/** Returns whether the endpoint's rows arrive with a cursor to continue from. */
export function isDelta(endpoint: EndpointFacts): endpoint is DeltaEndpoint {
  return endpoint.paging === 'cursor'
}

/** Creates a call that sends one request for changes, with `stream` for all of them. */
export function createDeltaCall(tools: DeltaTools, endpoint: DeltaEndpoint) {
  const once = (input: LooseInput) => callOnce(tools.open, endpoint, input)
  return Object.assign(once, { stream: (options: StreamOptions) => streamBatches(tools, endpoint, options) })
}

async function* streamBatches(
  { open, sleep, signal }: DeltaTools,
  endpoint: DeltaEndpoint,
  options: StreamOptions,
): AsyncGenerator<DeltaBatch<unknown>, void, void> {
  const { region, pageSize, save, followMs } = options
  const start = startOf(options)
  const follow: Follow | undefined =
    followMs === undefined ? undefined : { pauseMs: followMs, sleep, ...defined({ signal }) }
  const batches = streamDelta({
    client: await open(region),
    endpoint,
    start,
    input: coreInput({ region, ...(pageSize === undefined ? {} : { query: { pageSize } }) }),
    ...defined({ save, follow }),
  })
  for await (const { items, cursor, hasMore } of batches) yield { items, cursor, hasMore }
}

/** Raises `usage.missing` if neither is given: the platform rejects a call without a start (DELTA-015). */
function startOf({ cursor, updatedAfter }: StreamOptions): DeltaStart {
  if (cursor !== undefined && cursor !== null) return { cursor }
  if (updatedAfter !== undefined) return { updatedAfter }
  throw new AppError('usage.missing', 'The stream needs a starting point. Pass the saved cursor or updatedAfter.')
}
