import type { EndpointFacts } from '../catalog/endpoint.ts'
import { walkRows, type PagedEndpoint } from '../client/paging/paging.ts'
import { defined } from '../text/defined.ts'
import { coreInput, type LooseInput, type OpenCore } from './plain-call.ts'

/** Returns whether the endpoint's rows arrive in numbered pages. */
export function isPaged(endpoint: EndpointFacts): endpoint is PagedEndpoint {
  return endpoint.paging === 'page'
}

/** Yields every row of a paged list. `query.page` is the first page, `query.pageSize` the number of rows per request. */
export async function* iterateRows(
  open: OpenCore,
  endpoint: PagedEndpoint,
  input: LooseInput & { readonly limit?: number | undefined } = {},
): AsyncGenerator<unknown, void, void> {
  const { pageSize } = (input.query ?? {}) as { pageSize?: number }
  yield* walkRows({
    client: await open(input.region),
    endpoint,
    input: coreInput(input),
    ...defined({ pageSize, limit: input.limit }),
  })
}
