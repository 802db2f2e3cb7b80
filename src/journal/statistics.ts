import { integer, integerOrNull, text, textOrNull, type Row } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import { percentiles, type Percentiles } from '../text/percentiles.ts'
import type { Journal } from './journal.ts'
import { letOthersRun } from './read-timeline.ts'

export interface StatisticsWindow {
  readonly now: Date
  readonly windowMs: number
  /** Number of equal parts of the window. */
  readonly buckets: number
}

export interface Bucket {
  /** Start of the part, as ISO-8601. */
  readonly at: string
  readonly delivered: number
  /** Deliveries of this part that the app has not accepted. */
  readonly failed: number
  readonly calls: number
  /** Calls that were rejected, got no response, or partly failed. */
  readonly failedCalls: number
  /** Response times of the app; only the last attempt of each delivery counts. */
  readonly latency: Percentiles
  /** Highest number of requests of one token in a minute; null without a call. */
  readonly spent: number | null
}

export interface Cause {
  readonly what: 'delivery' | 'call'
  /** A status, or a word for a missing response or a partial failure. */
  readonly cause: string
  readonly count: number
}

export interface Statistics {
  readonly since: string
  readonly until: string
  readonly buckets: readonly Bucket[]
  readonly deliveries: number
  readonly delivered: number
  readonly calls: number
  readonly failedCalls: number
  /** Response times of the app. */
  readonly latency: Percentiles
  /** Response times of the platform. */
  readonly callLatency: Percentiles
  /** Most frequent first. */
  readonly causes: readonly Cause[]
}

interface Counting {
  delivered: number
  failed: number
  calls: number
  failedCalls: number
  spent: number | null
  readonly ms: number[]
}

interface Sums {
  readonly parts: readonly Counting[]
  readonly callMs: number[]
  readonly causes: Map<string, Cause>
  readonly bucketOf: (at: string) => Counting | undefined
}

/** Rows read in one step, followed by a pause, because the rest of this process must not wait long. */
const LOOK = 4000

/** Counts deliveries and calls of the last `windowMs`. Raises the errors of SQLite. */
export async function readStatistics(journal: Journal, window: StatisticsWindow): Promise<Statistics> {
  const { now, windowMs, buckets } = window
  const start = now.getTime() - windowMs
  const since = new Date(start).toISOString()
  const width = windowMs / buckets
  const parts = Array.from({ length: buckets }, () => emptyCount())
  const bucketOf = (at: string) => parts[Math.min(Math.floor((Date.parse(at) - start) / width), buckets - 1)]
  const sums: Sums = { parts, bucketOf, callMs: [], causes: new Map() }
  await countDeliveries(journal, since, sums)
  await countCalls(journal, since, sums)
  const total = (name: 'delivered' | 'failed' | 'calls' | 'failedCalls') =>
    parts.reduce((sum, part) => sum + part[name], 0)
  return {
    since,
    until: now.toISOString(),
    buckets: parts.map(({ ms, ...counts }, at) => ({
      at: new Date(start + at * width).toISOString(),
      ...counts,
      latency: percentiles(ms),
    })),
    deliveries: total('delivered') + total('failed'),
    delivered: total('delivered'),
    calls: total('calls'),
    failedCalls: total('failedCalls'),
    latency: percentiles(parts.flatMap(({ ms }) => ms)),
    callLatency: percentiles(sums.callMs),
    causes: [...sums.causes.values()].toSorted((a, b) => b.count - a.count || a.cause.localeCompare(b.cause)),
  }
}

export const deliveriesSince = `
  SELECT d.id, d.received_at AS at, d.state, a.status, a.error, a.ms
  FROM deliveries d INDEXED BY deliveries_by_time
  LEFT JOIN attempts a ON a.id = (SELECT max(b.id) FROM attempts b WHERE b.delivery_id = d.id)
  WHERE d.app_key = ?1 AND (d.received_at, d.id) > (?2, ?3) ORDER BY d.received_at, d.id LIMIT ${LOOK}`

async function countDeliveries(journal: Journal, since: string, sums: Sums): Promise<void> {
  await eachRow(journal, { sql: deliveriesSince, since }, (row) => {
    const part = sums.bucketOf(text(row, 'at'))
    if (part !== undefined) countDelivery(part, row, sums.causes)
  })
}

function countDelivery(part: Counting, row: Row, causes: Sums['causes']): void {
  const state = text(row, 'state')
  // A held-back copy belongs to an event that the app has accepted.
  if (state === 'delivered' || state === 'held_back') part.delivered++
  else {
    part.failed++
    const outcome = textOrNull(row, 'error') ?? textOrNull(row, 'status') ?? 'not attempted'
    count(causes, 'delivery', state === 'conflict' ? state : outcome)
  }
  const ms = integerOrNull(row, 'ms')
  if (ms !== null && row['status'] !== null) part.ms.push(ms)
}

export const callsSince = `
  SELECT id, at, status, ms, note, spent FROM calls INDEXED BY calls_by_time
  WHERE app_key = ?1 AND (at, id) > (?2, ?3) ORDER BY at, id LIMIT ${LOOK}`

async function countCalls(journal: Journal, since: string, sums: Sums): Promise<void> {
  await eachRow(journal, { sql: callsSince, since }, (row) => {
    const part = sums.bucketOf(text(row, 'at'))
    if (part !== undefined) countCall(part, row, sums)
  })
}

function countCall(part: Counting, row: Row, { causes, callMs }: Sums): void {
  part.calls++
  const status = integerOrNull(row, 'status')
  if (status !== null) callMs.push(integer(row, 'ms'))
  const spent = integerOrNull(row, 'spent')
  if (spent !== null) part.spent = Math.max(part.spent ?? 0, spent)
  const note = textOrNull(row, 'note')
  const isPartial = note === 'partial-failure'
  if (status !== null && status < 400 && !isPartial) return
  part.failedCalls++
  count(causes, 'call', isPartial || status === null ? (note ?? 'no response') : String(status))
}

interface Walk {
  readonly sql: string
  readonly since: string
}

/** Calls `work` for every row since `since` in chronological order, a few thousand per step. */
async function eachRow(journal: Journal, { sql, since }: Walk, work: (row: Row) => void): Promise<void> {
  for (let place = { at: since, id: 0 }; ;) {
    const rows = prepared(journal.db, sql).all(journal.appKey, place.at, place.id)
    for (const row of rows) work(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOOK) return
    place = { at: text(last, 'at'), id: integer(last, 'id') }
    await letOthersRun()
  }
}

function count(causes: Map<string, Cause>, what: Cause['what'], cause: string): void {
  const key = `${what} ${cause}`
  causes.set(key, { what, cause, count: (causes.get(key)?.count ?? 0) + 1 })
}

function emptyCount(): Counting {
  return { delivered: 0, failed: 0, calls: 0, failedCalls: 0, spent: null, ms: [] }
}
