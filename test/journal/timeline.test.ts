import { describe, expect, it, onTestFinished } from 'vitest'

import { openJournal, type Journal } from '../../src/journal/journal.ts'
import { readTimeline } from '../../src/journal/read-timeline.ts'
import { callsSince, deliveriesSince, readStatistics } from '../../src/journal/statistics.ts'
import { logSql, spanSql } from '../../src/journal/telemetry/telemetry-entries.ts'
import { attemptSql, callSql, deliverySql } from '../../src/journal/timeline.ts'
import { percentiles } from '../../src/text/percentiles.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'

const APP = 'app.acme.loyalty'
const START = Date.UTC(2026, 10, 21, 10)

function makeJournal(): Journal {
  const journal = openJournal({ path: ':memory:', appKey: APP })
  onTestFinished(() => journal.close())
  return journal
}

/** Writes rows straight into the tables, because 100,000 of them through the writer would test the writer. */
function fill(journal: Journal, rows: number, needleAt = -1): void {
  const { db } = journal
  const delivery = db.prepare(
    `INSERT INTO deliveries (received_at, app_key, event_id, topic, store_id, region_id, timestamp, signature, verdict, mark, headers, body, state, tries)
     VALUES (?, ?, ?, 'order.created', '1001', '7', 0, '', 'verified', 'first', '{}', ?, 'delivered', 1)`,
  )
  const attempt = db.prepare('INSERT INTO attempts (delivery_id, at, status, ms, error) VALUES (?, ?, 200, 5, NULL)')
  const call = db.prepare(
    `INSERT INTO calls (at, app_key, method, path, status, ms) VALUES (?, ?, 'GET', '/orders', 200, 9)`,
  )
  db.exec('BEGIN')
  for (let n = 0; n < rows / 2; n++) {
    const at = new Date(START + n * 100).toISOString()
    const text = n === needleAt ? 'needle' : 'hay'
    const { lastInsertRowid } = delivery.run(at, APP, `e-${n}`, Buffer.from(`{"eventId":"e-${n}","text":"${text}"}`))
    attempt.run(lastInsertRowid, at)
    call.run(at, APP)
  }
  db.exec('COMMIT')
}

function planOf(journal: Journal, sql: string): string[] {
  return journal.db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from({ length: Math.max(...[...sql.matchAll(/\?(\d+)/g)].map(([, n]) => Number(n))) }, () => 1))
    .map((row) => String(row['detail']))
}

describe('the timeline over 100,000 rows', () => {
  it('returns the first page, the last page and a search in seconds, with each row exactly once', async () => {
    const journal = makeJournal()
    fill(journal, 100_000, 3)
    const startedAt = performance.now()

    const first = await readTimeline(journal, { limit: 100 })
    const found = await readTimeline(journal, { limit: 100, filter: { text: 'needle' } })
    const last = await readTimeline(journal, {
      limit: 100,
      before: { delivery: 51, attempt: 1, call: 51, install: 1, span: 1, log: 1 },
    })

    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(10_000))
    expect(first.entries).toHaveLength(100)
    expect(first.entries[0]).toMatchObject({ kind: 'delivery', id: 50_000 })
    expect(first.next).toEqual({ delivery: 49_951, attempt: 1, call: 49_951, install: 1, span: 1, log: 1 })
    expect(found).toMatchObject({ entries: [{ kind: 'delivery', id: 4 }], next: null })
    expect(last.entries).toHaveLength(100)
    expect(last.next).toBeNull()
  })

  it('lets other work of the process continue during a search', async () => {
    const journal = makeJournal()
    fill(journal, 100_000)
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)

    await readTimeline(journal, { limit: 100, filter: { text: 'nothing holds this' } })
    isOver = true

    // 50,000 deliveries and 50,000 calls, 4,000 at a time.
    expect(turns).toBeGreaterThanOrEqual(20)
  })

  it.each([
    ['deliveries', deliverySql, 'SEARCH d USING INDEX deliveries_by_app (app_key=? AND id>? AND id<?)'],
    ['attempts', attemptSql, 'SEARCH a USING INDEX attempts_after_the_first (id>? AND id<?)'],
    ['calls', callSql, 'SEARCH c USING INDEX calls_by_app (app_key=? AND id>? AND id<?)'],
    ['spans', spanSql, 'SEARCH s USING INDEX spans_by_app (app_key=? AND id>? AND id<?)'],
    ['logs', logSql, 'SEARCH s USING INDEX logs_by_app (app_key=? AND id>? AND id<?)'],
    ['deliveries of a window', deliveriesSince, 'SEARCH d USING INDEX deliveries_by_time (received_at>?)'],
    ['calls of a window', callsSince, 'SEARCH calls USING INDEX calls_by_time (at>?)'],
  ])('reads %s through an index without sorting', (_, sql, wanted) => {
    const plan = planOf(makeJournal(), sql)

    expect(plan[0]).toBe(wanted)
    expect(plan.filter((line) => /SCAN|TEMP B-TREE/.test(line))).toEqual([])
  })

  it('keeps each table in the order of its ids, whatever the clock does', async () => {
    const journal = makeJournal()
    fill(journal, 8)
    journal.db.prepare('UPDATE deliveries SET received_at = ? WHERE id = 2').run('2027-01-01T00:00:00.000Z')
    const seen: string[] = []

    for (let before: Parameters<typeof readTimeline>[1]['before'] | null = undefined; before !== null;) {
      const page: Awaited<ReturnType<typeof readTimeline>> = await readTimeline(journal, { limit: 3, before })
      seen.push(...page.entries.map(({ kind, id }) => `${kind} ${id}`))
      before = page.next
    }

    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(8)
    expect(seen.filter((name) => name.startsWith('delivery'))).toEqual([
      'delivery 4',
      'delivery 3',
      'delivery 2',
      'delivery 1',
    ])
  })
})

describe('statistics', () => {
  it('match a manual count', async () => {
    const journal = makeJournal()
    const { db } = journal
    const now = new Date(START + 600_000)
    const delivery = (
      second: number,
      state: string,
      attempts: readonly (readonly [number | null, number, string | null])[],
    ) => {
      const at = new Date(START + second * 1000).toISOString()
      const { lastInsertRowid } = db
        .prepare(
          `INSERT INTO deliveries (received_at, app_key, topic, store_id, timestamp, signature, verdict, mark, headers, body, state)
           VALUES (?, ?, 'order.created', '1', 0, '', 'verified', 'first', '{}', x'', ?)`,
        )
        .run(at, APP, state)
      for (const [status, ms, error] of attempts) {
        db.prepare('INSERT INTO attempts (delivery_id, at, status, ms, error) VALUES (?, ?, ?, ?, ?)').run(
          lastInsertRowid,
          at,
          status,
          ms,
          error,
        )
      }
    }
    const call = (second: number, status: number | null, ms: number, more: { note?: string; spent?: number } = {}) =>
      db
        .prepare(
          `INSERT INTO calls (at, app_key, method, path, status, ms, note, spent) VALUES (?, ?, 'GET', '/', ?, ?, ?, ?)`,
        )
        .run(new Date(START + second * 1000).toISOString(), APP, status, ms, more.note ?? null, more.spent ?? null)
    delivery(-1, 'failed', [[500, 999, null]])
    delivery(0.5, 'delivered', [[200, 10, null]])
    delivery(10, 'delivered', [
      [500, 900, null],
      [200, 20, null],
    ])
    delivery(20, 'held_back', [[null, 0, 'held-back']])
    delivery(301, 'failed', [[500, 40, null]])
    delivery(302, 'dead_letter', [[null, 50, 'app-unreachable']])
    delivery(303, 'conflict', [])
    delivery(599, 'pending', [])
    call(1, 200, 5, { spent: 3 })
    call(2, 200, 15, { note: 'partial-failure', spent: 12 })
    call(305, 429, 25, { spent: 600 })
    call(306, null, 35, { note: 'platform-unreachable' })
    call(307, 200, 45, { note: 'unpinned', spent: 7 })

    const found = await readStatistics(journal, { now, windowMs: 600_000, buckets: 2 })

    expect(found).toEqual({
      since: '2026-11-21T10:00:00.000Z',
      until: '2026-11-21T10:10:00.000Z',
      deliveries: 7,
      delivered: 3,
      calls: 5,
      failedCalls: 3,
      latency: { p50: 20, p95: 40, p99: 40 },
      callLatency: { p50: 15, p95: 45, p99: 45 },
      buckets: [
        {
          at: '2026-11-21T10:00:00.000Z',
          delivered: 3,
          failed: 0,
          calls: 2,
          failedCalls: 1,
          spent: 12,
          latency: { p50: 10, p95: 20, p99: 20 },
        },
        {
          at: '2026-11-21T10:05:00.000Z',
          delivered: 0,
          failed: 4,
          calls: 3,
          failedCalls: 2,
          spent: 600,
          latency: { p50: 40, p95: 40, p99: 40 },
        },
      ],
      causes: [
        { what: 'call', cause: '429', count: 1 },
        { what: 'delivery', cause: '500', count: 1 },
        { what: 'delivery', cause: 'app-unreachable', count: 1 },
        { what: 'delivery', cause: 'conflict', count: 1 },
        { what: 'delivery', cause: 'not attempted', count: 1 },
        { what: 'call', cause: 'partial-failure', count: 1 },
        { what: 'call', cause: 'platform-unreachable', count: 1 },
      ],
    })
  })

  it('use nearest-rank percentiles', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)

    expect(percentiles(hundred)).toEqual({ p50: 50, p95: 95, p99: 99 })
    expect(percentiles([7])).toEqual({ p50: 7, p95: 7, p99: 7 })
    expect(percentiles([3, 1, 2])).toEqual({ p50: 2, p95: 3, p99: 3 })
    expect(percentiles([])).toEqual({ p50: null, p95: null, p99: null })
  })

  it('count 100,000 rows in seconds', async () => {
    const journal = makeJournal()
    fill(journal, 100_000)
    const startedAt = performance.now()

    const found = await readStatistics(journal, { now: new Date(START + 5_000_000), windowMs: 86_400_000, buckets: 60 })

    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(10_000))
    expect(found).toMatchObject({ deliveries: 50_000, delivered: 50_000, calls: 50_000, failedCalls: 0 })
  })
})
