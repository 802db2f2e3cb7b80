import type * as z from './schema.ts'
import type { Scope } from './scopes.ts'

type Schema = z.ZodMiniType

/** Every endpoint is below it, on the target's base address (GEN-020). */
export const API_PREFIX = '/api/apps/v1'

/**
 * Where the region of a request comes from when the token is store-wide (PIN-004 to PIN-012). A region-scoped token never reads a pin.
 * - `required`: no pin is a 400.
 * - `optional`: no pin means all regions.
 * - `not-needed`: the answer does not depend on the region; a pin that is sent is still checked (B11).
 * - `token`: isolation follows the token's scope and not the pin (COST-034).
 */
export type PinRule = 'required' | 'optional' | 'not-needed' | 'token'

/** What makes a repeat of the same request harmless; `none` means that a repeat writes twice. */
export type Idempotency =
  | { readonly kind: 'read' }
  | { readonly kind: 'key'; readonly field: string }
  | { readonly kind: 'natural'; readonly why: string }
  | { readonly kind: 'none' }

export interface EndpointError {
  readonly status: number
  /** The documented text, where the documents give one. */
  readonly message?: string
  /** The documented code, where the documents give one. */
  readonly code?: string
  readonly when: string
  /** What to do about it, where the status alone would lead astray. */
  readonly advice?: string
}

/** A file that travels in a form (multipart/form-data) instead of a JSON body. */
export interface UploadFacts {
  /** The form's field that holds it. */
  readonly field: string
  readonly about: string
  readonly maxBytes: number
  /** The media types that are taken. */
  readonly types: readonly string[]
}

export interface UploadedFile {
  /** Media type without parameters, as its sender states it. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** A body that the platform accepts; every endpoint with a body has one. */
export interface BodyExample {
  readonly body: Readonly<Record<string, unknown>>
  /** Members of it that are another one's in each store, and where to find one's own; `items[].productId` is that of each row. */
  readonly replace?: Readonly<Record<string, string>>
}

/** One endpoint of the platform as data. Commands, typed client, emulator routes and validation are derived from it. */
export interface EndpointFacts {
  /** `resource.verb`, also the command: `app call <resource> <verb>`. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `API_PREFIX`; `{name}` marks a path parameter. */
  readonly path: string
  readonly summary: string
  /** The scope that the token must hold; null where none is needed. */
  readonly scope: Scope | null
  readonly pin: PinRule
  /** The documents demand the pin of this endpoint in words, so that it is required under both readings of A5. */
  readonly pinShown?: true
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly example?: BodyExample
  /** Instead of `body`. */
  readonly upload?: UploadFacts
  readonly response: Schema
  /**
   * `page`: `{items, totalCount, page, pageSize}`. `cursor`: `{items, nextCursor, hasMore}`. `items`: all rows at once. `array`: a bare array.
   */
  readonly paging?: 'page' | 'cursor' | 'items' | 'array'
  /**
   * A write of many rows, whose body is `{items: rows}` and nothing else. `each`: every row is written or fails by itself, and has its own result in `results`.
   * `whole`: all rows are written, or none.
   */
  readonly rows?: 'each' | 'whole'
  /** The members of a row that together name what it writes, and what a later row of the same key does. */
  readonly rowKey?: { readonly fields: readonly string[]; readonly again: 'overwrites' | 'finds' }
  readonly idempotency: Idempotency
  /** Errors of this endpoint beyond those that every endpoint has (`commonErrors`). */
  readonly errors: readonly EndpointError[]
  /** Ids of the assumptions (assumptions.ts) that this endpoint rests on. */
  readonly assumed: readonly string[]
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends EndpointFacts>(facts: E): E {
  return facts
}

type Output<S> = S extends Schema ? z.output<S> : undefined

/** The checked input of an endpoint: path parameters, query with its defaults, body or file. */
export interface InputOf<E extends EndpointFacts> {
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: E extends { readonly upload: UploadFacts } ? UploadedFile : Output<E['body']>
}

/** The body of a successful answer. */
export type ResponseOf<E extends EndpointFacts> = z.output<E['response']>
