import type { ChartsAnswer } from '../../api.ts'
import { get } from '../api.ts'
import { chart } from '../chart.ts'
import { el, fill, svg, type Child } from '../dom.ts'
import { count, ms, tick, words } from '../format.ts'
import { choice, quiet, section } from '../parts.ts'
import { moment } from '../when.ts'
import { callSeries, deliverySeries, latencySeries, spentSeries } from './pulse-view.ts'

const windows = ['15m', '1h', '24h', '7d'] as const

let chosen: (typeof windows)[number] = '1h'

/** Shows rate, response times, causes of failures and the request budget. */
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
      el('div', { class: 'segments', role: 'group', 'aria-label': 'Period' }, ...choices),
    ),
    el('div', { class: 'charts' }, ...drawings(data)),
  )
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
      title: 'App responses',
      total: `p50 ${ms(latency.p50)}, p95 ${ms(latency.p95)}, p99 ${ms(latency.p99)}`,
      series: latencySeries(data),
    }),
    chart({
      ...whole,
      kind: 'bars',
      title: 'API calls',
      total: `${count(calls)} sent, ${count(failedCalls)} failed, p50 ${ms(callLatency.p50)}, p95 ${ms(callLatency.p95)}`,
      series: callSeries(data),
    }),
    chart({
      ...whole,
      kind: 'lines',
      title: 'Request budget',
      total: `peak: ${count(spent)} of ${count(requestsPerMinute)} requests per minute`,
      series: spentSeries(data),
      limit: { value: requestsPerMinute, label: 'limit' },
    }),
    causes(data),
    rejections(data),
  ]
}

function causes({ causes: all }: ChartsAnswer): HTMLElement {
  const most = all[0]?.count ?? 1
  return section(
    'Failures by cause',
    all.length === 0
      ? quiet('No failures in this period.')
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

function rejections({ refusals: all }: ChartsAnswer): HTMLElement {
  return section(
    'Rejected requests',
    quiet('Requests to the webhook path that were not valid platform deliveries. They are counted but not stored.'),
    all.length === 0
      ? quiet('No rejected requests in this period.')
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
