import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { sentTraceRequest } from '../../../src/gateway/otlp/messages.ts'
import { readMessage, type Message } from '../../../src/gateway/otlp/protobuf.ts'
import { writeMessage } from '../../../src/gateway/otlp/write-message.ts'
import { traceRequest } from '../../support/otlp.ts'

const inner: Message = {
  1: { name: 'text', kind: 'text' },
  2: { name: 'flag', kind: 'flag' },
  3: { name: 'digits', kind: 'digits' },
  4: { name: 'double', kind: 'double' },
  5: { name: 'nanos', kind: 'nanos' },
  6: { name: 'id', kind: 'hex' },
  16: { name: 'word', kind: 'enum' },
}
const outer: Message = { 1: { name: 'one', kind: () => inner }, 2: { name: 'rows', kind: () => inner, most: 500 } }

const row = fc.record({
  text: fc.string({ unit: 'grapheme', maxLength: 300 }),
  flag: fc.boolean(),
  digits: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  nanos: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  id: fc.constantFrom('00'.repeat(8), 'ab'.repeat(16)),
  word: fc.nat({ max: 2 ** 31 - 1 }),
})

describe('a protobuf message', () => {
  it('is read back unchanged, whatever its content', () => {
    fc.assert(
      fc.property(fc.record({ one: row, rows: fc.array(row, { maxLength: 300 }) }), (value) => {
        const read = readMessage(writeMessage(value, outer), outer)
        expect(read).toEqual(value.rows.length === 0 ? { one: value.one } : value)
      }),
    )
  })

  it('has the same bytes as the message of an exporter', () => {
    const from = new Date('2026-11-21T12:00:00.000Z')
    const span = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), parentId: 'ef'.repeat(8), name: 'ü'.repeat(200) }
    const written = writeMessage(
      {
        resourceSpans: [
          {
            resource: { attributes: [{ key: 'service.name', value: { stringValue: 'svcapp' } }] },
            scopeSpans: [
              {
                scope: { name: 'scope' },
                spans: [
                  {
                    traceId: span.traceId,
                    spanId: span.spanId,
                    parentSpanId: span.parentId,
                    name: span.name,
                    kind: 2,
                    startTimeUnixNano: `${from.getTime()}000000`,
                    endTimeUnixNano: `${from.getTime() + 5}000000`,
                  },
                ],
              },
            ],
          },
        ],
      },
      sentTraceRequest,
    )

    expect(written.equals(traceRequest('svcapp', [{ ...span, from, ms: 5 }]))).toBe(true)
  })

  it('omits missing members and members that are not in the table', () => {
    expect(writeMessage({ one: undefined, rows: [], more: 'x' }, outer)).toHaveLength(0)
  })
})
