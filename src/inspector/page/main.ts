import type { About, TimelineAnswer } from '../api.ts'
import type { DeliveryDetail } from '../detail/detail.ts'
import { ApiFailure, download, get, keepToken, offerToken, takeToken } from './api.ts'
import { placeOrder } from './dialogs/place-order.ts'
import { reportFailure, toast } from './dialogs/toast.ts'
import { byId, el, fill } from './dom.ts'
import { makeFilters } from './filters.ts'
import { listenToKeys, type Keys } from './keyboard.ts'
import { quiet } from './parts.ts'
import { loadPlaces } from './places.ts'
import { routeNow, showView } from './route.ts'
import { edit, replay, showDelivery } from './views/delivery-view.ts'
import { showNotShown } from './views/not-shown.ts'
import { showPulse } from './views/pulse-view.ts'
import { keyOf, entryRoute } from './views/row.ts'
import { makeTimeline } from './views/timeline.ts'
import { refreshAgo } from './when.ts'

const PULSE_MS = 10_000

/** Rows that arrive within this time cause only one recount. */
const SETTLE_MS = 1500

function start({ appKey, topics, canOrder, pages }: About): void {
  fill(byId('app-key'), appKey)
  fill(
    byId('pages'),
    ...pages.map(({ name, url }) => el('a', { href: url, target: '_blank', rel: 'noreferrer' }, name)),
  )
  document.title = `${appKey} · Inspector`
  const detailPlace = byId('detail')
  const board = byId('board')
  let open: DeliveryDetail | null = null
  let marked: number | null = null
  /** At first the newest row is shown next to the list, until the user selects a row. */
  let hasChosen = false
  let settle: ReturnType<typeof setTimeout> | undefined

  const filters = makeFilters(topics, () => void timeline.reload().catch(reportFailure))
  const timeline = makeTimeline({
    query: filters.query,
    onChanged: (ids) => {
      if (open !== null && ids.includes(open.id)) void refreshDelivery(open.id)
    },
    onRows: () => {
      clearTimeout(settle)
      settle = setTimeout(refreshPulse, SETTLE_MS)
      if (!hasChosen && routeNow().view === 'timeline') void showNewest().catch(reportFailure)
    },
  })
  const compare = (id: number) => {
    if (marked === null || marked === id) {
      marked = marked === id ? null : id
      timeline.mark(marked)
      toast(
        marked === null
          ? 'No delivery is selected for comparison.'
          : `#${id} is selected. Press c on another delivery to compare the two.`,
      )
      return
    }
    location.hash = `#/compare/${marked}/${id}`
    marked = null
    timeline.mark(null)
  }
  const refreshDelivery = async (id: number) => {
    open = await showDelivery(detailPlace, id, { compare })
  }
  const show = async (): Promise<void> => {
    const { view, place, a, b, eventId } = routeNow()
    open = null
    showView(view, place)
    if (place === 'charts') await (await import('./views/charts-view.ts')).showCharts(board)
    else if (place === 'compare') await (await import('./views/compare-view.ts')).showComparison(board, a, b)
    else if (place === 'events') await toDelivery(eventId)
    else if (place === 'deliveries') {
      await refreshDelivery(a)
      timeline.select(`delivery-${a}`)
    } else if (place === 'calls') {
      await call(detailPlace, a)
      timeline.select(`call-${a}`)
    } else if (hasChosen || !(await showNewest())) fill(detailPlace, emptyDetail(canOrder))
    if (view !== 'timeline') hasChosen = true
    if (view === 'board') board.scrollTo({ top: 0 })
    if (view === 'detail') detailPlace.scrollTo({ top: 0 })
  }
  const showNewest = async (): Promise<boolean> => {
    const entry = timeline.newest()
    const id = entry?.kind === 'attempt' ? entry.deliveryId : entry?.id
    if (entry === null || id === undefined || entryRoute(entry) === null) return false
    hasChosen = true
    timeline.select(keyOf(entry))
    if (entry.kind === 'call') await call(detailPlace, id)
    else await refreshDelivery(id)
    return true
  }
  const order = () => {
    if (canOrder) void placeOrder()
    else toast('To place an order, run `app dev` with the emulator.', 'bad')
  }
  const navigate = () => {
    const { view } = routeNow()
    // Old content left on the page would look like the requested content.
    void show().catch((error: unknown) => (view === 'timeline' ? reportFailure(error) : notShown(view, error)))
  }
  const notShown = (view: 'detail' | 'board', error: unknown) => {
    timeline.select('')
    showNotShown(view === 'board' ? board : detailPlace, error)
  }
  const delivery = (): number | null => {
    const entry = timeline.selected()
    // The details show the last shown row, but the action applies to the selected row.
    if (open !== null && (entry === null || routeNow().view !== 'timeline')) return open.id
    return entry?.kind === 'delivery' ? entry.id : entry?.kind === 'attempt' ? entry.deliveryId : null
  }
  const withDelivery = (work: (id: number) => unknown) => () => {
    const id = delivery()
    if (id === null) toast('Select a delivery first (j, k).')
    else void work(id)
  }
  const trigger = () => void import('./dialogs/trigger-dialog.ts').then(({ openTrigger }) => openTrigger(topics))
  const openSelected = () => {
    const entry = timeline.selected()
    const route = entry === null ? null : entryRoute(entry)
    if (route !== null) location.hash = route
  }
  const keys: Keys = {
    j: () => timeline.move(1),
    ArrowDown: () => timeline.move(1),
    k: () => timeline.move(-1),
    ArrowUp: () => timeline.move(-1),
    Enter: openSelected,
    Escape: () => (location.hash = '#/'),
    '/': filters.focus,
    r: withDelivery((id) => replay(id)),
    e: withDelivery(async (id) => edit(open ?? (await get<DeliveryDetail>(`/api/deliveries/${id}`)))),
    c: withDelivery(compare),
    t: trigger,
    o: order,
    p: timeline.togglePause,
    g: () => void timeline.reload().catch(reportFailure),
    v: () => (location.hash = '#/charts'),
    '?': help,
  }
  listenToKeys(keys)
  document.addEventListener('delivery-changed', (event) => {
    if (event instanceof CustomEvent) void refreshDelivery(Number(event.detail)).catch(reportFailure)
    void timeline.reload().catch(reportFailure)
  })
  byId('order').hidden = !canOrder
  byId('order').addEventListener('click', order)
  byId('trigger').addEventListener('click', trigger)
  byId('help').addEventListener('click', help)
  byId('export').addEventListener('click', () => void saveExport(filters.query()).catch(reportFailure))
  // `showView` scrolls. The browser would do so before `hashchange`, in the old view.
  history.scrollRestoration = 'manual'
  addEventListener('hashchange', navigate)
  void timeline.reload().then(navigate).catch(reportFailure)
  refreshPulse()
  setInterval(refreshPulse, PULSE_MS)
}

/** A link contains an event id. Opens its delivery, or the newest one if there are several. */
async function toDelivery(eventId: string): Promise<void> {
  const query = new URLSearchParams({ kind: 'delivery', q: eventId })
  const { entries } = await get<TimelineAnswer>(`/api/timeline?${query}`)
  const found = entries.find((entry) => entry.kind === 'delivery' && entry.eventId === eventId)
  if (found === undefined) toast(`The journal has no delivery for ${eventId} yet.`)
  location.replace(found === undefined ? '#/' : `#/deliveries/${found.id}`)
}

function help(): void {
  void import('./dialogs/help-dialog.ts').then(({ openHelp }) => openHelp())
}

async function call(place: HTMLElement, id: number): Promise<void> {
  const { showCall } = await import('./views/call-view.ts')
  await showCall(place, id)
}

/** Small charts that cannot be drawn now are drawn the next time. */
function refreshPulse(): void {
  refreshAgo()
  void showPulse(byId('pulse')).catch(() => {})
}

function emptyDetail(canOrder: boolean): HTMLElement {
  return el(
    'div',
    { class: 'empty' },
    el('p', {}, 'Select a row: ', el('kbd', {}, 'j'), ' ', el('kbd', {}, 'k'), ', then ', el('kbd', {}, 'Enter'), '.'),
    canOrder && quiet('Place an order to receive events: ', el('kbd', {}, 'o')),
    quiet('Keyboard shortcuts: ', el('kbd', {}, '?')),
  )
}

async function saveExport(query: URLSearchParams): Promise<void> {
  const address = await download(`/api/export?${query}`)
  el('a', { href: address, download: 'svcapp-export.json' }).click()
  URL.revokeObjectURL(address)
  toast('Exported with masked personal data.', 'good')
}

async function boot(): Promise<void> {
  try {
    await takeToken()
    const about = await get<About>('/api/about')
    await loadPlaces()
    offerToken()
    start(about)
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 401)) return reportFailure(error)
    const { showLockedOut } = await import('./views/locked-out.ts')
    showLockedOut(error.message, (token) => {
      keepToken(token)
      location.reload()
    })
  }
}

void boot()
