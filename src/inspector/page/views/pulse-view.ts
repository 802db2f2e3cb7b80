import type { ChartsAnswer } from '../../api.ts'
import { get } from '../api.ts'
import { el, fill } from '../dom.ts'
import { sparkline, type Series } from '../drawing.ts'
import { count, ms } from '../format.ts'

/** Shows the last hour in four small charts above the timeline. */
export async function showPulse(place: HTMLElement): Promise<void> {
  const data = await get<ChartsAnswer>('/api/charts?window=1h')
  const { deliveries, delivered, calls, failedCalls, latency } = data
  const spent = Math.max(0, ...data.buckets.map((bucket) => bucket.spent ?? 0))
  fill(
    place,
    tile(
      ['Deliveries', count(deliveries), `${count(deliveries - delivered)} not accepted`],
      bars(deliverySeries(data)),
    ),
    tile(['App responses', ms(latency.p95), `p95 · p50 ${ms(latency.p50)}`], lines(latencySeries(data))),
    tile(['API calls', count(calls), `${count(failedCalls)} failed`], bars(callSeries(data))),
    tile(
      [
        'Budget',
        `${Math.round((spent / data.requestsPerMinute) * 100)} %`,
        `${count(spent)} of ${data.requestsPerMinute}/min`,
      ],
      lines(spentSeries(data)),
    ),
  )
}

function tile([name, value, sub]: readonly [string, string, string], drawing: SVGElement): HTMLElement {
  return el(
    'a',
    { class: 'tile', href: '#/charts' },
    el('small', {}, name),
    el('b', {}, value),
    el('span', {}, sub),
    drawing,
  )
}

function bars(series: readonly Series[]): SVGElement {
  return sparkline(series, 'bars')
}

function lines(series: readonly Series[]): SVGElement {
  return sparkline(series, 'lines')
}

export function deliverySeries({ buckets }: ChartsAnswer): Series[] {
  return [
    { name: 'accepted', tone: 'good', values: buckets.map(({ delivered }) => delivered) },
    { name: 'not accepted', tone: 'bad', values: buckets.map(({ failed }) => failed) },
  ]
}

export function latencySeries({ buckets }: ChartsAnswer): Series[] {
  return [
    { name: 'p50', tone: 'p50', values: buckets.map(({ latency }) => latency.p50) },
    { name: 'p95', tone: 'p95', values: buckets.map(({ latency }) => latency.p95) },
  ]
}

export function callSeries({ buckets }: ChartsAnswer): Series[] {
  return [
    { name: 'succeeded', tone: 'calls', values: buckets.map(({ calls, failedCalls }) => calls - failedCalls) },
    { name: 'failed', tone: 'bad', values: buckets.map(({ failedCalls }) => failedCalls) },
  ]
}

export function spentSeries({ buckets }: ChartsAnswer): Series[] {
  return [{ name: 'highest for one token', tone: 'spent', values: buckets.map(({ spent }) => spent) }]
}
