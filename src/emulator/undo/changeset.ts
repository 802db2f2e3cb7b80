/**
 * The changesets of SQLite's sessions, which say which rows of which tables differ from before (format: sqlite.org/session/changesetfmt.html,
 * sqlite3session.c). Node can create and apply them, but not invert them.
 */

/** A table and its changed rows. */
export interface TableChanges {
  readonly table: string
  /** The header of the table, as the changeset contains it. */
  readonly header: Uint8Array
  /** For each column, whether it belongs to the primary key. */
  readonly isKey: readonly boolean[]
  readonly rows: readonly RowChange[]
}

/** One row. Values are encoded; an undefined one is a single byte 0. */
export interface RowChange {
  readonly kind: 'insert' | 'delete' | 'update'
  readonly isIndirect: number
  /** All columns of a row that is added or removed; the key and the old values of the changed columns of a row that is changed. */
  readonly values: readonly Uint8Array[]
  /** The new values of the changed columns of a changed row; the key is undefined here. */
  readonly after: readonly Uint8Array[]
}

const kinds = { 18: 'insert', 9: 'delete', 23: 'update' } as const
const codes = { insert: 18, delete: 9, update: 23 } as const

const TABLE = 0x54
const [INTEGER, FLOAT, TEXT, BLOB] = [1, 2, 3, 4]
const UNDEFINED = Uint8Array.of(0)

/** Reads a changeset, table by table, in its order. */
export function readChangeset(bytes: Uint8Array): TableChanges[] {
  const reader = { bytes, at: 0 }
  const tables: TableChanges[] = []
  while (reader.at < bytes.length) tables.push(readTable(reader))
  return tables
}

/** The changeset that reverts these changes. */
export function invertChanges(tables: readonly TableChanges[]): Uint8Array {
  return Buffer.concat(
    tables.flatMap(({ header, isKey, rows }) => [header, ...rows.flatMap((row) => invertRow(row, isKey))]),
  )
}

/** A value as a whole number; null for any other value. */
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

/** Seven bits a byte, the highest first. The lengths here have at most five bytes. */
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
