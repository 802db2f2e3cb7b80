import { randomBytes } from 'node:crypto'
import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite'

import { messageOf } from '../../errors/thrown.ts'
import { queryViews, type QueryView } from './query-views.ts'
import { ONE_STATEMENT, type QueryReply, type QueryRequest } from './query-wire.ts'

/** Largest result, in bytes of text. A larger one would take long and be unreadable. */
const MOST_BYTES = 32 * 1024 * 1024

/** Functions that expand small inputs or reach outside the database. */
const closedFunctions = new Set([
  'zeroblob',
  'randomblob',
  'load_extension',
  'fts3_tokenizer',
  'readfile',
  'writefile',
  'edit',
])

/** Table functions that read only their argument. */
const openTables = new Set(['json_each', 'json_tree'])

/**
 * Runs one SELECT over the documented views of one app, and nothing else (T39). The file is opened read-only, a statement that is not a
 * query is not prepared, and SQLite asks the authorizer about every table and function. The caller limits time and memory. Raises nothing.
 */
export function runQuery(request: Omit<QueryRequest, 'timeoutMs'>): QueryReply {
  const sql = request.sql.trim().replace(/[;\s]+$/, '')
  if (!beginsAsQuery(sql)) return rejected('Only queries are allowed. They start with SELECT, WITH or VALUES.')
  try {
    const db = openForQueries(request)
    try {
      // The line feed ends a comment at the end of the query. Text that SQLite leaves unread is a second statement.
      const whole = `SELECT * FROM (${sql}\n) LIMIT ${request.limit + 1}`
      const statement = db.prepare(whole)
      if (statement.sourceSQL !== whole) return rejected(ONE_STATEMENT)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      const columns = statement.columns().map(({ name }) => name)
      return read(statement.iterate() as unknown as Iterable<readonly SQLOutputValue[]>, columns, request.limit)
    } finally {
      db.close()
    }
  } catch (error) {
    return rejected(messageOf(error))
  }
}

function read(found: Iterable<readonly SQLOutputValue[]>, columns: readonly string[], limit: number): QueryReply {
  const rows: unknown[][] = []
  let bytes = 0
  for (const row of found) {
    if (rows.length === limit) return { kind: 'rows', columns, rows, isCut: true }
    const cells = row.map(cellOf)
    bytes += cells.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
    if (bytes > MOST_BYTES) return { kind: 'limit', what: 'size' }
    rows.push(cells)
  }
  return { kind: 'rows', columns, rows, isCut: false }
}

function cellOf(value: SQLOutputValue): unknown {
  // The same as `rawJson` of text/json.ts, whose imports would slow down a process that runs for a tenth of a second.
  if (typeof value === 'bigint') return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value))
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`
  return value
}

/** Opens the journal so that only the views of one app are visible. */
function openForQueries({ path, appKey }: Pick<QueryRequest, 'path' | 'appKey'>): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true })
  db.enableDefensive(true)
  // An unguessable name. SQLite passes the innermost view to the authorizer, and a query could give
  // any known name to its own table (WITH deliveries AS …).
  const inner = `v${randomBytes(16).toString('hex')}_`
  for (const view of queryViews) db.exec(viewSql(view, { inner, appKey }))
  db.setAuthorizer(guard(inner, storedNames(db)))
  return db
}

/** Returns all names that do not belong to the query: tables of the file, and modules that are tables themselves. */
function storedNames(db: DatabaseSync): ReadonlySet<string> {
  const rows = db
    .prepare('SELECT lower(name) AS name FROM sqlite_master UNION SELECT name FROM pragma_module_list')
    .all()
  return new Set(rows.map(({ name }) => String(name)))
}

function viewSql({ name, columns, rows }: QueryView, { inner, appKey }: { inner: string; appKey: string }): string {
  const list = columns.map((column) => `${column.from ?? column.name} AS "${column.name}"`).join(', ')
  const key = `'${appKey.replaceAll("'", "''")}'`
  return [
    `CREATE TEMP VIEW "${inner}${name}" AS SELECT ${list} FROM ${rows.replaceAll(':app', () => key)};`,
    `CREATE TEMP VIEW "${name}" AS SELECT * FROM temp."${inner}${name}";`,
  ].join('\n')
}

type Authorizer = Parameters<DatabaseSync['setAuthorizer']>[0]

function guard(inner: string, stored: ReadonlySet<string>): NonNullable<Authorizer> {
  const names = new Set(queryViews.flatMap(({ name }) => [name, inner + name]))
  const mayRead = (table: string | null, database: string | null, view: string | null) => {
    if (table === null || table === '') return true
    if (database === 'temp') return names.has(table)
    return view?.startsWith(inner) === true || openTables.has(table)
  }
  // For a part of the query, WITH c AS (…), SQLite asks as for a table without a schema if the query reads no column of it: SELECT count(*) FROM c.
  const isOwnPart = (table: string | null, column: string | null, database: string | null) =>
    column === '' &&
    database === null &&
    table !== null &&
    !/^(?:sqlite|pragma)_/i.test(table) &&
    !stored.has(table.toLowerCase())
  return (action, ...[first, second, database, view]) => {
    const isAllowed =
      action === constants.SQLITE_SELECT ||
      action === constants.SQLITE_RECURSIVE ||
      (action === constants.SQLITE_READ && (mayRead(first, database, view) || isOwnPart(first, second, database))) ||
      (action === constants.SQLITE_FUNCTION && !closedFunctions.has((second ?? '').toLowerCase()))
    return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY
  }
}

/** Returns whether the first word begins a query, skipping comments before it. */
function beginsAsQuery(sql: string): boolean {
  return /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:select|with|values)\b/i.test(sql)
}

function rejected(message: string): QueryReply {
  return { kind: 'rejected', message }
}
