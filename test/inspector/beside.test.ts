import { expect, it } from 'vitest'

import type { LogLine } from '../../src/inspector/beside.ts'
import type { DeliveryDetail } from '../../src/inspector/detail/detail.ts'
import { appendAttempt } from '../../src/journal/attempts.ts'
import { appendCall, type Call } from '../../src/journal/calls/calls.ts'
import { makeInspector, type Fixture } from './fixture.ts'

const start = Date.UTC(2026, 10, 21, 12, 0, 0)
const at = (ms: number) => new Date(start + ms)

/** A delivery that the app had from `from` to `to`. */
function handled(
  fixture: Fixture,
  { from, to, storeId = '1001' }: { from: number; to: number; storeId?: string },
): number {
  const id = fixture.add({ receivedAt: at(from), storeId })
  appendAttempt(fixture.journal, { deliveryId: id, at: at(to), status: 200, ms: to - from, error: null })
  return id
}

/** A call that began at `from` and took `ms`. */
function call({ journal }: Fixture, path: string, { from, ms = 10, storeId = '1001' }: CallTime): void {
  const rest: Omit<Call, 'at' | 'path' | 'ms'> = { method: 'GET', pin: '7', status: 200, note: null, storeId }
  appendCall(journal, { ...rest, path, ms, at: at(from + ms) })
}

interface CallTime {
  readonly from: number
  readonly ms?: number
  readonly storeId?: string | null
}

async function besideOf(fixture: Fixture, id: number) {
  return ((await fixture.ask(`/api/deliveries/${id}`)).body as DeliveryDetail).beside
}

function logOf(...lines: readonly (readonly [number, string])[]) {
  const all: LogLine[] = lines.map(([ms, line]) => ({ at: at(ms).toISOString(), stream: 'stdout', line }))
  return (from: Date, to: Date) => all.filter((line) => line.at >= from.toISOString() && line.at <= to.toISOString())
}

it('shows only calls and log lines from the time in which the app handled a delivery', async () => {
  const log = logOf([900, 'before'], [1100, 'handling'], [1560, 'just after the answer'], [1800, 'long after'])
  const fixture = await makeInspector({ log })
  const id = handled(fixture, { from: 1000, to: 1500 })
  call(fixture, '/before', { from: 950, ms: 100 })
  call(fixture, '/during', { from: 1200 })
  call(fixture, '/goes-on', { from: 1490, ms: 2000 })
  call(fixture, '/another-store', { from: 1200, storeId: '1002' })
  call(fixture, '/unknown-store', { from: 1300, storeId: null })
  call(fixture, '/after', { from: 1510 })

  const beside = await besideOf(fixture, id)

  expect(beside.calls.map(({ path }) => path)).toEqual(['/during', '/unknown-store', '/goes-on'])
  expect(beside.lines.map(({ line }) => line)).toEqual(['handling', 'just after the answer'])
  expect([...beside.calls, ...beside.lines].every(({ sharedWith }) => sharedWith.length === 0)).toBe(true)
  expect(beside).toMatchObject({ hasLog: true, isCut: false })
})

it('shows overlapping entries with each delivery, and lists the other deliveries that share them', async () => {
  const fixture = await makeInspector({ log: logOf([1100, 'one alone'], [1300, 'both']) })
  const a = handled(fixture, { from: 1000, to: 1400 })
  const b = handled(fixture, { from: 1200, to: 1600 })
  const c = handled(fixture, { from: 1200, to: 1600, storeId: '1002' })
  call(fixture, '/both', { from: 1300 })
  call(fixture, '/of-c', { from: 1300, storeId: '1002' })

  const [ofA, ofB, ofC] = [await besideOf(fixture, a), await besideOf(fixture, b), await besideOf(fixture, c)]

  expect(ofA.calls).toMatchObject([{ path: '/both', sharedWith: [b] }])
  expect(ofB.calls).toMatchObject([{ path: '/both', sharedWith: [a] }])
  expect(ofC.calls).toMatchObject([{ path: '/of-c', sharedWith: [] }])
  // A printed line names no store.
  expect(ofA.lines).toMatchObject([
    { line: 'one alone', sharedWith: [] },
    { line: 'both', sharedWith: [b, c] },
  ])
})

it('checks every attempt of a delivery, and shows each call once', async () => {
  const fixture = await makeInspector()
  const id = handled(fixture, { from: 1000, to: 1100 })
  appendAttempt(fixture.journal, { deliveryId: id, at: at(9000), status: 200, ms: 500, error: null, kind: 'replay' })
  call(fixture, '/first', { from: 1050 })
  call(fixture, '/again', { from: 8600 })
  call(fixture, '/between', { from: 5000 })

  const beside = await besideOf(fixture, id)

  expect(beside.calls.map(({ path }) => path)).toEqual(['/first', '/again'])
  expect(beside.hasLog).toBe(false)
})

it('shows at most a hundred calls, and reports that there were more', async () => {
  const fixture = await makeInspector()
  const id = handled(fixture, { from: 1000, to: 2000 })
  for (let n = 0; n < 130; n++) call(fixture, `/${n}`, { from: 1001 + n })

  const beside = await besideOf(fixture, id)

  expect(beside.calls).toHaveLength(100)
  expect(beside.isCut).toBe(true)
})
