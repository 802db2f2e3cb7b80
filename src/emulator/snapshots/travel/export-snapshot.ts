import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, parse, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import type { Snapshot } from '../../../control/snapshot.ts'
import { AppError } from '../../../errors.ts'
import { text } from '../../../storage/columns.ts'
import { unwritable } from '../../../storage/files.ts'
import { readInteger } from '../../../storage/statements.ts'
import { existingSnapshot, readSnapshot } from '../../files/snapshot-folder.ts'
import { requireReadable } from '../schema-versions.ts'
import { FORMAT_VERSION, lineValue, secretValue, type TravelHeader } from './lines.ts'
import { doesTravel, isSecret, travellingFacts, type Home } from './what-travels.ts'

export interface ExportedSnapshot {
  readonly snapshot: Snapshot
  /** Absolute path of the written file. */
  readonly file: string
  readonly bytes: number
}

/**
 * Writes a snapshot into one file that can be shared: every row as a line of JSON, compressed, without secrets. It writes
 * a whole file or none. Raises `emulator.unknown-snapshot`, `emulator.conflict` for an existing file, and `storage.*`.
 */
export async function exportSnapshot(dir: string, name: string, to: string): Promise<ExportedSnapshot> {
  const folder = existingSnapshot(dir, name)
  const snapshot = readSnapshot(folder, name)
  requireReadable(snapshot)
  const file = resolve(to)
  if (existsSync(file)) {
    throw new AppError('emulator.conflict', `${file} already exists. Nothing was written.`, {
      suggestions: ['Choose another file name, or delete that file.'],
    })
  }
  const temporary = join(dirname(file), `.${parse(file).base}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await pipeline(
      Readable.from(inChunks(linesOf(folder, snapshot))),
      createGzip(),
      createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
    )
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw unwritable(file, error)
  }
  return { snapshot, file, bytes: statSync(file).size }
}

function* linesOf(folder: string, snapshot: Snapshot): Generator<string> {
  const registry = open(join(folder, 'registry.db'))
  try {
    const stores = registry.prepare('SELECT code FROM stores ORDER BY id').all()
    const codes = stores.map((row) => text(row, 'code')).filter((code) => existsSync(storeFile(folder, code)))
    yield line(buildHeader(folder, snapshot, { registry, codes }))
    yield* tablesOf(registry, 'registry', null)
    for (const code of codes) {
      const db = open(storeFile(folder, code))
      try {
        yield* tablesOf(db, 'store', code)
      } finally {
        db.close()
      }
    }
  } finally {
    registry.close()
  }
}

interface WrittenState {
  readonly registry: DatabaseSync
  readonly codes: readonly string[]
}

/** Reads the versions from the files, because a snapshot of an early release does not record them. */
function buildHeader(
  folder: string,
  { name, savedAt, version }: Snapshot,
  { registry, codes }: WrittenState,
): TravelHeader {
  const [first] = codes
  const store = first === undefined ? 0 : readVersion(storeFile(folder, first))
  const schema = { registry: readInteger(registry, 'PRAGMA user_version'), store }
  return { format: 'svcapp-snapshot', formatVersion: FORMAT_VERSION, name, savedAt, version, schema, stores: codes }
}

function* tablesOf(db: DatabaseSync, home: Home, store: string | null): Generator<string> {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").all()
  for (const table of tables.map((row) => text(row, 'name')).filter((name) => doesTravel(home, name))) {
    const only = table === 'meta' ? ` WHERE key IN (${travellingFacts.map((fact) => `'${fact}'`).join(', ')})` : ''
    const statement = db.prepare(`SELECT * FROM "${table}"${only}`)
    statement.setReadBigInts(true)
    const columns = statement.columns().map(({ name }) => name)
    yield line({ store, table, columns })
    for (const row of statement.iterate()) {
      yield line(
        columns.map((column) => {
          const value = row[column] ?? null
          return value !== null && isSecret(table, column) ? secretValue : lineValue(value)
        }),
      )
    }
  }
}

const CHUNK = 64 * 1024

/** A single line is too small a chunk for a stream. */
function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const one of lines) {
    chunk += one
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

function open(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true })
}

function readVersion(path: string): number {
  const db = open(path)
  try {
    return readInteger(db, 'PRAGMA user_version')
  } finally {
    db.close()
  }
}

function storeFile(folder: string, code: string): string {
  return join(folder, 'stores', `${code}.db`)
}
