import { setTimeout as sleep } from 'node:timers/promises'

import { sendAll, type PaidOrder } from '../test/support/template/deliver.ts'
import { startTwoInstances, type TwoInstances } from '../test/support/template/two-instances.ts'
import type { Figure } from './figures.ts'

const DELIVERIES = Number(process.env['SVCAPP_BENCH_REQUESTS'] ?? 10_000)
/** Such that what comes after the kill has come before the time to have all of it done is over. */
const PER_SECOND = Number(process.env['SVCAPP_BENCH_RATE'] ?? 150)
/** Of the burst, which comes faster than it is worked off. */
const BURST_PER_SECOND = Number(process.env['SVCAPP_BENCH_BURST_RATE'] ?? 200)
const STORES = 20
const PLATFORM_MS = 20
/** Deliveries before those that count: until the code of new processes is compiled, and their connections are there. Told apart. */
const WARMING = 1000
/** The store whose burst may hold up nobody, and the one that must not be held up. */
const [BUSY, QUIET] = [STORES + 1, STORES + 2]

/** What a new app does on PostgreSQL, which waits for the disk as in production, when one of two instances is killed, and when one store has a burst. */
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

/** Work on two instances that have been in use for a while; `first` is how long each of their first deliveries took, in ms. */
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

/** Orders of all stores in turn. */
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
  // As fast as they are taken: a queue builds up. The other store's event comes in the middle.
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
  // What the busy store's events do is not waited for: its token has a budget of calls a minute, which the app keeps.
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
