import type { DatabaseSync } from 'node:sqlite'

import type { catalog } from '../../catalog/catalog.ts'
import type { EndpointFacts, InputOf, ResponseOf } from '../../catalog/endpoint.ts'
import type { World } from '../world.ts'
import type { Caller } from './identify.ts'
import { Refusal } from './refusal.ts'

/** What a handler knows when the path is understood and everything before the search for the record was passed (B10). */
export interface Located<E extends EndpointFacts> {
  readonly world: World
  /** The database of the caller's store. */
  readonly db: DatabaseSync
  readonly caller: Caller
  /** The region of the request: the token's own, else the pin; null means all regions. */
  readonly regionId: number | null
  readonly params: InputOf<E>['params']
}

/** The same without what the path says. */
export type Onlooker = Omit<Located<EndpointFacts>, 'params'>

/** The same with the checked query and body. */
export interface Call<E extends EndpointFacts> extends Located<E> {
  readonly query: InputOf<E>['query']
  readonly body: InputOf<E>['body']
}

type Answer<E extends EndpointFacts> = (call: Call<E>) => ResponseOf<E> | Refusal

/**
 * Answers one endpoint with plain rows. Where a missing record comes before the check of query and body (404 before 400), `find` reports it.
 * Both are synchronous, so that what a handler reads and writes is never interleaved with another request.
 */
export type Handler<E extends EndpointFacts> =
  | Answer<E>
  | { readonly find: (call: Located<E>) => Refusal | null; readonly answer: Answer<E> }

/** A handler whose record is searched for before query and body are looked at, and again once they were read: it may be another by then. */
export function withRecord<E extends EndpointFacts, Found extends object>(
  find: (call: Located<E>) => Found | Refusal,
  answer: (call: Call<E>, found: Found) => ResponseOf<E> | Refusal,
): Handler<E> {
  return {
    find: (call) => {
      const found = find(call)
      return found instanceof Refusal ? found : null
    },
    answer: (call) => {
      const found = find(call)
      return found instanceof Refusal ? found : answer(call, found)
    },
  }
}

/** A handler for every endpoint of a resource of the catalog: leaving one out does not compile. */
export type HandlersFor<Resource extends Readonly<Record<string, EndpointFacts>>> = {
  readonly [Verb in keyof Resource]: Handler<Resource[Verb]>
}

/** Handlers for every resource of the catalog: leaving one out does not compile. */
export type AllHandlers = { readonly [Resource in keyof typeof catalog]: HandlersFor<(typeof catalog)[Resource]> }
