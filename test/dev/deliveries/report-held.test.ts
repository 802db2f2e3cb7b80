import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import { reportHeld } from '../../../src/dev/deliveries/report-held.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { createHeldDeliveries } from '../../../src/dev/events/held-deliveries.ts'
import { appendDelivery } from '../../../src/journal/deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { someDelivery } from '../../support/delivery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A session whose app has what `hold` begins. */
function makeHolding(ack: readonly number[] | null = null) {
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  onTestFinished(journal.close)
  const events: DevEvent[] = []
  const held = createHeldDeliveries(() => performance.now())
  const dev = {
    emit: (event: DevEvent) => void events.push(event),
    held,
    names: { of: () => ({ storeCode: 'demo', regionCode: 'tr' }) },
    options: { ack },
    atEnd: onTestFinished,
  } as unknown as DevContext // as much of it as is read
  reportHeld(dev, journal)
  const hold = (traceId: string) => {
    const delivery = someDelivery({ eventId: traceId, traceId })
    appendDelivery(journal, delivery)
    return held.traces.begin({ storeId: delivery.storeId, traceId })
  }
  return { held, events, hold }
}

it('reports a delivery once if the app has not responded when the platform stops waiting', () => {
  const { held, events, hold } = makeHolding()
  const quick = hold('11'.repeat(16))
  hold('22'.repeat(16))
  vi.advanceTimersByTime(2000)
  quick.end()
  vi.advanceTimersByTime(7000)
  const before = [...events]
  vi.advanceTimersByTime(20_000)

  expect(before).toEqual([])
  expect(events).toMatchObject([
    { event: 'slow-delivery', deliveryId: 2, storeCode: 'demo', ms: 10_000, acknowledged: false },
  ])
  expect([held.count(1000), held.count(60_000)]).toEqual([1, 0])
})

it('reports if the platform received an immediate response', () => {
  const { events, hold } = makeHolding([5000])
  hold('33'.repeat(16))
  vi.advanceTimersByTime(11_000)

  expect(events).toMatchObject([{ event: 'slow-delivery', acknowledged: true }])
})
