/** Type of a field: a scalar in its proto3 JSON form, or another message. Ids are `hex`; 64-bit numbers are digits as text. */
type Kind = 'text' | 'hex' | 'size' | 'flag' | 'digits' | 'double' | 'nanos' | 'enum' | (() => Message)

export interface Field {
  readonly name: string
  readonly kind: Kind
  /** Maximum number of values read of a repeated field; the rest is skipped. Undefined for a single field. */
  readonly most?: number
}

/** Fields of a message by number; all others are skipped. */
export type Message = Readonly<Record<number, Field>>

/** Maximum depth of nested messages. */
const DEEPEST = 24

const utf8 = new TextDecoder()

/**
 * Reads a protobuf message into the object that represents it in proto3 JSON (protobuf.dev, Encoding). Leaves
 * out what is nested too deeply or repeated too often. Raises `RangeError` for bytes that are not a message.
 */
export function readMessage(bytes: Uint8Array, message: Message, depth = 0): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  const at = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), place: 0 }
  while (at.place < bytes.length) {
    const tag = varint(at)
    const wire = Number(tag & 7n)
    const field = message[Number(tag >> 3n)]
    const raw = readRaw(at, wire)
    if (field === undefined || depth > DEEPEST || !matchesKind(field.kind, wire)) continue
    if (field.most === undefined) result[field.name] = decodeValue(raw, field.kind, depth)
    else {
      const list = (result[field.name] ??= []) as unknown[] // Only this line creates the list.
      if (list.length < field.most) list.push(decodeValue(raw, field.kind, depth))
    }
  }
  return result
}

interface ReadPosition {
  readonly bytes: Uint8Array
  readonly view: DataView
  place: number
}

/** Reads one value by its wire type: a number, or the bytes of anything else. */
function readRaw(at: ReadPosition, wire: number): bigint | Uint8Array {
  if (wire === 0) return varint(at)
  if (wire !== 1 && wire !== 2 && wire !== 5) throw new RangeError('The body is not a protobuf message.')
  const size = wire === 1 ? 8 : wire === 5 ? 4 : Number(varint(at))
  const end = at.place + size
  if (end > at.bytes.length) throw new RangeError('The message is truncated.')
  const raw = at.bytes.subarray(at.place, end)
  at.place = end
  return raw
}

function varint(at: ReadPosition): bigint {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = at.bytes[at.place++]
    if (byte === undefined) break
    value |= BigInt(byte & 127) << shift
    if (byte < 128) return BigInt.asUintN(64, value)
  }
  throw new RangeError('A number is not terminated.')
}

function matchesKind(kind: Kind, wire: number): boolean {
  if (kind === 'flag' || kind === 'digits' || kind === 'enum') return wire === 0
  return wire === (kind === 'double' || kind === 'nanos' ? 1 : 2)
}

function decodeValue(raw: bigint | Uint8Array, kind: Kind, depth: number): unknown {
  if (typeof raw === 'bigint') return decodeNumber(raw, kind)
  if (typeof kind === 'function') return readMessage(raw, kind(), depth + 1)
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  if (kind === 'nanos') return String(view.getBigUint64(0, true))
  if (kind === 'double') return view.getFloat64(0, true)
  if (kind === 'hex') return Buffer.from(raw.subarray(0, 32)).toString('hex')
  return kind === 'size' ? raw.length : utf8.decode(raw)
}

function decodeNumber(raw: bigint, kind: Kind): unknown {
  if (kind === 'flag') return raw !== 0n
  const value = BigInt.asIntN(64, raw)
  return kind === 'enum' ? Number(value) : String(value)
}
