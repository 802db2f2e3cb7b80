import { el, fill, svg } from './dom.ts'

const WIDTH = 600
const HEIGHT = 120

/** Space below zero, so that a line at zero stays visible. */
const FOOT = 3

export interface Series {
  readonly name: string
  /** The class of its colour: `good`, `bad`, `calls`, `p50`, `p95`, `spent`. */
  readonly tone: string
  readonly values: readonly (number | null)[]
}

export interface Drawing {
  readonly title: string
  /** The total of the whole window, in words. */
  readonly total: string
  readonly series: readonly Series[]
  /** Labels of the buckets, for the readout. */
  readonly labels: readonly string[]
  readonly show: (value: number) => string
  readonly kind: 'bars' | 'lines'
  /** A line that the values should stay below. */
  readonly limit?: { readonly value: number; readonly label: string }
}

/** One chart with its title and a readout that follows the pointer. */
export function chart(drawing: Drawing): HTMLElement {
  const { title, total, series, labels, show, kind, limit } = drawing
  const most = Math.max(highest(series, kind), limit?.value ?? 0, 1)
  // Bars count, so half of the top must be a whole number.
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

/** A small chart without text. */
export function sparkline(series: readonly Series[], kind: Drawing['kind']): SVGElement {
  const top = Math.max(highest(series, kind), 1)
  return svg(
    'svg',
    { class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...(kind === 'bars' ? bars(series, top) : series.map((one) => line(one, top))),
  )
}

function highest(series: readonly Series[], kind: Drawing['kind']): number {
  const [first] = series
  const sums = (first?.values ?? []).map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  return Math.max(0, ...(kind === 'bars' ? sums : series.flatMap(({ values }) => values.map((value) => value ?? 0))))
}

function y(value: number, top: number): number {
  return HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - 6)
}

/** Stacked bars. */
function bars(series: readonly Series[], top: number): SVGElement[] {
  const width = WIDTH / (series[0]?.values.length ?? 1)
  const floors = new Map<number, number>()
  return series.flatMap(({ tone, values }) =>
    values.flatMap((value, at) => {
      if (value === null || value === 0) return []
      const floor = floors.get(at) ?? 0
      floors.set(at, floor + value)
      const upper = y(floor + value, top)
      return [
        svg('rect', {
          class: `fill ${tone}`,
          x: at * width + width * 0.12,
          width: width * 0.76,
          y: upper,
          height: y(floor, top) - upper,
          rx: 1,
        }),
      ]
    }),
  )
}

/** A line with gaps where nothing was measured; a value between two gaps becomes a dot. */
function line({ tone, values }: Series, top: number): SVGElement {
  const width = WIDTH / Math.max(values.length, 1)
  let isDown = false
  const path = values.map((value, at) => {
    if (value === null) {
      isDown = false
      return ''
    }
    const point = `${((at + 0.5) * width).toFixed(1)} ${y(value, top).toFixed(1)}`
    const part = isDown ? `L${point}` : `M${point}h0.01`
    isDown = true
    return part
  })
  const alone = values.flatMap((value, at) =>
    value === null || isValue(values[at - 1]) || isValue(values[at + 1])
      ? []
      : [`M${((at + 0.5) * width).toFixed(1)} ${y(value, top).toFixed(1)}h0.01`],
  )
  return svg(
    'g',
    {},
    svg('path', { class: `stroke ${tone}`, d: path.join('') }),
    // A separate path, so that stretching the drawing does not change the width of the dots.
    svg('path', { class: `stroke alone ${tone}`, d: alone.join('') }),
  )
}

function isValue(value: number | null | undefined): boolean {
  return value !== null && value !== undefined
}
