import type { Field, Message } from './protobuf.ts'

/** Maximum number read of each; the rest is left out, and counted if it is a row (T39). */
export const most = { resources: 64, scopes: 64, rows: 4096, attributes: 64, values: 16, events: 8 } as const

const one = (name: string, kind: Field['kind']): Field => ({ name, kind })

const anyValue: Message = {
  1: one('stringValue', 'text'),
  2: one('boolValue', 'flag'),
  3: one('intValue', 'digits'),
  4: one('doubleValue', 'double'),
  5: one('arrayValue', () => ({ 1: { name: 'values', kind: () => anyValue, most: most.values } })),
  6: one('kvlistValue', () => ({ 1: { name: 'values', kind: () => keyValue, most: most.values } })),
  7: one('bytesValue', 'size'),
}

const keyValue: Message = { 1: one('key', 'text'), 2: one('value', () => anyValue) }

const attributes: Field = { name: 'attributes', kind: () => keyValue, most: most.attributes }
const resource: Message = { 1: attributes }
const scope: Message = { 1: one('name', 'text') }

const event: Message = { 1: one('timeUnixNano', 'nanos'), 2: one('name', 'text'), 3: attributes }

const span: Message = {
  1: one('traceId', 'hex'),
  2: one('spanId', 'hex'),
  4: one('parentSpanId', 'hex'),
  5: one('name', 'text'),
  6: one('kind', 'enum'),
  7: one('startTimeUnixNano', 'nanos'),
  8: one('endTimeUnixNano', 'nanos'),
  9: attributes,
  11: { name: 'events', kind: () => event, most: most.events },
  15: one('status', () => ({ 2: one('message', 'text'), 3: one('code', 'enum') })),
}

const logRecord: Message = {
  1: one('timeUnixNano', 'nanos'),
  2: one('severityNumber', 'enum'),
  3: one('severityText', 'text'),
  5: one('body', () => anyValue),
  6: attributes,
  9: one('traceId', 'hex'),
  10: one('spanId', 'hex'),
  11: one('observedTimeUnixNano', 'nanos'),
}

/** An OTLP request: resources, which contain scopes, which contain these rows (opentelemetry-proto 1.x, `Export…ServiceRequest`). */
const request = (resources: string, scopes: string, rows: Field): Message => ({
  1: {
    name: resources,
    most: most.resources,
    kind: () => ({
      1: one('resource', () => resource),
      2: { name: scopes, most: most.scopes, kind: () => ({ 1: one('scope', () => scope), 2: rows }) },
    }),
  },
})

export const traceRequest = request('resourceSpans', 'scopeSpans', { name: 'spans', kind: () => span, most: most.rows })

const link: Message = { 1: one('traceId', 'hex'), 2: one('spanId', 'hex'), 4: attributes }
const sentSpan: Message = { ...span, 13: { name: 'links', kind: () => link, most: 1 } }

/** Like `traceRequest`, with fields that we send and do not read. */
export const sentTraceRequest = request('resourceSpans', 'scopeSpans', {
  name: 'spans',
  kind: () => sentSpan,
  most: most.rows,
})

export const logsRequest = request('resourceLogs', 'scopeLogs', {
  name: 'logRecords',
  kind: () => logRecord,
  most: most.rows,
})
