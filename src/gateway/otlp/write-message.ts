import type { Field, Message } from './protobuf.ts'

/**
 * Writes an object in proto3 JSON as the same message in protobuf (protobuf.dev, Encoding): the
 * inverse of `readMessage`, with the same tables. Leaves out members that are not in the table.
 */
export function writeMessage(value: object, message: Message): Buffer {
  const out: GrowingBuffer = { bytes: Buffer.allocUnsafe(16 * 1024), at: 0 }
  writeFields(out, value, message)
  return out.bytes.subarray(0, out.at)
}

/** One buffer that grows: joining the pieces of nested messages would copy them again and again. */
interface GrowingBuffer {
  bytes: Buffer
  at: number
}

/** Maximum varint size of a nested message's length. */
const LENGTH_BYTES = 5

function writeFields(out: GrowingBuffer, value: object, message: Message): void {
  for (const [number, field] of fieldsOf(message)) {
    // An object of any type reads as a record of unknown values.
    const fieldValue = (value as Readonly<Record<string, unknown>>)[field.name]
    if (fieldValue === undefined || fieldValue === null) continue
    if (field.most === undefined) writeField(out, number, field, fieldValue)
    else for (const one of fieldValue as readonly unknown[]) writeField(out, number, field, one)
  }
}

const known = new WeakMap<Message, readonly (readonly [number, Field])[]>()

function fieldsOf(message: Message): readonly (readonly [number, Field])[] {
  const found = known.get(message)
  if (found !== undefined) return found
  const made = Object.entries(message).map(([number, field]) => [Number(number), field] as const)
  known.set(message, made)
  return made
}

function writeField(out: GrowingBuffer, number: number, { kind }: Field, value: unknown): void {
  if (typeof kind === 'function') writeNested(out, number, () => writeFields(out, value as object, kind()))
  else if (kind === 'text' || kind === 'hex' || kind === 'size') writeText(out, number, { kind, text: String(value) })
  else if (kind === 'nanos' || kind === 'double') writeEight(out, number, { kind, value })
  else {
    writeVarint(out, number << 3)
    writeVarint(out, typeof value === 'string' ? BigInt(value) : Number(value))
  }
}

/** The length comes before the message, so the message is written first and then moved up. */
function writeNested(out: GrowingBuffer, number: number, write: () => void): void {
  writeVarint(out, (number << 3) | 2)
  const lengthAt = out.at
  out.at += LENGTH_BYTES
  makeRoom(out, 0)
  write()
  const end = out.at
  const from = lengthAt + LENGTH_BYTES
  out.at = lengthAt
  writeVarint(out, end - from)
  out.bytes.copyWithin(out.at, from, end)
  out.at += end - from
}

const encodings = { text: 'utf8', hex: 'hex', size: 'base64' } as const

function writeText(
  out: GrowingBuffer,
  number: number,
  { kind, text }: { readonly kind: keyof typeof encodings; readonly text: string },
): void {
  const length = Buffer.byteLength(text, encodings[kind])
  writeVarint(out, (number << 3) | 2)
  writeVarint(out, length)
  makeRoom(out, length)
  out.at += out.bytes.write(text, out.at, length, encodings[kind])
}

function writeEight(
  out: GrowingBuffer,
  number: number,
  { kind, value }: { readonly kind: 'nanos' | 'double'; readonly value: unknown },
): void {
  writeVarint(out, (number << 3) | 1)
  makeRoom(out, 8)
  if (kind === 'double') out.bytes.writeDoubleLE(Number(value), out.at)
  else out.bytes.writeBigUInt64LE(BigInt(String(value)), out.at)
  out.at += 8
}

/** A negative number takes ten bytes, as the two's complement of 64 bits. */
function writeVarint(out: GrowingBuffer, value: number | bigint): void {
  makeRoom(out, 10)
  if (typeof value === 'number' && value >= 0 && value < 2 ** 31) {
    let rest = value
    for (; rest > 127; rest >>>= 7) out.bytes[out.at++] = (rest & 127) | 128
    out.bytes[out.at++] = rest
    return
  }
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) out.bytes[out.at++] = Number(rest & 127n) | 128
  out.bytes[out.at++] = Number(rest)
}

function makeRoom(out: GrowingBuffer, bytes: number): void {
  const needed = out.at + bytes
  if (needed <= out.bytes.length) return
  const larger = Buffer.allocUnsafe(Math.max(needed, out.bytes.length * 2))
  out.bytes.copy(larger, 0, 0, Math.min(out.at, out.bytes.length))
  out.bytes = larger
}
