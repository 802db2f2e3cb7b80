import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { AppInstance } from '../app-instance.ts'
import type { WrittenFile } from './written-files.ts'

/** A table of a SQLite database, a JSON file or a file of lines below the app's folder. */
export type StateRecord =
  | {
      readonly kind: 'table'
      /** File and table. */
      readonly at: string
      /** Primary key columns. */
      readonly keys: readonly string[]
      readonly rows: readonly Readonly<Record<string, unknown>>[]
    }
  | { readonly kind: 'json'; readonly at: string; readonly value: unknown }
  | { readonly kind: 'lines'; readonly at: string; readonly lines: readonly string[] }

const MAGIC = 'SQLite format 3\0'

/** Returns all readable data that the app has written so far, without half-written or locked files. */
export async function readStateRecords(app: AppInstance): Promise<readonly StateRecord[]> {
  const files = await app.written()
  return files.flatMap((file): readonly StateRecord[] => {
    const { path, bytes } = file
    if (bytes.subarray(0, MAGIC.length).toString('latin1') === MAGIC) return readTables(app.dir, file)
    if (/\.json$/i.test(path)) return readJson(file)
    return /\.(?:csv|tsv|jsonl|ndjson)$/i.test(path) ? [{ kind: 'lines', at: path, lines: readLines(file) }] : []
  })
}

function readTables(dir: string, { path }: WrittenFile): readonly StateRecord[] {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(join(dir, path), { readOnly: true })
  } catch {
    // The file was deleted, or the app has locked it.
    return []
  }
  try {
    db.exec('PRAGMA busy_timeout = 2000')
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
    return tables.map(({ name }) => readTable(db, { path, table: String(name) }))
  } finally {
    db.close()
  }
}

function readTable(db: DatabaseSync, { path, table }: { path: string; table: string }): StateRecord {
  const quoted = `"${table.replaceAll('"', '""')}"`
  const columns = db.prepare(`PRAGMA table_info(${quoted})`).all()
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name))
  const select = db.prepare(`SELECT * FROM ${quoted} LIMIT 2000`)
  select.setReadBigInts(true)
  return { kind: 'table', at: `${path}: ${table}`, keys, rows: select.all() }
}

function readJson({ path, bytes }: WrittenFile): readonly StateRecord[] {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return [{ kind: 'json', at: `${path}: `, value }]
  } catch {
    // Half written. The next read finds all of it.
    return []
  }
}

function readLines({ bytes }: WrittenFile): readonly string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** Returns its rows, elements or lines, each as one text. */
export function recordTexts(record: StateRecord): readonly string[] {
  if (record.kind === 'lines') return record.lines
  if (record.kind === 'json') return [JSON.stringify(record.value)]
  return record.rows.map((row) => Object.values(row).map(String).join(' '))
}
