import type { EndpointFacts, ResponseOf } from '../../catalog/endpoint.ts'
import { limits } from '../../catalog/limits.ts'
import type { CallInput, CallResult, Client } from '../client.ts'
import { createMemory } from './page-memory.ts'
import { createPlace } from './page-place.ts'
import { watchRepeats } from './page-repeats.ts'

/** An endpoint whose rows arrive in numbered pages. */
export type PagedEndpoint = EndpointFacts & { readonly paging: 'page' }

/** One row of a paged list. */
export type RowOf<E extends EndpointFacts> =
  ResponseOf<E> extends { readonly items: readonly (infer Row)[] } ? Row : unknown

export interface WalkOptions {
  /** Number of rows per page; the platform's maximum by default. */
  readonly pageSize?: number
  /** Maximum number of rows. */
  readonly limit?: number
}

/** One page of a list: the unchanged response, and its rows that no earlier page had. */
export interface WalkedPage<E extends EndpointFacts> {
  readonly result: CallResult<ResponseOf<E>>
  readonly rows: readonly RowOf<E>[]
  /** Total in this response; null if it has none. */
  readonly totalCount: number | null
}

export interface Walk<E extends EndpointFacts> extends WalkOptions {
  readonly client: Pick<Client, 'call'>
  readonly endpoint: E
  /** `page` is the first page to read. */
  readonly input?: CallInput<E>
}

/** Yields every row of a paged list. Pages are fetched when their first row is needed and are not kept: see `walkPages`. */
export async function* walkRows<E extends PagedEndpoint>(walk: Walk<E>): AsyncGenerator<RowOf<E>, void, void> {
  for await (const { rows } of walkPages(walk)) yield* rows
}

/**
 * Yields the pages of a list, each fetched when it is needed. The list ends when `totalCount` or an empty page shows its end.
 *
 * The list may change meanwhile, and page numbers only count from its start. Rows inserted before the position push known ones into the next page,
 * where they are left out. Deleted rows pull unseen ones back into pages that were read, so these pages are reread as far as `totalCount` fell (at
 * most ten pages back). A change that the total does not show goes unnoticed: a row deleted while another one was inserted. Raises `api.error` if ten
 * unread pages in a row have no new row, or if the total would cause rereading without end. Raises the client's errors too.
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
    // The query of every paged endpoint has both fields (catalog/shapes.ts); the compiler cannot infer that from the type parameter.
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
  /** Number of rows on a full page: the platform may return fewer than requested. */
  readonly size: number
}

/** Reads a page with any additional members (P5). The client has checked that it has rows (answer-shape.ts). */
function readPage<Row>(body: unknown, asked: number): PageFacts<Row> {
  const { items, totalCount, pageSize } = body as { items: readonly Row[]; totalCount?: unknown; pageSize?: unknown }
  return {
    items,
    totalCount: typeof totalCount === 'number' ? totalCount : null,
    size: typeof pageSize === 'number' && pageSize >= 1 ? pageSize : asked,
  }
}
