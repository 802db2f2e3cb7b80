import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import { reportAttemptsElsewhere } from '../../../src/dev/deliveries/attempts-elsewhere.ts'
import { attemptEvent } from '../../../src/dev/events/attempt-event.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { createReportedAttempts } from '../../../src/dev/events/reported-attempts.ts'
import { appendAttempt, type Attempt } from '../../../src/journal/attempts.ts'
import { appendDelivery, findDelivery } from '../../../src/journal/deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { someDelivery } from '../../support/delivery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A session that watches its journal, and another process that has it open. */
function makeWatched() {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-attempts-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const open = () => openJournal({ path: join(dir, 'journal.db'), appKey: 'app.acme.loyalty' })
  const [own, other] = [open(), open()]
  onTestFinished(() => void [own, other].map((journal) => journal.close()))
  const { id } = appendDelivery(own, someDelivery())
  const events: DevEvent[] = []
  const reported = createReportedAttempts()
  const emit = (event: DevEvent) => {
    events.push(event)
    if (event.event === 'attempt') reported.add(event)
  }
  reportAttemptsElsewhere({ emit, reported, atEnd: onTestFinished }, own)
  const attempt = (more: Partial<Attempt>): Attempt => ({
    deliveryId: id,
    at: new Date(),
    status: 200,
    ms: 7,
    error: null,
    kind: 'replay',
    ...more,
  })
  const delivery = () => findDelivery(own, id) ?? expect.unreachable()
  return { own, other, emit, attempt, delivery, ends: () => events.map((event) => 'status' in event && event.status) }
}

it('reports a replay from another terminal once', () => {
  const { other, attempt, ends } = makeWatched()

  appendAttempt(other, attempt({ status: 200 }))
  vi.advanceTimersByTime(1000)
  appendAttempt(other, attempt({ status: null, error: 'app-unreachable' }))
  vi.advanceTimersByTime(3000)

  expect(ends()).toEqual([200, null])
})

it('does not report its own attempts, gateway deliveries or attempts to another receiver', () => {
  const { own, other, emit, attempt, delivery, ends } = makeWatched()

  appendAttempt(own, attempt({ status: 201, ms: 3.4 }))
  emit(attemptEvent(delivery(), { status: 201, error: null, ms: 3.4 }, { state: 'delivered' }))
  appendAttempt(own, attempt({ kind: 'forward' }))
  appendAttempt(other, attempt({ sentTo: 'http://127.0.0.1:9999/' }))
  vi.advanceTimersByTime(2000)
  appendAttempt(other, attempt({ status: 201, ms: 3.4 }))
  vi.advanceTimersByTime(1000)

  expect(ends()).toEqual([201, 201])
})
