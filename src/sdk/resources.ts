import type { catalog } from '../catalog/catalog.ts'
import type { EndpointFacts, ResponseOf, UploadFacts } from '../catalog/endpoint.ts'
/**
 * The types of the client's calls, inferred from the catalog. The published package has the same calls written out, with the description of
 * each field and without types of a bundled library: scripts/client-types creates `dist/types/sdk/resources.d.ts` instead of this file.
 */
import type * as z from '../catalog/schema.ts'
import type { Call, DeltaCall, FreeCall, Iterate, RowsCall, RowsCallAt, UploadedFile } from './calls.ts'

type Catalog = typeof catalog

/** Every resource with its calls. */
export type Resources = { readonly [R in keyof Catalog as Camel<R>]: Calls<Catalog[R]> }

type Calls<Verbs> = { readonly [V in keyof Verbs as Camel<V>]: CallOf<Verbs[V]> } & {
  readonly [V in PagedVerb<Verbs> as V extends 'list' ? 'iterate' : Camel<`iterate-${V}`>]: IterateOf<Verbs[V]>
}

type PagedVerb<Verbs> = { [V in keyof Verbs]: Verbs[V] extends { readonly paging: 'page' } ? V : never }[keyof Verbs] &
  string

/** Converts `order-costs` to `orderCosts`. */
type Camel<N> = N extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail> & string>}` : N & string

type Sent<S> = S extends z.ZodMiniType ? z.input<S> : never

/** In a path or query an id is sent as text, so both types are accepted. */
type IdsAsNumbers<T> = { readonly [N in keyof T]: T[N] | (string extends T[N] ? number : never) }

type Params<E> = E extends { readonly params: infer P } ? { readonly params: IdsAsNumbers<Sent<P>> } : unknown

type Query<E> = E extends { readonly query: infer Q }
  ? object extends Sent<Q>
    ? { readonly query?: IdsAsNumbers<Sent<Q>> | undefined }
    : { readonly query: IdsAsNumbers<Sent<Q>> }
  : unknown

type Body<E> = E extends { readonly upload: UploadFacts }
  ? { readonly body: UploadedFile }
  : E extends { readonly body: infer B }
    ? { readonly body: Sent<B> }
    : unknown

type Rows = { readonly items: readonly unknown[] }

type CallOf<E> = E extends EndpointFacts
  ? E extends { readonly paging: 'cursor' }
    ? DeltaCall<IdsAsNumbers<Sent<E['query']>>, ResponseOf<E> & Rows>
    : E extends { readonly rows: string; readonly body: infer B extends z.ZodMiniType<unknown, Rows> }
      ? RowsCallOf<E, z.input<B>['items'][number]>
      : PlainCall<Params<E> & Query<E> & Body<E>, E>
  : never

type PlainCall<Input, E extends EndpointFacts> = object extends Input
  ? FreeCall<Input, ResponseOf<E>>
  : Call<Input, ResponseOf<E>>

type RowsCallOf<E extends EndpointFacts, Row> =
  unknown extends Params<E>
    ? RowsCall<Row, RowResult<ResponseOf<E>>>
    : RowsCallAt<Row, RowResult<ResponseOf<E>>, Params<E>>

type RowResult<Answer> = Answer extends { readonly results: readonly (infer Result)[] } ? Result : null

type IterateOf<E> = E extends EndpointFacts
  ? Iterate<Params<E> & Query<E>, ResponseOf<E> extends { readonly items: readonly (infer Row)[] } ? Row : never>
  : never
