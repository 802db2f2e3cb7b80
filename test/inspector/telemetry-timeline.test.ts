import { expect, it } from 'vitest'

import { readTimeline } from '../../src/journal/read-timeline.ts'
import { appendLogs, appendSpans, type NewSpan } from '../../src/journal/telemetry/telemetry.ts'
import { makeInspector } from './fixture.ts'

const TRACE = 'a'.repeat(32)
const at = new Date('2026-11-21T12:00:00.000Z')

const span = (spanId: string, parentId: string | null, more: Partial<NewSpan> = {}): NewSpan => ({
  traceId: TRACE,
  spanId: spanId.repeat(16),
  parentId: parentId === null ? null : parentId.repeat(16),
  name: `span ${spanId}`,
  kind: 'internal',
  at,
  ms: 5,
  isClockOff: false,
  status: 'unset',
  message: null,
  service: 'shop',
  attributes: '{}',
  events: [],
  receivedAt: at,
  ...more,
})

it('shows top-level spans and log records in the timeline with their delivery, and finds them by kind and text', async () => {
  const { journal, add, ask } = await makeInspector()
  const id = add({ eventId: 'e-1', traceId: TRACE, receivedAt: new Date(at.getTime() - 5), status: 200 })
  appendSpans(journal, [span('2', '1'), span('1', '9', { status: 'error', message: 'No stock.' })])
  appendLogs(journal, [{ ...span('3', null), severity: 'warn', body: 'Stock is low.' }])

  const all = await readTimeline(journal, { limit: 10 })
  const logs = await readTimeline(journal, { limit: 10, filter: { kinds: ['log'], text: 'LOW' } })
  const failed = await readTimeline(journal, { limit: 10, filter: { status: '5xx' } })
  const answered = await ask('/api/timeline?kind=span&before=1.1.1.1.9.1')

  expect(all.entries.map(({ kind }) => kind).toSorted()).toEqual(['delivery', 'log', 'span'])
  expect(all.entries).toContainEqual(
    expect.objectContaining({ kind: 'span', name: 'span 1', outcome: 'error', message: 'No stock.', deliveryId: id }),
  )
  expect(logs.entries).toMatchObject([{ kind: 'log', body: 'Stock is low.', severity: 'warn', deliveryId: id }])
  expect(failed.entries).toEqual([])
  expect(JSON.stringify(answered)).toContain('span 1')
})
