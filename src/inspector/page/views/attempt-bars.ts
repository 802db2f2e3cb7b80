import type { DeliveryDetail } from '../../detail/detail.ts'
import { svg } from '../dom.ts'
import { ms } from '../format.ts'

const WIDTH = 600
const ROW = 14

/** Draws the time from the receipt to the last response, with one bar per attempt for its start and duration. */
export function attemptBars({ receivedAt, attempts }: DeliveryDetail): SVGElement {
  const start = Date.parse(receivedAt)
  // An attempt is recorded when it is over.
  const spans = attempts.map(({ at, ms: took, status }) => {
    const end = Math.max(Date.parse(at) - start, took)
    return { from: Math.max(end - took, 0), end, isTaken: status !== null && status < 300, took }
  })
  const whole = Math.max(...spans.map(({ end }) => end), 1)
  const bars = spans.map(({ from, end, isTaken, took }, row) =>
    svg(
      'rect',
      {
        x: (from / whole) * WIDTH,
        y: row * ROW + 3,
        width: Math.max(((end - from) / whole) * WIDTH, 4),
        height: ROW - 6,
        rx: 3,
        class: isTaken ? 'bar-good' : 'bar-bad',
      },
      svg('title', {}, `started after ${ms(from)}, took ${ms(took)}`),
    ),
  )
  return svg(
    'svg',
    {
      class: 'attempt-bars',
      viewBox: `0 0 ${WIDTH} ${spans.length * ROW}`,
      preserveAspectRatio: 'none',
      height: spans.length * ROW,
      role: 'img',
      'aria-label': `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} within ${ms(whole)}`,
    },
    ...bars,
  )
}
