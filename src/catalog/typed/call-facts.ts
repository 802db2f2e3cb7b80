import type { EndpointFacts } from '../endpoint.ts'

/** What a client needs of an endpoint at run time: no schema, no description. */
export type CallFacts = Pick<
  EndpointFacts,
  'id' | 'method' | 'path' | 'scope' | 'pin' | 'upload' | 'paging' | 'rows' | 'rowKey' | 'idempotency' | 'errors'
>

/** Facts without those that most endpoints share, because a worker loads all of them. */
export type GivenFacts = Partial<CallFacts> & Pick<CallFacts, 'path'>

type Facts<T> = Readonly<Record<string, Readonly<Record<string, T>>>>

/** The facts of every endpoint by resource and verb: a read in a required region, unless they say otherwise. */
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
