import type { EndpointFacts, ResponseOf } from '../../catalog/endpoint.ts'
import { limits } from '../../catalog/limits.ts'
import type { CallInput, CallResult, Client } from '../client.ts'
import { createMemory } from './page-memory.ts'
import { createPlace } from './page-place.ts'
import { watchRepeats } from './page-repeats.ts'

/** An endpoint whose rows come in numbered pages. */
export type PagedEndpoint = EndpointFacts & { readonly paging: 'page' }

/** One row of a paged list. */
export type RowOf<E extends EndpointFacts> =
  ResponseOf<E> extends { readonly items: readonly (infer Row)[] } ? Row : unknown

export interface WalkOptions {
  /** Rows on a page; the most that the platform gives when left out. */
  readonly pageSize?: number
  /** Stop after so many rows. */
  readonly limit?: number
}

/** One page on a walk: the answer as it came, and those of its rows that were not handed over before. */
export interface WalkedPage<E extends EndpointFacts> {
  readonly result: CallResult<ResponseOf<E>>
  readonly rows: readonly RowOf<E>[]
  /** As this answer says; null when it does not. */
  readonly totalCount: number | null
}

export interface Walk<E extends EndpointFacts> extends WalkOptions {
  readonly client: Pick<Client, 'call'>
  readonly endpoint: E
  /** `page` is where the walk begins. */
  readonly input?: CallInput<E>
}

/** Every row of a paged list, one by one. Pages are fetched when their first row is asked for, and none is kept: see `walkPages`. */
export async function* walkRows<E extends PagedEndpoint>(walk: Walk<E>): AsyncGenerator<RowOf<E>, void, void> {
  for await (const { rows } of walkPages(walk)) yield* rows
}

/**
 * The pages of a list, each fetched when it is asked for. It ends where `totalCount` or an empty page says so.
 *
 * The list may change on the way, and page numbers only count from its start: rows that came in before the walk's place push known ones into the next page,
 * and are left out there; rows that went pull unseen ones back into pages that were read, so those are read again as far as `totalCount` fell (at most ten
 * pages back). What the total does not tell is not seen: a row that went while another one came. Raises `api.error` when ten pages in a row hold nothing new
 * though the walk had not read them before, when the total makes it read pages again without end, and whatever the client raises.
 */
export async function* walkPages<E extends PagedEndpoint>(walk: Walk<E>): AsyncGenerator<WalkedPage<E>, void, void> {
  const { client, endpoint, input = {}, limit = Infinity } = walk
  const pageSize = walk.pageSize ?? limits.pageSizeMax
  const seen = createMemory()
  const start = firstPage(input)
  const place = createPlace(start)
  const repeats = watchRepeats(endpoint)
  let left = limit
  for (let page: number | null = start; page !== null && left > 0;) {
    const query = { ...input.query, page, pageSize }
    // The page's two fields are in the query of every paged endpoint (catalog/shapes.ts); the compiler cannot see that through the type parameter.
    const result: CallResult<ResponseOf<E>> = await client.call(endpoint, {
      ...input,
      query,
    } as unknown as CallInput<E>)
    const { items, totalCount, size } = readPage<RowOf<E>>(result.body, pageSize)
    const rows = items.filter((row) => seen.isNew(row)).slice(0, left)
    left -= rows.length
    repeats.check({ page, size, totalCount, items, rows, bytes: result.bytes })
    yield { result, rows, totalCount }
    page = place.after({ page, size, totalCount, isEmpty: items.length === 0 })
  }
}

function firstPage<E extends EndpointFacts>({ query }: CallInput<E>): number {
  const page: unknown = (query as Readonly<Record<string, unknown>> | undefined)?.['page']
  return typeof page === 'number' && page >= 1 ? page : 1
}

interface PageFacts<Row> {
  readonly items: readonly Row[]
  readonly totalCount: number | null
  /** Rows on a full page of this size: the platform may give fewer than it was asked for. */
  readonly size: number
}

/** Reads a page whatever its further members are (P5); that it has rows was seen by the client (answer-shape.ts). */
function readPage<Row>(body: unknown, asked: number): PageFacts<Row> {
  const { items, totalCount, pageSize } = body as { items: readonly Row[]; totalCount?: unknown; pageSize?: unknown }
  return {
    items,
    totalCount: typeof totalCount === 'number' ? totalCount : null,
    size: typeof pageSize === 'number' && pageSize >= 1 ? pageSize : asked,
  }
}
