import { svg } from './dom.ts'

export const WIDTH = 600
export const HEIGHT = 120

/** Space below zero, so that a line at zero stays visible. */
const FOOT = 3

export interface Series {
  readonly name: string
  /** Color class: `good`, `bad`, `calls`, `p50`, `p95`, `spent`. */
  readonly tone: string
  readonly values: readonly (number | null)[]
}

export type DrawingKind = 'bars' | 'lines'

/** Draws a small chart without text. */
export function sparkline(series: readonly Series[], kind: DrawingKind): SVGElement {
  const top = Math.max(highest(series, kind), 1)
  return svg(
    'svg',
    { class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...(kind === 'bars' ? bars(series, top) : series.map((one) => line(one, top))),
  )
}

export function highest(series: readonly Series[], kind: DrawingKind): number {
  const [first] = series
  const sums = (first?.values ?? []).map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  return Math.max(0, ...(kind === 'bars' ? sums : series.flatMap(({ values }) => values.map((value) => value ?? 0))))
}

export function y(value: number, top: number): number {
  return HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - 6)
}

/** Draws stacked bars. */
export function bars(series: readonly Series[], top: number): SVGElement[] {
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

/** Draws a line with gaps at missing values. A value between two gaps becomes a dot. */
export function line({ tone, values }: Series, top: number): SVGElement {
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
