import type * as z from './schema.ts'
import type { Scope } from './scopes.ts'

type Schema = z.ZodMiniType

/** Path prefix of every endpoint, after the target's base URL (GEN-020). */
export const API_PREFIX = '/api/apps/v1'

/**
 * Source of the region of a request with a store-wide token (PIN-004 to PIN-012). A region-scoped token ignores the pin.
 * - `required`: a missing pin is a 400.
 * - `optional`: without a pin, all regions.
 * - `not-needed`: the response does not depend on the region; a sent pin is still checked (B11).
 * - `token`: isolation follows the token's scope and not the pin (COST-034).
 */
export type PinRule = 'required' | 'optional' | 'not-needed' | 'token'

/** Why repeating a request is harmless; `none` means that a repeat writes twice. */
export type Idempotency =
  | { readonly kind: 'read' }
  | { readonly kind: 'key'; readonly field: string }
  | { readonly kind: 'natural'; readonly why: string }
  | { readonly kind: 'none' }

export interface EndpointError {
  readonly status: number
  /** Documented message, if any. */
  readonly message?: string
  /** Documented code, if any. */
  readonly code?: string
  readonly when: string
  /** Fix, if the status alone would mislead. */
  readonly advice?: string
}

/** A file that is sent in a form (multipart/form-data) instead of a JSON body. */
export interface UploadFacts {
  /** Form field of the file. */
  readonly field: string
  readonly about: string
  readonly maxBytes: number
  /** Accepted media types. */
  readonly types: readonly string[]
}

export interface UploadedFile {
  /** Media type from the sender, without parameters. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** A body that the platform accepts; every endpoint with a body has one. */
export interface BodyExample {
  readonly body: Readonly<Record<string, unknown>>
  /** Members whose value differs per store, and where to find yours; `items[].productId` applies to each row. */
  readonly replace?: Readonly<Record<string, string>>
}

/** An endpoint of the platform as data. Commands, typed client, emulator routes and validation are derived from it. */
export interface EndpointFacts {
  /** `resource.verb`, also the command: `app call <resource> <verb>`. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `API_PREFIX`; `{name}` marks a path parameter. */
  readonly path: string
  readonly summary: string
  /** Required scope of the token, or null. */
  readonly scope: Scope | null
  readonly pin: PinRule
  /** The documentation explicitly requires the pin of this endpoint, so it is required under both readings of A5. */
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
   * A write of many rows, whose body is only `{items: rows}`. `each`: every row is written or fails
   * separately, and has its own result in `results`. `whole`: all rows are written, or none.
   */
  readonly rows?: 'each' | 'whole'
  /** Members of a row that identify the written record, and the effect of a later row with the same key. */
  readonly rowKey?: { readonly fields: readonly string[]; readonly again: 'overwrites' | 'finds' }
  readonly idempotency: Idempotency
  /** Errors of this endpoint in addition to those of every endpoint (`commonErrors`). */
  readonly errors: readonly EndpointError[]
  /** Ids of the assumptions (assumptions.ts) that this endpoint is based on. */
  readonly assumed: readonly string[]
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends EndpointFacts>(facts: E): E {
  return facts
}

type Output<S> = S extends Schema ? z.output<S> : undefined

/** The validated input of an endpoint: path parameters, query with its defaults, body or file. */
export interface InputOf<E extends EndpointFacts> {
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: E extends { readonly upload: UploadFacts } ? UploadedFile : Output<E['body']>
}

/** The body of a successful response. */
export type ResponseOf<E extends EndpointFacts> = z.output<E['response']>
