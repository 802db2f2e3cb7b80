import { describe, expect, it, onTestFinished } from 'vitest'

import { appendAttempt } from '../../src/journal/attempts.ts'
import { appendCall, listCalls } from '../../src/journal/calls/calls.ts'
import { appendDelivery, listDeliveries } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { pruneChunk } from '../../src/journal/retention.ts'
import { appendSpans, type NewSpan } from '../../src/journal/telemetry/telemetry.ts'
import { someDelivery } from '../support/delivery.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const DAY_MS = 24 * 3_600_000

function makeJournal() {
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  const add = (daysAgo: number, { isAcknowledged = false, size = 10 } = {}) => {
    const receivedAt = new Date(NOW.getTime() - daysAgo * DAY_MS)
    const { id } = appendDelivery(
      journal,
      someDelivery({
        receivedAt,
        eventId: `e-${Math.random()}`,
        storeId: '1',
        body: Buffer.alloc(size),
        isAcknowledged,
      }),
    )
    if (!isAcknowledged) appendAttempt(journal, { deliveryId: id, at: receivedAt, status: 200, ms: 1, error: null })
    appendCall(journal, { at: receivedAt, method: 'GET', path: '/x', pin: null, status: 200, ms: 1, note: null })
    return id
  }
  const prune = (maxBytes = 1e9) => {
    for (let count = 0; ; count++)
      if (pruneChunk(journal, { maxAgeMs: 14 * DAY_MS, maxBytes, now: NOW }) === 0) return count
  }
  return { journal, add, prune }
}

function manySpans(count: number, receivedAt: Date): NewSpan[] {
  return Array.from({ length: count }, (_, at) => ({
    traceId: 'a'.repeat(32),
    spanId: String(at).padStart(16, '0'),
    parentId: null,
    name: 'work',
    kind: 'internal',
    at: receivedAt,
    ms: 1,
    isClockOff: false,
    status: 'unset',
    message: null,
    service: null,
    attributes: '{}',
    events: [],
    receivedAt,
  }))
}

describe('retention', () => {
  it('deletes old deliveries with their attempts, and keeps pending ones', () => {
    const { journal, add, prune } = makeJournal()
    add(20)
    const pending = add(30, { isAcknowledged: true })
    const young = add(13)

    expect(prune()).toBe(1)

    expect(listDeliveries(journal).map(({ id }) => id)).toEqual([young, pending])
    expect(journal.db.prepare('SELECT count(*) AS n FROM attempts').get()).toEqual({ n: 1 })
    expect(listCalls(journal)).toHaveLength(1)
  })

  it('deletes old spans of the app, and spans before deliveries if the file is too large (T39)', () => {
    const { journal, add, prune } = makeJournal()
    const id = add(1)
    const count = () => journal.db.prepare('SELECT count(*) AS n FROM spans').get()?.['n']
    appendSpans(journal, manySpans(10, new Date(NOW.getTime() - 15 * DAY_MS)))
    appendSpans(journal, manySpans(2000, NOW))

    expect([count(), prune(), count()]).toEqual([2010, 1, 2000])
    prune(400_000)

    expect(count()).toBeLessThan(2000)
    expect(listDeliveries(journal).map((row) => row.id)).toEqual([id])
  })

  it('keeps the newest 50,000 spans (T39)', () => {
    const { journal } = makeJournal()

    appendSpans(journal, manySpans(50_010, NOW))

    expect(journal.db.prepare('SELECT count(*) AS n, min(id) AS low FROM spans').get()).toEqual({ n: 50_000, low: 11 })
  })

  it('deletes the oldest rows first if the file is too large, one chunk at a time', () => {
    const { journal, add, prune } = makeJournal()
    const ids = Array.from({ length: 1200 }, (_, at) => add(12 - at / 200, { size: 4000 }))

    expect(prune(2_500_000)).toBeGreaterThanOrEqual(1)

    const left = listDeliveries(journal, { limit: 5000 }).map(({ id }) => id)
    expect(left.length).toBeLessThan(1200)
    expect(left[0]).toBe(ids.at(-1))
    expect(left.length).toBe((left[0] ?? 0) - (left.at(-1) ?? 0) + 1)
  })
})
