import type { Waterfall, WaterfallStep } from '../../detail/waterfall.ts'
import { el, svg, type Child } from '../dom.ts'
import { ms } from '../format.ts'
import { pairs, quiet, section } from '../parts.ts'

/** Width of the track, in units of the drawing. */
const WIDTH = 1000

/** Drawn length of a bar that would otherwise be too short to see. */
const SHORTEST = 6

/** Renders the steps from the order to the response, each below its cause, with its start and duration. */
export function waterfallSection(waterfall: Waterfall): HTMLElement {
  const { steps, isCut, ms: whole } = waterfall
  return section(
    'From event to response',
    el(
      'ol',
      { class: 'waterfall', 'aria-label': `Steps of this delivery within ${ms(whole)}` },
      ...steps.map((step) => stepRow(step, whole)),
    ),
    isCut && quiet('More steps are not shown.'),
  )
}

function stepRow(step: WaterfallStep, whole: number): HTMLElement {
  const { kind, label, depth, word, outcome, note, callId } = step
  const name = callId === null ? el('span', {}, label) : el('a', { href: `#/calls/${callId}` }, label)
  return el(
    'li',
    { class: `depth-${depth} ${kind}` },
    el(
      'div',
      { class: 'step' },
      el('span', { class: 'kind' }, kind === 'answer' ? 'response' : kind),
      name,
      word !== null && el('span', { class: `badge ${badges[outcome]}` }, word),
    ),
    track(step, whole),
    el('span', { class: 'ms' }, timeOf(step)),
    note !== null && el('small', { class: 'note' }, note),
    attributesPart(step),
  )
}

const badges = { good: 'good', bad: 'bad', none: 'quiet' } as const

/** Draws start and duration as a bar, or a moment as a mark. The text next to it has the same content. */
function track({ kind, fromMs, ms: took, outcome }: WaterfallStep, whole: number): SVGElement {
  const from = ((fromMs ?? 0) / whole) * (WIDTH - SHORTEST)
  const width = Math.max(((took ?? 0) / whole) * WIDTH, SHORTEST)
  const bar = svg('rect', {
    x: Math.min(from, WIDTH - width),
    y: took === null ? 0 : 2,
    width,
    height: took === null ? 12 : 8,
    class: outcome === 'bad' ? 'bar-bad' : `bar-${kind}`,
  })
  return svg(
    'svg',
    { class: 'track', viewBox: `0 0 ${WIDTH} 12`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    fromMs === null ? null : bar,
  )
}

function timeOf({ fromMs, ms: took }: WaterfallStep): Child {
  if (fromMs === null) return null
  const start = `+${ms(fromMs)}`
  return took === null ? start : el('span', {}, el('b', {}, ms(took)), ` at ${start}`)
}

function attributesPart({ attributes }: WaterfallStep): Child {
  if (attributes.length === 0) return null
  return el(
    'details',
    {},
    el('summary', {}, `${attributes.length} attribute${attributes.length === 1 ? '' : 's'}`),
    pairs(attributes),
  )
}
