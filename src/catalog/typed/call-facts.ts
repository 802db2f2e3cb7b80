import type { EndpointFacts } from '../endpoint.ts'

/** What a client needs of an endpoint at run time: no schema, no description. */
export type CallFacts = Pick<
  EndpointFacts,
  'id' | 'method' | 'path' | 'scope' | 'pin' | 'upload' | 'paging' | 'rows' | 'rowKey' | 'idempotency' | 'errors'
>
