/** Visible part of the page. On a wide screen the timeline is next to a detail. */
export type View = 'timeline' | 'detail' | 'board'

export interface Route {
  readonly view: View
  /** `deliveries`, `calls`, `events`, `charts` or `compare`; empty for the timeline. */
  readonly place: string
  /** Row numbers; NaN if the route has none. */
  readonly a: number
  readonly b: number
  /** Event id in an external link: `#/events/evt_…`. */
  readonly eventId: string
}

/** Returns the route of the current address: `#/deliveries/42`, `#/compare/3/9`. */
export function routeNow(): Route {
  const [, place = '', a = '', b = ''] = location.hash.split('/')
  return {
    view: viewOf(place),
    place,
    a: Number.parseInt(a, 10),
    b: Number.parseInt(b, 10),
    eventId: place === 'events' ? a : '',
  }
}

function viewOf(place: string): View {
  if (place === 'charts' || place === 'compare') return 'board'
  return place === 'deliveries' || place === 'calls' || place === 'events' ? 'detail' : 'timeline'
}

/** Where the timeline is scrolled to. */
let timelineTop = 0

/** Shows a view and marks its link. On a narrow screen all views scroll with the window. */
export function showView(view: View, place: string): void {
  const { dataset } = document.body
  if (dataset['view'] === 'timeline') timelineTop = scrollY
  dataset['view'] = view
  scrollTo(0, view === 'timeline' ? timelineTop : 0)
  for (const link of document.querySelectorAll<HTMLElement>('[data-nav]')) {
    const isHere = (link.dataset['nav'] === 'charts') === (place === 'charts')
    if (isHere) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}
