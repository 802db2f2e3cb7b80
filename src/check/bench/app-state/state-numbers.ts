import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { AppInstance } from '../app-instance.ts'
import type { WrittenFile } from './written-files.ts'

/**
 * Numbers that an app keeps in its files, by where they stand: file, table, key of the row, column. Values are decimal text. How many rows a table, a list or a
 * file of lines has is one of them too: a row that names an event does not count, since such rows tell which events came and not what they did.
 */
export type StateNumbers = ReadonlyMap<string, string>

/** Whether a number is one of rows, and not one that the app itself has written. */
export function isCount(at: string): boolean {
  return at.startsWith(COUNT)
}

const COUNT = 'rows of '

/** The platform's ids of events, wherever they stand. */
const eventId = /\bevt_[0-9a-f]{32}\b/

const MAGIC = 'SQLite format 3\0'

/** Of every row of a SQLite database and every member of a JSON file below the app's folder. */
export async function readStateNumbers(app: AppInstance): Promise<StateNumbers> {
  const numbers = new Map<string, string>()
  for (const file of await app.written()) {
    if (file.bytes.subarray(0, MAGIC.length).toString('latin1') === MAGIC) readDatabase(app.dir, file, numbers)
    else if (/\.json$/i.test(file.path)) readJson(file, numbers)
    else if (/\.(?:csv|tsv|jsonl|ndjson)$/i.test(file.path)) countRows(file.path, linesOf(file), numbers)
  }
  return numbers
}

type Numbers = Map<string, string>

function readDatabase(dir: string, { path }: WrittenFile, into: Numbers): void {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(join(dir, path), { readOnly: true })
  } catch {
    // Gone again, or locked by an app that is alone with it.
    return
  }
  try {
    db.exec('PRAGMA busy_timeout = 2000')
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
    for (const { name } of tables) readTable(db, { path, table: String(name) }, into)
  } finally {
    db.close()
  }
}

function readTable(db: DatabaseSync, { path, table }: { path: string; table: string }, into: Numbers): void {
  const quoted = `"${table.replaceAll('"', '""')}"`
  const columns = db.prepare(`PRAGMA table_info(${quoted})`).all()
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name))
  const select = db.prepare(`SELECT * FROM ${quoted} LIMIT 2000`)
  select.setReadBigInts(true)
  const rows = select.all()
  countRows(
    `${path}: ${table}`,
    rows.map((row) => Object.values(row).join(' ')),
    into,
  )
  for (const [at, row] of rows.entries()) {
    const key = keys.length === 0 ? String(at) : keys.map((name) => String(row[name])).join(',')
    for (const [column, value] of Object.entries(row)) {
      if (!keys.includes(column)) keep(into, `${path}: ${table}[${key}].${column}`, value)
    }
  }
}

function readJson({ path, bytes }: WrittenFile, into: Numbers): void {
  try {
    walk(JSON.parse(bytes.toString('utf8')), `${path}: `, into)
  } catch {
    // Half written: the next look finds it whole.
  }
}

function walk(value: unknown, at: string, into: Numbers): void {
  if (typeof value !== 'object' || value === null) return keep(into, at, value)
  if (Array.isArray(value))
    countRows(
      at,
      value.map((one) => JSON.stringify(one)),
      into,
    )
  for (const [name, one] of Object.entries(value)) walk(one, `${at}.${name}`, into)
}

function linesOf({ bytes }: WrittenFile): string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function countRows(at: string, rows: readonly string[], into: Numbers): void {
  into.set(`${COUNT}${at}`, String(rows.filter((row) => !eventId.test(row)).length))
}

function keep(into: Numbers, at: string, value: unknown): void {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  if (typeof text === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(text)) into.set(at, text)
}
