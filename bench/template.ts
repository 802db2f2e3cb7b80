import { setTimeout as sleep } from 'node:timers/promises'

import { sendAll, type PaidOrder } from '../test/support/template/deliver.ts'
import { startTwoInstances, type TwoInstances } from '../test/support/template/two-instances.ts'
import type { Figure } from './figures.ts'

const DELIVERIES = Number(process.env['SVCAPP_BENCH_REQUESTS'] ?? 10_000)
/** Low enough that the events after the kill arrive before the time limit for the work ends. */
const PER_SECOND = Number(process.env['SVCAPP_BENCH_RATE'] ?? 150)
/** Rate of the burst, which is faster than the app processes events. */
const BURST_PER_SECOND = Number(process.env['SVCAPP_BENCH_BURST_RATE'] ?? 200)
const STORES = 20
const PLATFORM_MS = 20
/** Deliveries before the measured ones, until the new processes' code is compiled and their connections are open. Reported separately. */
const WARMING = 1000
/** The store with the burst, and the store that the burst must not delay. */
const [BUSY, QUIET] = [STORES + 1, STORES + 2]

/** Measures a new app on PostgreSQL with durable writes, as in production, when one of two instances is killed, and when one store has a burst. */
export async function template(): Promise<Figure[]> {
  const killed = await withTwo(oneKilled)
  const burst = await withTwo(oneBusy)
  console.log(`| two instances on PostgreSQL, ${DELIVERIES} deliveries at ${PER_SECOND}/s | |\n| --- | --- |`)
  for (const [what, value] of [...killed.rows, ...burst.rows]) console.log(`| ${what} | ${value} |`)
  return [
    figure('template: time to finish all work after SIGKILL', killed.seconds, 45, 's'),
    figure('template: 2xx response after warm-up, p99', killed.p99, 20, 'ms'),
    figure('template: 2xx response in a burst after warm-up, p99', burst.p99, 20, 'ms'),
    figure("template: delay of another store's event in a burst", burst.seconds, 1, 's'),
  ]
}

function figure(what: string, value: number, limit: number, unit: string): Figure {
  return { what, value, limit, wanted: 'at most', unit }
}

/** Runs `work` on two warmed-up instances. `first` is the milliseconds of each of their first deliveries. */
async function withTwo<T>(work: (two: TwoInstances, first: readonly number[]) => Promise<T>): Promise<T> {
  const two = await startTwoInstances({ stores: QUIET, isDurable: true, platformMs: PLATFORM_MS })
  try {
    const first = await sendAll(two.sender, paidOrders(WARMING, DELIVERIES), { perSecond: PER_SECOND })
    await untilEffects(two, WARMING)
    await two.analyze()
    return await work(two, first)
  } finally {
    await two.close()
  }
}

/** Returns orders of all stores in turn. */
function paidOrders(count: number, firstId: number): PaidOrder[] {
  return Array.from({ length: count }, (_, at) => ({ storeId: 1 + (at % STORES), id: firstId + at }))
}

async function oneKilled(two: TwoInstances, first: readonly number[]) {
  const orders = paidOrders(DELIVERIES, 0)
  const half = Math.floor(DELIVERIES / 2)
  let killedAt = 0
  const took = await sendAll(two.sender, orders, {
    perSecond: PER_SECOND,
    onSent: (sent) => {
      if (sent !== half) return
      killedAt = performance.now()
      void two.instances[0].end('SIGKILL')
    },
  })
  const lastTaken = performance.now()
  const counted = (await untilEffects(two, WARMING + DELIVERIES)).orders - WARMING
  const doneAt = performance.now()
  if (counted !== DELIVERIES) throw new Error(`${DELIVERIES} events had ${counted} effects.`)
  const seconds = (doneAt - killedAt) / 1000
  const p99 = percentile(took, 0.99)
  return {
    seconds,
    p99,
    rows: [
      ['each effect once', `${counted} of ${DELIVERIES}`],
      ['deliveries sent again', String(two.sender.resent())],
      ['2xx, median and p99', `${percentile(took, 0.5).toFixed(1)} and ${p99.toFixed(1)} ms`],
      [`p99 of the ${WARMING} of new processes before them`, `${percentile(first, 0.99).toFixed(1)} ms`],
      ['p99 of two instances before the kill', `${percentile(took.slice(0, half), 0.99).toFixed(1)} ms`],
      [
        'p99 of the second of the kill and the one after it',
        `${percentile(took.slice(half, half + 2 * PER_SECOND), 0.99).toFixed(1)} ms`,
      ],
      ['p99 of the survivor', `${percentile(took.slice(half + 2 * PER_SECOND), 0.99).toFixed(1)} ms`],
      [
        'all done after the kill',
        `${seconds.toFixed(1)} s; the last delivery was taken after ${((lastTaken - killedAt) / 1000).toFixed(1)} s`,
      ],
      ['memory of the survivor, at most', `${two.instances[1].peakMiB().toFixed(0)} MiB`],
    ] as const,
  }
}

async function oneBusy(two: TwoInstances) {
  const burst = Array.from({ length: DELIVERIES }, (_, id) => ({ storeId: BUSY, id }))
  const quiet = { takenAt: 0 }
  // Sends as fast as the app accepts, so that a queue builds up. The other store's event arrives in the middle.
  const [taken, took] = await Promise.all([
    sendAll(two.sender, burst, {
      perSecond: BURST_PER_SECOND,
      onSent: (sent) => {
        if (sent !== Math.floor(DELIVERIES / 2)) return
        void two.sender.send({ storeId: QUIET, id: 1 }).then(() => (quiet.takenAt = Date.now()))
      },
    }),
    untilFirst(two),
  ])
  const seconds = Math.max(0, took - quiet.takenAt) / 1000
  // Does not wait for the busy store's jobs, because the app keeps its token within the budget of calls per minute.
  const p99 = percentile(taken, 0.99)
  const memory = two.instances.map(({ peakMiB }) => `${peakMiB().toFixed(0)} MiB`).join(' and ')
  return {
    seconds,
    p99,
    rows: [
      [
        `2xx in a burst of one store at ${BURST_PER_SECOND}/s, median and p99`,
        `${percentile(taken, 0.5).toFixed(1)} and ${p99.toFixed(1)} ms`,
      ],
      [
        "another store's first event in the middle of a burst, from 2xx to its effect",
        `${(seconds * 1000).toFixed(0)} ms`,
      ],
      ['memory of both, at most', memory],
    ] as const,
  }
}

async function untilFirst(two: TwoInstances): Promise<number> {
  for (;;) {
    const at = await two.firstEffect(QUIET)
    if (at !== null) return at
    await sleep(100)
  }
}

async function untilEffects(two: TwoInstances, wanted: number) {
  for (;;) {
    const counted = await two.count()
    if (counted.effects >= wanted) return counted
    await sleep(100)
  }
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? NaN
}
