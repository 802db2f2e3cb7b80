/** Encodes Protobuf by the field numbers of opentelemetry-proto 1.x, as an exporter sends it. */
type Part = Buffer

const varint = (value: bigint): Buffer => {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}

const tagged = (field: number, wire: number, value: Buffer): Part =>
  Buffer.concat([varint(BigInt((field << 3) | wire)), value])
const bytes = (field: number, value: Uint8Array): Part =>
  tagged(field, 2, Buffer.concat([varint(BigInt(value.length)), value]))
export const text = (field: number, value: string): Part => bytes(field, Buffer.from(value))
export const message = (field: number, ...parts: readonly Part[]): Part => bytes(field, Buffer.concat(parts))
export const number = (field: number, value: number | bigint): Part => tagged(field, 0, varint(BigInt(value)))
const fixed64 = (field: number, value: bigint): Part => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value)
  return tagged(field, 1, buffer)
}
const double = (field: number, value: number): Part => {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleLE(value)
  return tagged(field, 1, buffer)
}

export const attribute = (field: number, key: string, value: string | number | boolean | bigint): Part => {
  if (typeof value === 'string') return message(field, text(1, key), message(2, text(1, value)))
  if (typeof value === 'boolean') return message(field, text(1, key), message(2, number(2, Number(value))))
  if (typeof value === 'bigint') return message(field, text(1, key), message(2, number(3, value)))
  return message(field, text(1, key), message(2, double(4, value)))
}

export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId?: string
  readonly name: string
  readonly from: Date
  readonly ms: number
  readonly kind?: number
  readonly parts?: readonly Part[]
}

const nanos = (at: Date, ms = 0) => BigInt(Math.round((at.getTime() + ms) * 1000)) * 1000n

/** Returns an ExportTraceServiceRequest of one resource. */
export function traceRequest(service: string, spans: readonly SentSpan[]): Buffer {
  const rows = spans.map(({ traceId, spanId, parentId, name, from, ms, kind = 2, parts = [] }) =>
    message(
      2,
      bytes(1, Buffer.from(traceId, 'hex')),
      bytes(2, Buffer.from(spanId, 'hex')),
      ...(parentId === undefined ? [] : [bytes(4, Buffer.from(parentId, 'hex'))]),
      text(5, name),
      number(6, kind),
      fixed64(7, nanos(from)),
      fixed64(8, nanos(from, ms)),
      ...parts,
    ),
  )
  return message(
    1,
    message(1, attribute(1, 'service.name', service)),
    message(2, message(1, text(1, 'scope')), ...rows),
  )
}
