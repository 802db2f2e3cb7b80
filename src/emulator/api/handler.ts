import type { DatabaseSync } from 'node:sqlite'

import type { catalog } from '../../catalog/catalog.ts'
import type { EndpointFacts, InputOf, ResponseOf } from '../../catalog/endpoint.ts'
import type { EmulatorContext } from '../context.ts'
import type { Caller } from './identify.ts'
import { Refusal } from './rejection.ts'

/** Input of a handler once the path is parsed and every check before the record lookup has passed (B10). */
export interface Located<E extends EndpointFacts> {
  readonly context: EmulatorContext
  /** Database of the caller's store. */
  readonly db: DatabaseSync
  readonly caller: Caller
  /** Region of the request: the token's own, else the pin. Null means all regions. */
  readonly regionId: number | null
  readonly params: InputOf<E>['params']
}

/** `Located` without the path parameters. */
export type Onlooker = Omit<Located<EndpointFacts>, 'params'>

/** `Located` with the validated query and body. */
export interface Call<E extends EndpointFacts> extends Located<E> {
  readonly query: InputOf<E>['query']
  readonly body: InputOf<E>['body']
}

type Answer<E extends EndpointFacts> = (call: Call<E>) => ResponseOf<E> | Refusal

/**
 * Responds to one endpoint with plain rows. If a missing record takes precedence over an invalid query or body (404 before 400),
 * `find` reports it. Both functions are synchronous, so that a handler's reads and writes never interleave with another request.
 */
export type Handler<E extends EndpointFacts> =
  | Answer<E>
  | { readonly find: (call: Located<E>) => Refusal | null; readonly answer: Answer<E> }

/** Creates a handler that looks up its record before query and body are read, and again afterwards, because the record may have changed. */
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

/** Handlers of one catalog resource. A missing endpoint is a compile error. */
export type HandlersFor<Resource extends Readonly<Record<string, EndpointFacts>>> = {
  readonly [Verb in keyof Resource]: Handler<Resource[Verb]>
}

/** Handlers of all catalog resources. A missing resource is a compile error. */
export type AllHandlers = { readonly [Resource in keyof typeof catalog]: HandlersFor<(typeof catalog)[Resource]> }
