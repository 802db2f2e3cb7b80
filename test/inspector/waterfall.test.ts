import { expect, it } from 'vitest'

import { buildWaterfall } from '../../src/inspector/detail/waterfall.ts'
import { appendAttempt } from '../../src/journal/attempts.ts'
import { appendCall } from '../../src/journal/calls/calls.ts'
import { findDelivery } from '../../src/journal/deliveries.ts'
import { appendLogs, appendSpans, type NewSpan } from '../../src/journal/telemetry/telemetry.ts'
import { makeInspector } from './fixture.ts'

const TRACE = 'a'.repeat(32)
const ATTEMPT = 'b'.repeat(16)
const AT = new Date('2026-11-21T12:00:00.000Z')
const after = (ms: number) => new Date(AT.getTime() + ms)

const span = (
  spanId: string,
  parentId: string | null,
  from: number,
  ms: number,
  more: Partial<NewSpan> = {},
): NewSpan => ({
  traceId: TRACE,
  spanId: spanId.repeat(16),
  parentId,
  name: `span ${spanId}`,
  kind: 'internal',
  at: after(from),
  ms,
  isClockOff: false,
  status: 'unset',
  message: null,
  service: null,
  attributes: '{}',
  events: [],
  receivedAt: after(500),
  ...more,
})

const call = { method: 'GET', pin: null, status: 200, ms: 10, note: null }

it('shows order, event, attempts, spans, calls, logs and responses, each below its cause and with its time', async () => {
  const { add, journal } = await makeInspector()
  const id = add({
    text: '{"eventId":"e-1","data":{"orderId":9007199254740993}}',
    topic: 'order.paid',
    receivedAt: AT,
    traceId: TRACE,
  })
  appendSpans(journal, [
    span('2', '1'.repeat(16), 40, 30, { attributes: '{"n":1}' }),
    span('1', ATTEMPT, 10, 80),
    span('3', '3'.repeat(16), 20, 5),
  ])
  const link = { traceId: TRACE, attemptSpan: ATTEMPT, guessed: false }
  appendCall(journal, { ...call, path: '/orders/1', at: after(60), link: { ...link, parentId: '2'.repeat(16) } })
  appendCall(journal, { ...call, path: '/orders/2', at: after(95), link: { ...link, parentId: ATTEMPT } })
  appendCall(journal, { ...call, path: '/orders/3', at: after(98), link: { ...link, parentId: null, guessed: true } })
  appendLogs(journal, [
    { ...span('1', null, 45, 0), severity: 'error', body: 'No stock.', spanId: '2'.repeat(16), at: after(45) },
  ])
  appendAttempt(journal, { deliveryId: id, at: after(100), status: 200, ms: 100, error: null, spanId: ATTEMPT })
  const delivery = findDelivery(journal, id)
  if (delivery === null) throw new Error('No delivery.')

  const { steps, ms, isCut } = buildWaterfall(journal, delivery)

  expect(steps.map((step) => [step.depth, step.kind, step.label, step.fromMs, step.ms])).toEqual([
    [0, 'order', 'Order 9007199254740993', null, null],
    [0, 'event', 'order.paid', 0, null],
    [1, 'attempt', 'forward', 0, 100],
    [2, 'span', 'span 1', 10, 80],
    [3, 'span', 'span 2', 40, 30],
    [4, 'log', 'No stock.', 45, null],
    [4, 'call', 'GET /orders/1', 50, 10],
    [2, 'span', 'span 3', 20, 5],
    [2, 'call', 'GET /orders/2', 85, 10],
    [2, 'call', 'GET /orders/3', 88, 10],
    [2, 'answer', 'Response', 100, null],
  ])
  expect([ms, isCut]).toEqual([100, false])
  expect(steps.find(({ label }) => label === 'GET /orders/3')?.note).toBe('a guess, by time and store')
  expect(steps.find(({ label }) => label === 'span 2')?.attributes).toEqual([['n', '1']])
})

it('work of the app that begins after its response appears below the response', async () => {
  const { add, journal } = await makeInspector()
  const id = add({ traceId: TRACE, receivedAt: AT })
  const link = { traceId: TRACE, attemptSpan: ATTEMPT, parentId: ATTEMPT, guessed: false }
  appendAttempt(journal, { deliveryId: id, at: after(39), status: 200, ms: 39, error: null, spanId: ATTEMPT })
  appendCall(journal, { ...call, path: '/late', at: after(52), link })
  appendCall(journal, { ...call, path: '/early', at: after(60), ms: 50, link })
  const delivery = findDelivery(journal, id)
  if (delivery === null) throw new Error('No delivery.')

  const { steps } = buildWaterfall(journal, delivery)

  expect(steps.slice(-3).map(({ label, fromMs }) => [label, fromMs])).toEqual([
    ['GET /early', 10],
    ['Response', 39],
    ['GET /late', 42],
  ])
})

it('shows all spans of a cycle, the earliest first (T39)', async () => {
  const { add, journal } = await makeInspector()
  const id = add({ traceId: TRACE, receivedAt: AT })
  appendAttempt(journal, { deliveryId: id, at: after(100), status: 200, ms: 100, error: null, spanId: ATTEMPT })
  const [first, second, own] = [span('1', '2'.repeat(16), 2, 1), span('2', '1'.repeat(16), 1, 1), span('3', null, 3, 1)]
  appendSpans(journal, [first, second, own])
  const delivery = findDelivery(journal, id)
  if (delivery === null) throw new Error('No delivery.')

  const { steps, isCut } = buildWaterfall(journal, delivery)

  const spans = steps.filter(({ kind }) => kind === 'span')
  expect(spans.map(({ depth, fromMs }) => [depth, fromMs])).toEqual([
    [2, 1],
    [3, 2],
    [2, 3],
  ])
  expect(isCut).toBe(false)
})

it('terminates on spans that form a cycle, and truncates a long list of spans (T39)', async () => {
  const { add, journal } = await makeInspector()
  const id = add({ traceId: TRACE, receivedAt: AT })
  appendAttempt(journal, { deliveryId: id, at: after(100), status: 200, ms: 100, error: null, spanId: ATTEMPT })
  appendSpans(journal, [span('1', '2'.repeat(16), 1, 1), span('2', '1'.repeat(16), 1, 1), span('3', null, 1, 1)])
  appendSpans(
    journal,
    Array.from({ length: 400 }, (_, at) => ({ ...span('4', ATTEMPT, at, 1), spanId: String(at).padStart(16, '0') })),
  )
  const delivery = findDelivery(journal, id)
  if (delivery === null) throw new Error('No delivery.')

  const { steps, isCut } = buildWaterfall(journal, delivery)

  expect(isCut).toBe(true)
  expect(steps.length).toBeLessThan(310)
})
