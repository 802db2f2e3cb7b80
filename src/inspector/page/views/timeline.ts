import type { TimelineEntry } from '../../../journal/timeline.ts'
import type { TimelineAnswer } from '../../api.ts'
import type { LiveNews } from '../../live.ts'
import { get, stream } from '../api.ts'
import { reportFailure } from '../dialogs/toast.ts'
import { byId, fill } from '../dom.ts'
import { count } from '../format.ts'
import { loadPlaces } from '../places.ts'
import { keyOf, entryRoute, drawRow } from './row.ts'
import { endOf, placeBelow } from './timeline-end.ts'

/** Maximum number of rows on the page. Further rows at the far end are dropped and loaded again on demand. */
const MOST_ROWS = 600

/** Delay before the page reconnects to an interrupted stream. */
const LISTEN_AGAIN_MS = 2000

export interface Timeline {
  /** Rereads the rows with the current filters. */
  readonly reload: () => Promise<void>
  /** Moves the selection by a number of rows. */
  readonly move: (by: number) => void
  readonly selected: () => TimelineEntry | null
  /** Returns the newest row that has its own page. */
  readonly newest: () => TimelineEntry | null
  readonly select: (key: string) => void
  readonly togglePause: () => void
  /** Marks a delivery for comparison. Null removes the mark. */
  readonly mark: (id: number | null) => void
}

export interface TimelineTools {
  readonly query: () => URLSearchParams
  /** Called when known deliveries have new attempts. */
  readonly onChanged: (ids: readonly number[]) => void
  readonly onRows: () => void
}

interface Shown {
  readonly entries: Map<string, TimelineEntry>
  next: string | null
  selected: string | null
  /** Number of rows that arrived while the list was not updated. */
  waiting: number
  isPaused: boolean
  /** True if the first row is the newest of all. */
  isAtNewest: boolean
  isLoading: boolean
  marked: number | null
  listening: AbortController
}

/** Creates the list of all rows: at first one page, older rows on scrolling, new rows at the top as they arrive. */
export function makeTimeline(tools: TimelineTools): Timeline {
  const rows = byId<HTMLOListElement>('rows')
  const more = byId('more')
  const fresh = byId<HTMLButtonElement>('fresh')
  const live = byId<HTMLButtonElement>('live')
  const shown: Shown = {
    entries: new Map(),
    next: null,
    selected: null,
    waiting: 0,
    isPaused: false,
    isAtNewest: true,
    isLoading: false,
    marked: null,
    listening: new AbortController(),
  }

  const showState = () => {
    fresh.hidden = shown.waiting === 0
    fill(fresh, `${count(shown.waiting)} new ${shown.waiting === 1 ? 'row' : 'rows'} ↑`)
    live.setAttribute('aria-pressed', String(!shown.isPaused))
    fill(live.querySelector('span') ?? live, shown.isPaused ? 'Paused' : 'Live')
    fill(
      more,
      ...(shown.isLoading
        ? ['Loading…']
        : endOf({ hasMore: shown.next !== null, rows: shown.entries.size, isFiltered: [...tools.query()].length > 0 })),
    )
    // A screen reader cannot go to a row that the filters hide.
    if (shown.selected !== null && document.getElementById(shown.selected) !== null)
      rows.setAttribute('aria-activedescendant', shown.selected)
    else rows.removeAttribute('aria-activedescendant')
  }
  const draw = (entry: TimelineEntry): HTMLLIElement => {
    const row = drawRow(entry)
    if (keyOf(entry) === shown.selected) row.setAttribute('aria-selected', 'true')
    if (entry.kind === 'delivery' && entry.id === shown.marked) row.dataset['marked'] = 'A'
    return row
  }
  const append = (entries: readonly TimelineEntry[]) => {
    const added = entries.filter((entry) => !shown.entries.has(keyOf(entry)))
    for (const entry of added) shown.entries.set(keyOf(entry), entry)
    rows.append(...added.map(draw))
    for (const row of [...rows.children].slice(0, -MOST_ROWS)) {
      remove(shown, row)
      shown.isAtNewest = false
    }
  }
  const prepend = (entries: readonly TimelineEntry[]) => {
    for (const entry of entries) {
      if (shown.entries.has(keyOf(entry))) continue
      shown.entries.set(keyOf(entry), entry)
      const row = draw(entry)
      row.classList.add('arrived')
      rows.prepend(row)
    }
    const surplus = [...rows.children].slice(MOST_ROWS)
    for (const row of surplus) remove(shown, row)
    if (surplus.length > 0) shown.next = placeBelow(shown)
  }
  const takeNews = async ({ entries, changed }: LiveNews) => {
    // A new install may add new names of stores and regions.
    if (entries.some(({ kind }) => kind === 'install')) await loadPlaces()
    for (const entry of changed) {
      const row = document.getElementById(keyOf(entry))
      if (row === null) continue
      shown.entries.set(keyOf(entry), entry)
      row.replaceWith(draw(entry))
    }
    if (shown.isPaused || !shown.isAtNewest) shown.waiting += entries.length
    else prepend(entries)
    if (changed.length > 0) tools.onChanged(changed.map(({ id }) => id))
    if (entries.length > 0) tools.onRows()
    showState()
  }
  const reloadLater = (signal: AbortSignal) => {
    live.dataset['state'] = 'off'
    setTimeout(() => {
      if (!signal.aborted) void reload().catch(() => {})
    }, LISTEN_AGAIN_MS)
  }
  const listen = async (after: string, signal: AbortSignal): Promise<void> => {
    const query = tools.query()
    query.set('after', after)
    live.dataset['state'] = 'on'
    const follow = async () => {
      for await (const news of stream<LiveNews>(`/api/events?${query}`, signal)) await takeNews(news)
    }
    await follow().catch(() => {})
    if (!signal.aborted) reloadLater(signal)
  }
  const reload = async (): Promise<void> => {
    shown.listening.abort()
    shown.listening = new AbortController()
    const { signal } = shown.listening
    shown.isLoading = true
    showState()
    const answer = await get<TimelineAnswer>(`/api/timeline?${tools.query()}`, signal).catch((cause) => {
      if (!signal.aborted) reloadLater(signal)
      throw cause
    })
    shown.isLoading = false
    shown.entries.clear()
    rows.replaceChildren()
    shown.waiting = 0
    shown.isAtNewest = true
    append(answer.entries)
    shown.next = answer.next
    showState()
    observeEnd()
    void listen(answer.newest, signal)
  }
  const loadOlder = async (): Promise<void> => {
    if (shown.next === null || shown.isLoading) return
    shown.isLoading = true
    showState()
    const query = tools.query()
    query.set('before', shown.next)
    const { signal } = shown.listening
    try {
      const answer = await get<TimelineAnswer>(`/api/timeline?${query}`, signal)
      append(answer.entries)
      shown.next = answer.next
    } finally {
      if (!signal.aborted) shown.isLoading = false
      showState()
    }
    observeEnd()
  }
  // An observer reports only changes, so an end that stayed visible must be observed again.
  const observeEnd = () => {
    end.unobserve(more)
    end.observe(more)
  }
  const select = (key: string) => {
    if (shown.selected !== null) document.getElementById(shown.selected)?.setAttribute('aria-selected', 'false')
    shown.selected = key
    const row = document.getElementById(key)
    row?.setAttribute('aria-selected', 'true')
    row?.scrollIntoView({ block: 'nearest' })
    showState()
  }
  const toNewest = () => {
    shown.isPaused = false
    void reload()
      .then(() => rows.parentElement?.scrollTo({ top: 0 }))
      .catch(reportFailure)
  }

  // On a busy machine several changes arrive together. The last one is current.
  const loadWhereVisible: IntersectionObserverCallback = (changes) => {
    if (changes.at(-1)?.isIntersecting === true) void loadOlder().catch(reportFailure)
  }
  const end = new IntersectionObserver(loadWhereVisible, { rootMargin: '400px' })
  observeEnd()
  rows.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest('li') : null
    if (row === null) return
    select(row.id)
    const entry = shown.entries.get(row.id)
    const route = entry === undefined ? null : entryRoute(entry)
    if (route !== null) location.hash = route
  })
  fresh.addEventListener('click', toNewest)
  const togglePause = () => {
    shown.isPaused = !shown.isPaused
    if (!shown.isPaused && shown.waiting > 0) toNewest()
    showState()
  }
  live.addEventListener('click', togglePause)
  return {
    reload,
    select,
    togglePause,
    selected: () => (shown.selected === null ? null : (shown.entries.get(shown.selected) ?? null)),
    newest: () => {
      const entries = [...rows.children].map(({ id }) => shown.entries.get(id))
      return entries.find((entry) => entry !== undefined && entryRoute(entry) !== null) ?? null
    },
    move: (by) => {
      const at = shown.selected === null ? null : document.getElementById(shown.selected)
      const next = at === null ? rows.firstElementChild : by > 0 ? at.nextElementSibling : at.previousElementSibling
      if (next !== null) select(next.id)
    },
    mark: (id) => {
      if (shown.marked !== null) delete document.getElementById(`delivery-${shown.marked}`)?.dataset['marked']
      shown.marked = id
      const row = id === null ? null : document.getElementById(`delivery-${id}`)
      if (row !== null) row.dataset['marked'] = 'A'
    },
  }
}

function remove({ entries }: Shown, row: Element): void {
  entries.delete(row.id)
  row.remove()
}
