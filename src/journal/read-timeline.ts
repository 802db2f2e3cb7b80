import type { Journal } from './journal.ts'
import {
  entriesOf,
  floorBelow,
  timelineKinds,
  type TimelineEntry,
  type TimelineFilter,
  type TimelineKind,
  type TimelineCursor,
} from './timeline.ts'

export interface TimelinePage {
  /** Newest first. */
  readonly entries: readonly TimelineEntry[]
  /** Cursor of the next page; null if there is none. */
  readonly next: TimelineCursor | null
}

export interface TimelineQuery {
  /** Only entries older than this cursor. */
  readonly before?: TimelineCursor | undefined
  readonly filter?: TimelineFilter | undefined
  readonly limit: number
}

/** Rows read in one step, because the rest of this process, above all the gateway, must not wait long. */
const LOOK = 4000

/** An id that no row has: the highest that a JavaScript number and SQLite both represent. */
const BEYOND = Number.MAX_SAFE_INTEGER

/** Reads one page of all entries, newest first, a few thousand rows at a time with a pause in between. Raises the errors of SQLite. */
export async function readTimeline(
  journal: Journal,
  { before, filter = {}, limit }: TimelineQuery,
): Promise<TimelinePage> {
  const found: TimelineEntry[][] = []
  for (const kind of timelineKinds) {
    found.push(await readKind(journal, kind, { high: (before?.[kind] ?? BEYOND) - 1, filter, limit }))
  }
  const taken = timelineKinds.map(() => 0)
  const entries: TimelineEntry[] = []
  while (entries.length < limit) {
    const heads = found.map((some, at) => some[taken[at] ?? 0])
    const newest = newestOf(heads)
    const head = heads[newest]
    if (head === undefined) break
    entries.push(head)
    taken[newest] = (taken[newest] ?? 0) + 1
  }
  const places = timelineKinds.map((kind, at) => [kind, placeAfter(found[at] ?? [], taken[at] ?? 0, limit)] as const)
  const isOver = places.every(([, id]) => id === 1)
  // There is one cursor per kind.
  return { entries, next: isOver ? null : (Object.fromEntries(places) as unknown as TimelineCursor) }
}

interface KindQuery {
  readonly high: number
  readonly filter: TimelineFilter
  readonly limit: number
}

/** Reads up to `limit` entries; fewer only at the end of the table. */
async function readKind(
  journal: Journal,
  kind: TimelineKind,
  { high, filter, limit }: KindQuery,
): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = []
  for (let top = high; top > 0 && entries.length < limit;) {
    const floor = floorBelow(journal, kind, { high: top, count: LOOK })
    entries.push(...entriesOf(journal, kind, { low: floor + 1, high: top, filter, limit: limit - entries.length }))
    top = floor
    if (top > 0 && entries.length < limit) await letOthersRun()
  }
  return entries
}

/** Returns the index of the newest entry, or of the first one among entries of the same time. Each table stays in id order, even if the clock jumped. */
function newestOf(heads: readonly (TimelineEntry | undefined)[]): number {
  let newest = 0
  for (const [at, head] of heads.entries()) {
    if (head !== undefined && head.at > (heads[newest]?.at ?? '')) newest = at
  }
  return newest
}

/** Returns the id from which a table is read next; 1 if nothing is left. */
function placeAfter(entries: readonly TimelineEntry[], taken: number, limit: number): number {
  const left = entries[taken]
  if (left !== undefined) return left.id + 1
  return entries.length < limit ? 1 : (entries.at(-1)?.id ?? 1)
}

/** Resolves after all work that is ready in this process, above all the gateway's. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
