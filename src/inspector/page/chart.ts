import { el, fill, svg } from './dom.ts'
import { bars, HEIGHT, highest, line, WIDTH, y, type DrawingKind, type Series } from './drawing.ts'

interface Drawing {
  readonly title: string
  /** Total of the whole window, as text. */
  readonly total: string
  readonly series: readonly Series[]
  /** Bucket labels, for the readout. */
  readonly labels: readonly string[]
  readonly show: (value: number) => string
  readonly kind: DrawingKind
  /** Line below which the values should stay. */
  readonly limit?: { readonly value: number; readonly label: string }
}

/** Draws a chart with its title and a readout that follows the pointer. */
export function chart(drawing: Drawing): HTMLElement {
  const { title, total, series, labels, show, kind, limit } = drawing
  const most = Math.max(highest(series, kind), limit?.value ?? 0, 1)
  // Bars show counts, so half of the top must be a whole number.
  const top = kind === 'bars' ? 2 * Math.ceil(most / 2) : most
  const readout = el('figcaption', {}, total)
  const cursor = svg('line', { class: 'cursor', y1: 0, y2: HEIGHT, visibility: 'hidden' })
  const image = svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${title}: ${total}` },
    ...[0.25, 0.5, 0.75, 1].map((part) =>
      svg('line', { class: 'grid', x1: 0, x2: WIDTH, y1: y(part, 1), y2: y(part, 1) }),
    ),
    ...(kind === 'bars' ? bars(series, top) : series.map((one) => line(one, top))),
    limit && svg('line', { class: 'limit', x1: 0, x2: WIDTH, y1: y(limit.value, top), y2: y(limit.value, top) }),
    cursor,
  )
  image.addEventListener('pointermove', (event) => {
    const { left, width } = image.getBoundingClientRect()
    const at = Math.min(Math.max(Math.floor(((event.clientX - left) / width) * labels.length), 0), labels.length - 1)
    const x = ((at + 0.5) / labels.length) * WIDTH
    cursor.setAttribute('x1', String(x))
    cursor.setAttribute('x2', String(x))
    cursor.setAttribute('visibility', 'visible')
    const values = series.map(
      ({ name, values: all }) => `${name} ${all[at] === null || all[at] === undefined ? '–' : show(all[at])}`,
    )
    fill(readout, `${labels[at] ?? ''}  ·  ${values.join('  ·  ')}`)
  })
  image.addEventListener('pointerleave', () => {
    cursor.setAttribute('visibility', 'hidden')
    fill(readout, total)
  })
  return el(
    'figure',
    { class: 'card chart' },
    el(
      'div',
      { class: 'chart-head' },
      el('h2', {}, title),
      el('div', { class: 'legend' }, ...series.map(({ name, tone }) => el('span', { class: `key ${tone}` }, name))),
    ),
    readout,
    el(
      'div',
      { class: 'plot' },
      el('span', { class: 'number top' }, show(top)),
      el('span', { class: 'number middle' }, show(top / 2)),
      el('span', { class: 'number zero' }, '0'),
      image,
    ),
    el(
      'div',
      { class: 'axis' },
      ...[0, 0.5, 1].map((part) => el('span', {}, labels[Math.round(part * (labels.length - 1))] ?? '')),
    ),
  )
}
