/**
 * Changesets of SQLite's sessions list the changed rows of each table (format: sqlite.org/session/changesetfmt.html,
 * sqlite3session.c). Node can create and apply changesets, but not invert them.
 */

/** A table and its changed rows. */
export interface TableChanges {
  readonly table: string
  /** Table header, byte for byte as in the changeset. */
  readonly header: Uint8Array
  /** For each column, whether it is part of the primary key. */
  readonly isKey: readonly boolean[]
  readonly rows: readonly RowChange[]
}

/** One row with encoded values. An undefined value is a single byte 0. */
export interface RowChange {
  readonly kind: 'insert' | 'delete' | 'update'
  readonly isIndirect: number
  /** All columns of an added or removed row, or the key and the old values of a changed row. */
  readonly values: readonly Uint8Array[]
  /** New values of a changed row. The key is undefined here. */
  readonly after: readonly Uint8Array[]
}

const kinds = { 18: 'insert', 9: 'delete', 23: 'update' } as const
const codes = { insert: 18, delete: 9, update: 23 } as const

const TABLE = 0x54
const [INTEGER, FLOAT, TEXT, BLOB] = [1, 2, 3, 4]
const UNDEFINED = Uint8Array.of(0)

/** Reads the tables of a changeset in their order. */
export function readChangeset(bytes: Uint8Array): TableChanges[] {
  const reader = { bytes, at: 0 }
  const tables: TableChanges[] = []
  while (reader.at < bytes.length) tables.push(readTable(reader))
  return tables
}

/** Returns the changeset that reverts these changes. */
export function invertChanges(tables: readonly TableChanges[]): Uint8Array {
  return Buffer.concat(
    tables.flatMap(({ header, isKey, rows }) => [header, ...rows.flatMap((row) => invertRow(row, isKey))]),
  )
}

/** Returns an encoded value as an integer, or null for any other type. */
export function integerOf(value: Uint8Array | undefined): number | null {
  return value?.[0] === INTEGER ? Number(Buffer.from(value).readBigInt64BE(1)) : null
}

interface Reader {
  readonly bytes: Uint8Array
  at: number
}

function readTable(reader: Reader): TableChanges {
  const start = reader.at
  if (reader.bytes[reader.at++] !== TABLE) throw new Error('The data is not a SQLite changeset.')
  const columns = readVarint(reader)
  const isKey = [...reader.bytes.subarray(reader.at, reader.at + columns)].map((place) => place !== 0)
  reader.at += columns
  const end = reader.bytes.indexOf(0, reader.at)
  const table = Buffer.from(reader.bytes.subarray(reader.at, end)).toString('utf8')
  reader.at = end + 1
  const header = reader.bytes.subarray(start, reader.at)
  const rows: RowChange[] = []
  while (reader.at < reader.bytes.length && reader.bytes[reader.at] !== TABLE) rows.push(readRow(reader, columns))
  return { table, header, isKey, rows }
}

function readRow(reader: Reader, columns: number): RowChange {
  const kind = kinds[reader.bytes[reader.at++] as keyof typeof kinds]
  const isIndirect = reader.bytes[reader.at++] ?? 0
  const values = readValues(reader, columns)
  return { kind, isIndirect, values, after: kind === 'update' ? readValues(reader, columns) : [] }
}

function readValues(reader: Reader, columns: number): Uint8Array[] {
  return Array.from({ length: columns }, () => readValue(reader))
}

function readValue(reader: Reader): Uint8Array {
  const start = reader.at
  const type = reader.bytes[reader.at++]
  if (type === INTEGER || type === FLOAT) reader.at += 8
  if (type === TEXT || type === BLOB) {
    const length = readVarint(reader)
    reader.at += length
  }
  return reader.bytes.subarray(start, reader.at)
}

/** Reads seven bits per byte, highest first. Lengths in a changeset have at most five bytes. */
function readVarint(reader: Reader): number {
  let value = 0
  for (;;) {
    const byte = reader.bytes[reader.at++] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return value
  }
}

function invertRow({ kind, isIndirect, values, after }: RowChange, isKey: readonly boolean[]): Uint8Array[] {
  if (kind !== 'update') {
    return [Uint8Array.of(codes[kind === 'insert' ? 'delete' : 'insert'], isIndirect), ...values]
  }
  const present = isKey.map((key, column) => (key ? values[column] : after[column]) ?? UNDEFINED)
  const before = isKey.map((key, column) => (key ? UNDEFINED : (values[column] ?? UNDEFINED)))
  return [Uint8Array.of(codes.update, isIndirect), ...present, ...before]
}
