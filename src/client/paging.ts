import type { EndpointFacts, ResponseOf } from '../catalog/endpoint.ts'
import { limits } from '../catalog/limits.ts'
import { AppError } from '../errors.ts'
import { ExactNumber } from '../values/json.ts'
import type { CallInput, CallResult, Client } from './client.ts'

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

/** How many rows are remembered to tell old ones from new: ten pages of the largest size. */
const REMEMBERED_ROWS = 1_000

/** So many pages in a row with nothing new are no shift of the list, but a platform that repeats itself. */
const MAX_STALE_PAGES = 10

/**
 * The pages of a list, each fetched when it is asked for. It ends where `totalCount` or an empty page says so.
 *
 * The list may change on the way, and page numbers only count from its start: rows that came in before the walk's place push known ones into the next page,
 * and are left out there; rows that went pull unseen ones back into pages that were read, so those are read again as far as `totalCount` fell (at most ten
 * pages back). Raises `api.error` when ten pages in a row hold nothing new, and whatever the client raises.
 */
export async function* walkPages<E extends PagedEndpoint>(walk: Walk<E>): AsyncGenerator<WalkedPage<E>, void, void> {
  const { client, endpoint, input = {}, limit = Infinity } = walk
  const pageSize = walk.pageSize ?? limits.pageSizeMax
  const seen = createMemory()
  const start = firstPage(input)
  let left = limit
  let stale = 0
  let last: { bytes: Uint8Array; total: number | null } = { bytes: new Uint8Array(), total: null }
  for (let page = start; left > 0;) {
    const query = { ...input.query, page, pageSize }
    // The page's two fields are in the query of every paged endpoint (catalog/shapes.ts); the compiler cannot see that through the type parameter.
    const result = await client.call(endpoint, { ...input, query } as unknown as CallInput<E>)
    const { items, totalCount, size } = readPage<RowOf<E>>(result.body, pageSize)
    const rows = items.filter((row) => seen.isNew(row)).slice(0, left)
    left -= rows.length
    stale = holdsNothingNew({ items, rows, isSame: Buffer.compare(result.bytes, last.bytes) === 0 }) ? stale + 1 : 0
    if (stale >= MAX_STALE_PAGES) throw repeats(endpoint, page)
    yield { result, rows, totalCount }
    const next = pageAfter({ page, start, lastTotal: last.total, totalCount, size, isEmpty: items.length === 0 })
    if (next === null) return
    page = next
    last = { bytes: result.bytes, total: totalCount }
  }
}

function holdsNothingNew(page: { items: readonly unknown[]; rows: readonly unknown[]; isSame: boolean }): boolean {
  return page.items.length > 0 && (page.rows.length === 0 || page.isSame)
}

interface Place {
  readonly page: number
  readonly start: number
  readonly lastTotal: number | null
  readonly totalCount: number | null
  readonly size: number
  readonly isEmpty: boolean
}

/** Where the walk goes on; null at the end of the list. */
function pageAfter(place: Place): number | null {
  const { page, start, totalCount, size, isEmpty } = place
  const back = pagesBack(place)
  if (back > 0 && page > start) return Math.max(start, page - back)
  if (isEmpty || (totalCount !== null && page * size >= totalCount)) return null
  return page + 1
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

/** Reads a page whatever its shape (P5). Raises `api.error` where there are no rows to be found. */
function readPage<Row>(body: unknown, asked: number): PageFacts<Row> {
  const page = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  const { items, totalCount, pageSize } = page
  if (!Array.isArray(items)) throw new AppError('api.error', 'The platform answered a page without `items`.')
  return {
    items: items as readonly Row[],
    totalCount: typeof totalCount === 'number' ? totalCount : null,
    size: typeof pageSize === 'number' && pageSize >= 1 ? pageSize : asked,
  }
}

/** How many pages the rows after the walk's place may have moved towards the start since the page before. */
function pagesBack({ lastTotal, totalCount, size }: Place): number {
  if (lastTotal === null || totalCount === null || totalCount >= lastTotal) return 0
  return Math.min(Math.ceil((lastTotal - totalCount) / size), Math.floor(REMEMBERED_ROWS / size))
}

/** Remembers the last rows by their id, the oldest forgotten first. A row without an id is always new: two equal ones may well be two. */
function createMemory() {
  const ids = new Set<string>()
  return {
    isNew(row: unknown): boolean {
      const id = idOf(row)
      if (id === null) return true
      const isNew = !ids.delete(id)
      ids.add(id)
      const [oldest] = ids.size > REMEMBERED_ROWS ? ids : []
      if (oldest !== undefined) ids.delete(oldest)
      return isNew
    },
  }
}

function idOf(row: unknown): string | null {
  const id: unknown = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
  return typeof id === 'number' || typeof id === 'string' || id instanceof ExactNumber ? String(id) : null
}

function repeats({ id }: EndpointFacts, page: number): AppError {
  return new AppError(
    'api.error',
    `The platform repeats itself: ${MAX_STALE_PAGES} pages of ${id} up to page ${page} held no new row.`,
    { suggestions: ['Ask for single pages with --page, and report it to the platform.'] },
  )
}
