import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
  writevSync,
} from 'node:fs'
import { join } from 'node:path'

/** Log record, as described by its first bytes. */
export interface LogRecord {
  readonly id: number
  /** Id of the record below it; 0 for none. */
  readonly below: number
  /** Byte that may change. */
  readonly state: number
  /** Byte that never changes. */
  readonly kind: number
  readonly headBytes: number
  readonly bodyBytes: number
}

export interface NewRecord extends Pick<LogRecord, 'id' | 'below' | 'state' | 'kind'> {
  readonly head: Uint8Array
  readonly body: readonly Uint8Array[]
}

/**
 * A stack of records in files. Records are added at the top and removed only at the top or the bottom. Many records share a file,
 * because creating and removing a file costs a hundred times as much as appending. Nothing is synced, and `kill -9` loses nothing.
 */
export interface StepLog {
  /** Records from bottom to top, without a truncated record and without those below a gap. */
  readonly found: readonly LogRecord[]
  /** Adds a record. Raises system errors; then the record does not exist. */
  readonly push: (record: NewRecord) => LogRecord
  readonly setState: (id: number, state: number) => void
  /** Reads the head. Raises an error if the record was changed since it was written. */
  readonly readHead: (id: number) => Buffer
  readonly readBody: (id: number) => Buffer
  /** Removes the record at the top. */
  readonly pop: (id: number) => void
  /** Removes the record at the bottom. */
  readonly drop: (id: number) => void
  readonly close: () => void
}

interface LogFile {
  readonly path: string
  size: number
  records: number
}

interface RecordLocation {
  readonly file: LogFile
  readonly at: number
  readonly record: LogRecord
}

const MAGIC = 0x53564331
const START_BYTES = 32
const STATE_AT = 4

/** A file that has reached one of these limits accepts no more records. */
const FILE_RECORDS = 64
const FILE_BYTES = 1_000_000

const ending = /^(\d{1,15})\.steps$/

/** Opens the log in an existing folder. Raises system errors. */
export function openStepLog(folder: string): StepLog {
  const locations = new Map<number, RecordLocation>()
  const found = readAll(folder, locations)
  /** File to which this process appends. Files of other processes are only read. */
  let current: { readonly file: LogFile; readonly handle: number } | null = null
  const locationOf = (id: number): RecordLocation => {
    const location = locations.get(id)
    if (location === undefined) throw new Error(`Unknown record ${id}.`)
    return location
  }
  const withHandle = <T>(file: LogFile, flags: 'r' | 'r+', work: (handle: number) => T): T => {
    if (current?.file === file) return work(current.handle)
    const handle = openSync(file.path, flags)
    try {
      return work(handle)
    } finally {
      closeSync(handle)
    }
  }
  const end = () => {
    if (current !== null) closeSync(current.handle)
    current = null
  }
  const forget = ({ file, record }: RecordLocation) => {
    locations.delete(record.id)
    file.records -= 1
    if (file.records > 0) return
    if (current?.file === file) end()
    rmSync(file.path, { force: true })
  }
  const read = (
    { file, at }: RecordLocation,
    { from, length }: { readonly from: number; readonly length: number },
  ): Buffer =>
    withHandle(file, 'r', (handle) => {
      const bytes = Buffer.alloc(length)
      if (readSync(handle, bytes, 0, length, at + from) < length) throw new Error('The record was truncated.')
      return bytes
    })
  const openFor = (id: number) => {
    if (current !== null && (current.file.records >= FILE_RECORDS || current.file.size >= FILE_BYTES)) end()
    if (current !== null) return current
    const path = join(folder, `${id}.steps`)
    current = { file: { path, size: 0, records: 0 }, handle: openSync(path, 'wx+', 0o600) }
    return current
  }
  return {
    found,
    push: ({ head, body, ...facts }) => {
      const bodyBytes = body.reduce((sum, piece) => sum + piece.byteLength, 0)
      const record: LogRecord = { ...facts, headBytes: head.byteLength, bodyBytes }
      const { file, handle } = openFor(record.id)
      const at = file.size
      const recordBytes = START_BYTES + record.headBytes + bodyBytes
      file.records += 1
      const location = { file, at, record }
      try {
        if (writevSync(handle, [startOf(record), head, ...body], at) < recordBytes)
          throw new Error('The record was not fully written.')
      } catch (error) {
        forget(location)
        throw error
      }
      file.size += recordBytes
      locations.set(record.id, location)
      return record
    },
    setState: (id, state) => {
      const { file, at } = locationOf(id)
      withHandle(file, 'r+', (handle) => writeSync(handle, Uint8Array.of(state), 0, 1, at + STATE_AT))
    },
    readHead: (id) => {
      const location = locationOf(id)
      return read(location, { from: START_BYTES, length: location.record.headBytes })
    },
    readBody: (id) => {
      const location = locationOf(id)
      return read(location, { from: START_BYTES + location.record.headBytes, length: location.record.bodyBytes })
    },
    pop: (id) => {
      const location = locationOf(id)
      const { file, at } = location
      if (file.records > 1) withHandle(file, 'r+', (handle) => ftruncateSync(handle, at))
      file.size = at
      forget(location)
    },
    drop: (id) => forget(locationOf(id)),
    close: end,
  }
}

function startOf({ id, below, state, kind, headBytes, bodyBytes }: LogRecord): Buffer {
  const bytes = Buffer.alloc(START_BYTES)
  bytes.writeUInt32BE(MAGIC)
  bytes.writeUInt8(state, STATE_AT)
  bytes.writeUInt8(kind, 5)
  bytes.writeUInt32BE(headBytes, 8)
  bytes.writeUIntBE(bodyBytes, 12, 6)
  bytes.writeUIntBE(id, 18, 6)
  bytes.writeUIntBE(below, 24, 6)
  return bytes
}

/** Returns null if no record begins here. */
function recordIn(bytes: Buffer): LogRecord | null {
  if (bytes.readUInt32BE() !== MAGIC) return null
  return {
    state: bytes.readUInt8(STATE_AT),
    kind: bytes.readUInt8(5),
    headBytes: bytes.readUInt32BE(8),
    bodyBytes: bytes.readUIntBE(12, 6),
    id: bytes.readUIntBE(18, 6),
    below: bytes.readUIntBE(24, 6),
  }
}

/** Fills `locations` and removes files without records. */
function readAll(folder: string, locations: Map<number, RecordLocation>): LogRecord[] {
  const names = readdirSync(folder).filter((name) => ending.test(name))
  const all = names.flatMap((name) => recordsOf(join(folder, name))).toSorted((a, b) => a.record.id - b.record.id)
  const gap = all.findLastIndex(({ record: { below } }, at) => at > 0 && below !== all[at - 1]?.record.id)
  const kept = all.slice(Math.max(gap, 0))
  for (const location of kept) {
    location.file.records += 1
    locations.set(location.record.id, location)
  }
  const used = new Set(kept.map(({ file }) => file.path))
  for (const name of names) if (!used.has(join(folder, name))) rmSync(join(folder, name), { force: true })
  return kept.map(({ record }) => record)
}

function recordsOf(path: string): RecordLocation[] {
  const handle = openSync(path, 'r')
  try {
    const file: LogFile = { path, size: 0, records: 0 }
    const { size } = fstatSync(handle)
    const locations: RecordLocation[] = []
    const start = Buffer.alloc(START_BYTES)
    while (readSync(handle, start, 0, START_BYTES, file.size) === START_BYTES) {
      const record = recordIn(start)
      const next = file.size + START_BYTES + (record?.headBytes ?? 0) + (record?.bodyBytes ?? 0)
      if (record === null || next > size) break
      locations.push({ file, at: file.size, record })
      file.size = next
    }
    return locations
  } finally {
    closeSync(handle)
  }
}
