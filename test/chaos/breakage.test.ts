import { expect, it } from 'vitest'

import { findBreakages, type ObservedTraffic } from '../../src/chaos/breakage.ts'
import type { AttemptRow, Delivery, RequestRow } from '../../src/control/contract.ts'

const nothing: ObservedTraffic = { deliveries: [], attempts: [], requests: [] }

function attempt(facts: Partial<AttemptRow>): AttemptRow {
  const base = { at: '', deliveryId: 1, eventId: 'evt_1', appKey: 'app.acme.loyalty', storeId: 1, topic: 'order.paid' }
  return { ...base, attempt: 1, status: 200, error: null, ms: 5, cause: null, isCopy: false, ...facts }
}

function delivery(state: Delivery['state']): Delivery {
  const base = { id: 1, eventId: 'evt_1', appKey: 'app.acme.loyalty', storeId: 1, regionId: 1, topic: 'order.paid' }
  const ends = { nextAttemptAt: null, lastStatus: 500, lastError: 'Answered 500.', createdAt: '', deliveredAt: null }
  return { ...base, ...ends, state, attempts: 6 }
}

function request(facts: Partial<RequestRow>): RequestRow {
  const base = { at: '', method: 'GET', path: '/api/apps/v1/orders/1', appKey: null, storeId: 1, regionId: 1, ms: 1 }
  return { ...base, status: 200, cause: null, ...facts }
}

const kindsOf = (seen: Partial<ObservedTraffic>) => findBreakages({ ...nothing, ...seen }).map(({ kind }) => kind)

it.each([
  [{ cause: 'fault signature-wrong', status: 401 }, []],
  [{ cause: 'fault signature-truncated', status: 400 }, []],
  [{ cause: 'fault signature-wrong', status: 204 }, ['forged-accepted']],
  [{ cause: 'fault signature-truncated', status: 500 }, ['server-error']],
  [{ cause: 'fault truncated', status: null }, []],
  [{ cause: 'fault duplicate', isCopy: true, status: 409 }, ['delivery-rejected']],
  [{ status: 302 }, ['delivery-rejected']],
  [{ status: 401 }, ['delivery-rejected']],
  [{ status: 503 }, ['server-error']],
  [{ status: null }, ['no-response']],
  [{ ms: 4999 }, []],
  [{ ms: 5000 }, ['slow-response']],
  [{ status: 502, ms: 9000 }, ['server-error', 'slow-response']],
] as const)('an attempt %j causes the breakages %j', (facts, broke) => {
  expect(kindsOf({ attempts: [attempt(facts)] })).toEqual(broke)
})

it('reports a pending delivery as lost, and a dead letter as no longer retried', () => {
  expect(kindsOf({ deliveries: [delivery('delivered')] })).toEqual([])
  expect(kindsOf({ deliveries: [delivery('pending'), delivery('dead_letter')] })).toEqual([
    'delivery-lost',
    'dead-letter',
  ])
})

it('counts a call that the platform rejects, but not a call that a fault rejects', () => {
  const requests = [request({ status: 503, cause: 'fault 503' }), request({ status: 401, cause: 'token-unknown' })]

  expect(findBreakages({ ...nothing, requests })).toEqual([
    { kind: 'call-rejected', count: 1, examples: ['GET /api/apps/v1/orders/1: 401 (token-unknown)'] },
  ])
})

it('lists the first three of many', () => {
  const attempts = Array.from({ length: 5 }, (_, n) =>
    attempt({ eventId: `evt_${n}`, status: 500, error: 'Answered 500.' }),
  )

  expect(findBreakages({ ...nothing, attempts })).toEqual([
    {
      kind: 'server-error',
      count: 5,
      examples: [0, 1, 2].map((n) => `order.paid evt_${n}: Answered 500. 5 ms`),
    },
  ])
})

it('counts repeated writes for one event, and each exit of the app', () => {
  const write = { eventId: 'evt_1', method: 'POST', path: '/api/apps/v1/inventory/adjust', body: '{}' }
  const writes = [
    { ...write, attempt: 'a' },
    { ...write, attempt: 'b' },
  ]

  expect(findBreakages(nothing, { writes, ends: ['It ended with 1.'] })).toEqual([
    { kind: 'duplicate-effect', count: 1, examples: ['POST /api/apps/v1/inventory/adjust: 2 times for evt_1'] },
    { kind: 'app-exited', count: 1, examples: ['It ended with 1.'] },
  ])
  expect(findBreakages(nothing, { writes: writes.slice(1), ends: [] })).toEqual([])
})
