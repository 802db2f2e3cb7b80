import { makeApp, type SeenRequest } from './app.ts'

/** A span as a collector reads it. */
export interface CollectedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly name: string
  readonly kind: number
  readonly from: bigint
  readonly to: bigint
  readonly status: { readonly code: number; readonly message: string }
  readonly attributes: Readonly<Record<string, unknown>>
}

type Wire = 'varint' | 'fixed64' | 'fixed32' | 'bytes'

interface Known {
  readonly name: string
  readonly wire: Wire
  readonly of?: () => Table
  readonly isList?: boolean
  readonly as?: 'text' | 'hex' | 'double'
}

type Table = Readonly<Record<number, Known>>

const list = (name: string, of: () => Table): Known => ({ name, wire: 'bytes', of, isList: true })
const one = (name: string, of: () => Table): Known => ({ name, wire: 'bytes', of })
const text = (name: string): Known => ({ name, wire: 'bytes', as: 'text' })
const hex = (name: string): Known => ({ name, wire: 'bytes', as: 'hex' })
const varint = (name: string): Known => ({ name, wire: 'varint' })
const fixed64 = (name: string): Known => ({ name, wire: 'fixed64' })

const anyValue: Table = {
  1: text('stringValue'),
  2: varint('boolValue'),
  3: varint('intValue'),
  4: { name: 'doubleValue', wire: 'fixed64', as: 'double' },
  5: one('arrayValue', () => ({ 1: list('values', () => anyValue) })),
  6: one('kvlistValue', () => ({ 1: list('values', () => keyValue) })),
  7: hex('bytesValue'),
}
const keyValue: Table = { 1: text('key'), 2: one('value', () => anyValue) }
const dropped = varint('dropped')

/** All fields of opentelemetry-proto 1.9 in `ExportTraceServiceRequest`, by number. A request with any other field is invalid. */
const request: Table = {
  1: list('resourceSpans', () => ({
    1: one('resource', () => ({ 1: list('attributes', () => keyValue), 2: dropped })),
    2: list('scopeSpans', () => ({
      1: one('scope', () => ({
        1: text('name'),
        2: text('version'),
        3: list('attributes', () => keyValue),
        4: dropped,
      })),
      2: list('spans', () => span),
      3: text('schemaUrl'),
    })),
    3: text('schemaUrl'),
  })),
}
const span: Table = {
  1: hex('traceId'),
  2: hex('spanId'),
  3: text('traceState'),
  4: hex('parentSpanId'),
  5: text('name'),
  6: varint('kind'),
  7: fixed64('startTimeUnixNano'),
  8: fixed64('endTimeUnixNano'),
  9: list('attributes', () => keyValue),
  10: dropped,
  11: list('events', () => ({
    1: fixed64('timeUnixNano'),
    2: text('name'),
    3: list('attributes', () => keyValue),
    4: dropped,
  })),
  12: dropped,
  13: list('links', () => ({
    1: hex('traceId'),
    2: hex('spanId'),
    3: text('traceState'),
    4: list('attributes', () => keyValue),
    5: dropped,
    6: { name: 'flags', wire: 'fixed32' },
  })),
  14: dropped,
  15: one('status', () => ({ 2: text('message'), 3: varint('code') })),
  16: { name: 'flags', wire: 'fixed32' },
}

type Message = Record<string, unknown>

/** Parses strictly: an unknown field, a wrong wire type or a missing byte is an error. */
function read(bytes: Buffer, table: Table): Message {
  const found: Message = {}
  let at = 0
  const number = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 63n) throw new Error('A number is not terminated.')
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const take = (size: number) => {
    if (at + size > bytes.length) throw new Error('It ends too early.')
    at += size
    return bytes.subarray(at - size, at)
  }
  while (at < bytes.length) {
    const tag = Number(number())
    const known = table[tag >> 3]
    const wire = ({ 0: 'varint', 1: 'fixed64', 2: 'bytes', 5: 'fixed32' } as const)[tag & 7]
    if (known === undefined || known.wire !== wire) throw new Error(`Field ${tag >> 3} as ${wire} is unknown.`)
    const value = valueOf(known, { number, take })
    if (known.isList === true) ((found[known.name] ??= []) as unknown[]).push(value)
    else if (known.name in found) throw new Error(`${known.name} comes twice.`)
    else found[known.name] = value
  }
  return found
}

function valueOf(known: Known, { number, take }: { number: () => bigint; take: (size: number) => Buffer }): unknown {
  if (known.wire === 'varint') return number()
  if (known.wire === 'fixed32') return take(4).readUInt32LE()
  if (known.wire === 'fixed64') return known.as === 'double' ? take(8).readDoubleLE() : take(8).readBigUInt64LE()
  const bytes = take(Number(number()))
  if (known.of) return read(bytes, known.of())
  return known.as === 'hex' ? bytes.toString('hex') : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Parses the same message from its proto3 JSON, in which 64-bit numbers are strings and ids are hex (OTLP 1.x, JSON Protobuf Encoding). */
function readJson(value: unknown, table: Table): Message {
  const known = new Map(Object.values(table).map((field) => [field.name, field]))
  const entries = Object.entries(value as object).map(([name, given]: [string, unknown]) => {
    const field = known.get(name)
    if (field === undefined) throw new Error(`${name} is unknown.`)
    if (field.isList === true) return [name, (given as unknown[]).map((row) => jsonValue(field, row))] as const
    return [name, jsonValue(field, given)] as const
  })
  return Object.fromEntries(entries)
}

function jsonValue(field: Known, given: unknown): unknown {
  if (field.of) return readJson(given, field.of())
  const is64 = field.wire === 'fixed64' || field.name === 'intValue'
  if (is64 && field.as !== 'double') {
    if (typeof given !== 'string') throw new Error(`${field.name} is no text of digits.`)
    return BigInt(given)
  }
  if (field.wire === 'varint') return typeof given === 'boolean' ? BigInt(given) : BigInt(given as number)
  const isText = field.as === 'text' || field.as === 'hex'
  if (isText && typeof given !== 'string') throw new Error(`${field.name} is no text.`)
  return given
}

const plain = (pairs: unknown): Record<string, unknown> =>
  Object.fromEntries(
    ((pairs ?? []) as { key: string; value: Message }[]).map(({ key, value }) => {
      const [held, ...more] = Object.values(value)
      if (more.length > 0 || held === undefined) throw new Error(`${key} has not one value.`)
      return [key, held]
    }),
  )

function id(value: unknown, length: 16 | 32): string {
  if (typeof value !== 'string' || value.length !== length || !/^[0-9a-f]+$/.test(value) || /^0+$/.test(value))
    throw new Error(`${String(value)} is no id of ${length / 2} bytes.`)
  return value
}

/** Returns the spans of one request. Throws if a collector would reject it. */
function spansIn({ method, target, headers, body }: SeenRequest): CollectedSpan[] {
  if (method !== 'POST' || !target.endsWith('/v1/traces')) throw new Error(`${method} ${target}`)
  const type = headers['content-type']
  if (type !== 'application/json' && type !== 'application/x-protobuf') throw new Error(`Content-Type ${type}`)
  const message = type === 'application/json' ? readJson(JSON.parse(body.toString()), request) : read(body, request)
  return (message['resourceSpans'] as Message[]).flatMap(({ resource, scopeSpans }) => {
    const service = plain((resource as Message)['attributes'])['service.name']
    return (scopeSpans as Message[]).flatMap((scope) =>
      (scope['spans'] as Message[]).map((row) => spanIn(row, service)),
    )
  })
}

function spanIn(row: Message, service: unknown): CollectedSpan {
  const from = row['startTimeUnixNano'] as bigint
  const to = row['endTimeUnixNano'] as bigint
  if (from === 0n || to < from) throw new Error(`From ${from} to ${to}.`)
  if (typeof row['name'] !== 'string' || row['name'] === '') throw new Error('A span has no name.')
  const status = (row['status'] ?? {}) as Message
  const links = (row['links'] ?? []) as Message[]
  return {
    service: String(service),
    traceId: id(row['traceId'], 32),
    spanId: id(row['spanId'], 16),
    parentId: row['parentSpanId'] === undefined ? null : id(row['parentSpanId'], 16),
    links: links.map((link) => ({ traceId: id(link['traceId'], 32), spanId: id(link['spanId'], 16) })),
    name: row['name'],
    kind: Number(row['kind'] ?? 0n),
    from,
    to,
    status: { code: Number(status['code'] ?? 0n), message: (status['message'] ?? '') as string },
    attributes: plain(row['attributes']),
  }
}

/** Starts a collector on 127.0.0.1 that rejects an invalid request with 400 and stores the spans of the others. */
export async function makeCollector() {
  const spans: CollectedSpan[] = []
  const refused: string[] = []
  const server = await makeApp((asked, response) => {
    try {
      if (asked.target.endsWith('/v1/traces')) spans.push(...spansIn(asked))
      response.writeHead(200).end()
    } catch (error) {
      refused.push(String(error))
      response.writeHead(400).end()
    }
  })
  return { ...server, url: new URL(`http://127.0.0.1:${server.port}`), spans, refused }
}
