import type { ChartsAnswer } from '../../api.ts'
import { get } from '../api.ts'
import { el, fill, svg, type Child } from '../dom.ts'
import { chart, sparkline, type Series } from '../drawing.ts'
import { count, ms, tick, words } from '../format.ts'
import { choice, quiet, section } from '../parts.ts'
import { moment } from '../when.ts'

const windows = ['15m', '1h', '24h', '7d'] as const

let chosen: (typeof windows)[number] = '1h'

/** Rate, answer times, causes of failures and the request budget. */
export async function showCharts(place: HTMLElement): Promise<void> {
  const data = await get<ChartsAnswer>(`/api/charts?window=${chosen}`)
  const choices = windows.map((name) => {
    const show = () => {
      chosen = name
      void showCharts(place)
    }
    return choice(name, { show, isOn: name === chosen })
  })
  fill(
    place,
    el(
      'header',
      { class: 'detail-head board-head' },
      el('h1', {}, 'Charts'),
      el('div', { class: 'segments', role: 'group', 'aria-label': 'Window' }, ...choices),
    ),
    el('div', { class: 'charts' }, ...drawings(data)),
  )
}

/** The last hour in four small charts above the timeline. */
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
    tile(['App answers', ms(latency.p95), `p95 · p50 ${ms(latency.p50)}`], lines(latencySeries(data))),
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

function drawings(data: ChartsAnswer): Child[] {
  const { deliveries, delivered, calls, failedCalls, latency, callLatency, requestsPerMinute, buckets } = data
  const windowMs = Date.parse(data.until) - Date.parse(data.since)
  const labels = buckets.map(({ at }) => tick(at, windowMs))
  const spent = Math.max(0, ...buckets.map((bucket) => bucket.spent ?? 0))
  const whole = { labels, show: (value: number) => count(Math.round(value)) }
  return [
    chart({
      ...whole,
      kind: 'bars',
      title: 'Deliveries',
      total: `${count(deliveries)} received, ${count(delivered)} accepted`,
      series: deliverySeries(data),
    }),
    chart({
      ...whole,
      kind: 'lines',
      show: ms,
      title: 'Answers of the app',
      total: `p50 ${ms(latency.p50)}, p95 ${ms(latency.p95)}, p99 ${ms(latency.p99)}`,
      series: latencySeries(data),
    }),
    chart({
      ...whole,
      kind: 'bars',
      title: 'API calls',
      total: `${count(calls)} sent, ${count(failedCalls)} failed; p50 ${ms(callLatency.p50)}, p95 ${ms(callLatency.p95)}`,
      series: callSeries(data),
    }),
    chart({
      ...whole,
      kind: 'lines',
      title: 'Request budget',
      total: `at most ${count(spent)} of ${count(requestsPerMinute)} requests a minute`,
      series: spentSeries(data),
      limit: { value: requestsPerMinute, label: 'limit' },
    }),
    causes(data),
    refusals(data),
  ]
}

function causes({ causes: all }: ChartsAnswer): HTMLElement {
  const most = all[0]?.count ?? 1
  return section(
    'Failures by cause',
    all.length === 0
      ? quiet('None in this window.')
      : el(
          'ul',
          { class: 'causes' },
          ...all.slice(0, 12).map(({ what, cause, count: times }) => {
            const bar = svg(
              'svg',
              { viewBox: '0 0 100 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
              svg('rect', { width: (times / most) * 100, height: 1 }),
            )
            return el(
              'li',
              {},
              el('span', {}, el('b', {}, words(cause)), el('small', {}, what)),
              bar,
              el('span', { class: 'number' }, count(times)),
            )
          }),
        ),
  )
}

function refusals({ refusals: all }: ChartsAnswer): HTMLElement {
  return section(
    'Refused requests',
    quiet('Requests at the webhook path that were not deliveries of the platform. They are counted and not kept.'),
    all.length === 0
      ? quiet('None in this window.')
      : el(
          'dl',
          { class: 'headers' },
          ...all.flatMap(({ reason, count: times, lastAt }) => [
            el('dt', {}, words(reason)),
            el('dd', {}, `${count(times)}, last at `, moment(lastAt)),
          ]),
        ),
  )
}

function deliverySeries({ buckets }: ChartsAnswer): Series[] {
  return [
    { name: 'accepted', tone: 'good', values: buckets.map(({ delivered }) => delivered) },
    { name: 'not accepted', tone: 'bad', values: buckets.map(({ failed }) => failed) },
  ]
}

function latencySeries({ buckets }: ChartsAnswer): Series[] {
  return [
    { name: 'p50', tone: 'p50', values: buckets.map(({ latency }) => latency.p50) },
    { name: 'p95', tone: 'p95', values: buckets.map(({ latency }) => latency.p95) },
  ]
}

function callSeries({ buckets }: ChartsAnswer): Series[] {
  return [
    { name: 'fine', tone: 'calls', values: buckets.map(({ calls, failedCalls }) => calls - failedCalls) },
    { name: 'failed', tone: 'bad', values: buckets.map(({ failedCalls }) => failedCalls) },
  ]
}

function spentSeries({ buckets }: ChartsAnswer): Series[] {
  return [{ name: 'most of one token', tone: 'spent', values: buckets.map(({ spent }) => spent) }]
}
