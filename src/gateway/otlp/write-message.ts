import type { Field, Message } from './protobuf.ts'

/**
 * Writes an object in proto3 JSON as the same message in protobuf (protobuf.dev, Encoding): the other way round of `readMessage`, by the same tables. What the
 * table does not name is left out.
 */
export function writeMessage(value: object, message: Message): Buffer {
  const parts: Buffer[] = []
  for (const [number, field] of Object.entries(message)) {
    // An object of any shape reads as a record of unknown values.
    const given = (value as Readonly<Record<string, unknown>>)[field.name]
    if (given === undefined || given === null) continue
    const all: readonly unknown[] = field.most === undefined ? [given] : (given as readonly unknown[])
    for (const one of all) parts.push(...fieldBytes(Number(number), field, one))
  }
  return Buffer.concat(parts)
}

function fieldBytes(number: number, { kind }: Field, value: unknown): readonly Buffer[] {
  if (typeof kind === 'function') return lengthDelimited(number, writeMessage(value as object, kind()))
  if (kind === 'text') return lengthDelimited(number, Buffer.from(String(value)))
  if (kind === 'hex') return lengthDelimited(number, Buffer.from(String(value), 'hex'))
  if (kind === 'size') return lengthDelimited(number, Buffer.from(String(value), 'base64'))
  if (kind === 'nanos' || kind === 'double') return [varint((number << 3) | 1), eightBytes(kind, value)]
  return [varint(number << 3), varint(typeof value === 'string' ? BigInt(value) : Number(value))]
}

function lengthDelimited(number: number, bytes: Buffer): readonly Buffer[] {
  return [varint((number << 3) | 2), varint(bytes.length), bytes]
}

function eightBytes(kind: 'nanos' | 'double', value: unknown): Buffer {
  const bytes = Buffer.alloc(8)
  if (kind === 'double') bytes.writeDoubleLE(Number(value))
  else bytes.writeBigUInt64LE(BigInt(String(value)))
  return bytes
}

/** A negative number takes ten bytes, as in two's complement of 64 bits. */
function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}
