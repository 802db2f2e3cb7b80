import type { EndpointFacts } from '../catalog/endpoint.ts'
import { walkRows, type PagedEndpoint } from '../client/paging/paging.ts'
import { defined } from '../text/defined.ts'
import { coreInput, type LooseInput, type OpenCore } from './plain-call.ts'

/** Whether the endpoint's rows come in numbered pages. */
export function isPaged(endpoint: EndpointFacts): endpoint is PagedEndpoint {
  return endpoint.paging === 'page'
}

/** Every row of a paged list. `query.page` is where it begins, `query.pageSize` how many are fetched at a time. */
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
