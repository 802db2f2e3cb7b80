import type { EndpointFacts } from '../endpoint.ts'

/** Facts of an endpoint that a client needs at run time: no schema, no description. */
export type CallFacts = Pick<
  EndpointFacts,
  'id' | 'method' | 'path' | 'scope' | 'pin' | 'upload' | 'paging' | 'rows' | 'rowKey' | 'idempotency' | 'errors'
>

/** Facts without the most common values, because a worker loads all of them. */
export type GivenFacts = Partial<CallFacts> & Pick<CallFacts, 'path'>

type Facts<T> = Readonly<Record<string, Readonly<Record<string, T>>>>

/** Adds the defaults to the facts of every endpoint: a read in a required region. */
export function completeFacts(given: Facts<GivenFacts>): Facts<CallFacts> {
  const complete = (resource: string, [verb, one]: [string, GivenFacts]): [string, CallFacts] => {
    const usual = { method: 'GET', scope: null, pin: 'required', idempotency: { kind: 'read' }, errors: [] } as const
    return [verb, { id: `${resource}.${verb}`, ...usual, ...one }]
  }
  return Object.fromEntries(
    Object.entries(given).map(([resource, verbs]) => [
      resource,
      Object.fromEntries(Object.entries(verbs).map((entry) => complete(resource, entry))),
    ]),
  )
}
