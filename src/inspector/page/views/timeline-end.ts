import type { TimelineEntry, TimelineKind } from '../../../journal/timeline.ts'
import { el, type Child } from '../dom.ts'

interface End {
  readonly hasMore: boolean
  readonly rows: number
  readonly isFiltered: boolean
}

/** Renders the content below the rows. */
export function endOf({ hasMore, rows, isFiltered }: End): readonly Child[] {
  if (hasMore) return ['Older rows…']
  if (rows > 0) return ['End of timeline']
  if (isFiltered) return ['No rows match. ', el('a', { href: location.pathname }, 'Clear the filters')]
  return [el('b', {}, 'No activity yet'), el('br'), 'Deliveries to the app and the app’s API calls appear here.']
}

const order: readonly TimelineKind[] = ['delivery', 'attempt', 'call', 'install', 'span', 'log']

interface Held {
  readonly entries: ReadonlyMap<string, TimelineEntry>
  readonly next: string | null
}

/** Returns the position below the remaining rows, where the dropped ones begin: the lowest id of each kind. */
export function placeBelow({ entries, next }: Held): string {
  const known = next?.split('.').map(Number) ?? order.map(() => 1)
  const lowest = order.map((kind, at) => {
    const ids = [...entries.values()].flatMap((entry) => (entry.kind === kind ? [entry.id] : []))
    return ids.length === 0 ? Number.MAX_SAFE_INTEGER : Math.max(Math.min(...ids), known[at] ?? 1)
  })
  // A kind without remaining rows is read from the top again. Known rows are skipped.
  return lowest.map((id) => Math.min(id, 999_999_999_999_999)).join('.')
}
