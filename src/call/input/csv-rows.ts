import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { chunksOf, MAX_CHUNK_ROWS } from '../../client/rows/chunks.ts'
import { AppError } from '../../errors.ts'
import { collectGarbage } from '../../processes/collect-garbage.ts'
import { cut } from '../../text/cut.ts'
import { escapeCell } from '../../text/escape.ts'
import { parseJson, parseJsonAsWritten } from '../../text/json.ts'
import { checkFields } from './check-fields.ts'
import { listRowFields, type Field } from './fields.ts'
import { CsvFault, csvMarkOf, csvRecords, type CsvRecord } from './read-csv.ts'
import type { DataSource } from './read-data.ts'
import { repeatedRowDoubts } from './repeated-rows.ts'
import { unknownColumnDoubts } from './unknown-fields.ts'

/** Maximum number of invalid cells that are listed. */
const NAMED = 5

const MAX_CELL = 40

/** Measured with a million rows: 115 MiB instead of 270, in the same time. */
const ROWS_BETWEEN_COLLECTIONS = 20_000

/** Returns whether `--data` holds CSV: by the file name, or by two lines with the same number of cells if the first does not begin like JSON. */
export function isCsv(text: string, data: unknown): boolean {
  if (typeof data !== 'string' || !(data === '-' || data.startsWith('@'))) return false
  if (/\.[ct]sv$/i.test(data)) return true
  if (/^\s*(?:[[{]|$)/.test(text)) return false
  const mark = csvMarkOf(text)
  if (mark === null) return false
  try {
    const records = csvRecords([text.slice(0, 65_536)], mark)
    const [head, first] = [records.next().value, records.next().value]
    return first !== undefined && head?.cells.length === first.cells.length
  } catch {
    return false
  }
}

/** Rows to write. They can be read several times and are never all in memory. */
export interface RowSource {
  readonly count: number
  readonly rows: () => Iterable<unknown>
}

/** Above this number of rows, duplicate keys are not looked for, to limit memory. */
const MAX_KEYS = 20_000

/**
 * Opens the rows of CSV with a header and validates all of them before the first is sent. Raises
 * `usage.invalid` with the invalid cells or the rows that the platform would reject.
 */
export function openCsvRows(
  endpoint: EndpointFacts,
  { parts }: DataSource,
  data: string,
): RowSource & { readonly doubts: readonly string[] } {
  const fields = listRowFields(endpoint.body)
  const doubts: string[] = []
  const seeColumns = (names: readonly string[]) => void doubts.push(...unknownColumnDoubts(endpoint, names))
  const first: unknown[] = []
  let count = 0
  for (const chunk of chunksOf(parsed(csvRows(parts(), { fields, data, seeColumns })), MAX_CHUNK_ROWS)) {
    checkFields(endpoint.body, { value: { items: chunk }, what: 'field', rowsFrom: count })
    if (count < MAX_KEYS) first.push(...chunk)
    count += chunk.length
  }
  doubts.push(...repeatedRowDoubts(endpoint, { items: first }))
  if (count > MAX_KEYS) doubts.push(`Only the first ${first.length} of ${count} rows were checked for duplicate keys.`)
  return { count, doubts, rows: () => parsed(csvRows(parts(), { fields, data })) }
}

/** Parses each row without losing digits of a number. */
function* parsed(rows: Iterable<string>): Generator<unknown, void, void> {
  for (const row of rows) {
    const read = parseJsonAsWritten(row)
    if (read.ok) yield read.value
  }
}

interface CsvSource {
  readonly fields: readonly Field[]
  /** `--data` as typed. */
  readonly data: string
  /** Called with the header before the first row. */
  readonly seeColumns?: (names: readonly string[]) => void
}

/** Yields each row as JSON text. Raises `usage.invalid`; the rows before the fault have been yielded. */
function* csvRows(parts: Iterable<string>, source: CsvSource): Generator<string, void, void> {
  const problems: string[] = []
  let columns: readonly Column[] | null = null
  let index = 0
  try {
    for (const record of recordsOf(parts)) {
      if (columns === null) {
        columns = readColumns(record, source)
        source.seeColumns?.(columns.map(({ name }) => name))
        continue
      }
      index++
      if (index % ROWS_BETWEEN_COLLECTIONS === 1000) collectGarbage()
      const row = rowText(record, { columns, index, problems })
      if (problems.length > NAMED) break
      if (problems.length === 0) yield row
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    throw invalid(source, `line ${error.line}: ${error.message}`)
  }
  if (problems.length > NAMED) problems.splice(NAMED, problems.length, 'and more')
  if (problems.length > 0) throw invalid(source, problems.join('; '))
  if (index === 0) throw invalid(source, 'it has no rows after the header')
}

/** Takes the separator from the first line. Excel sets it in a separate line, `sep=;`. */
function* recordsOf(parts: Iterable<string>): Generator<CsvRecord, void, void> {
  const iterator = parts[Symbol.iterator]()
  const { value: first = '' } = iterator.next() as { value?: string }
  const [, named] = /^sep=([,;\t|])\r?\n/.exec(first) ?? []
  const rest = function* () {
    yield named === undefined ? first : first.slice(first.indexOf('\n') + 1)
    yield* { [Symbol.iterator]: () => iterator }
  }
  yield* csvRecords(rest(), named ?? csvMarkOf(first) ?? ',')
}

interface Column {
  readonly name: string
  /** Undefined if the catalog has no such field. */
  readonly field: Field | undefined
}

function readColumns({ cells }: CsvRecord, source: CsvSource): readonly Column[] {
  const names = cells.map((cell) => cell.trim())
  const empty = names.indexOf('')
  if (empty !== -1) throw invalid(source, `the header of column ${empty + 1} is empty`)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw invalid(source, `the header contains ${shown(twice)} twice`)
  return names.map((name) => ({ name, field: source.fields.find((field) => field.name === name) }))
}

interface RowContext {
  readonly columns: readonly Column[]
  /** Row number from 1, without the header. */
  readonly index: number
  readonly problems: string[]
}

/** Leaves out empty cells, because CSV cannot tell an empty text from a missing one. */
function rowText({ cells, line }: CsvRecord, { columns, index, problems }: RowContext): string {
  const place = `row ${index} (line ${line})`
  if (cells.length !== columns.length) {
    const found = cells.length === 1 ? '1 cell' : `${cells.length} cells`
    problems.push(`${place} has ${found}, but the header has ${columns.length}`)
    return ''
  }
  const members = columns.flatMap(({ name, field }, at) => {
    const cell = cells[at] ?? ''
    if (cell === '') return []
    const value = valueText(cell, field)
    if (value !== null) return [`${JSON.stringify(name)}:${value}`]
    problems.push(`${shown(name)} in ${place}: ${shown(cell)} is not ${columnKind(field)}`)
    return []
  })
  return `{${members.join(',')}}`
}

/** Returns a cell as JSON text by the type of its field, with numbers unchanged; null if it does not match. */
function valueText(cell: string, field: Field | undefined): string | null {
  if (field === undefined || field.isText || field.type === 'string' || field.type === 'date-time') {
    // `--csv` puts an apostrophe before a text that a spreadsheet would read as a formula.
    return JSON.stringify(/^'[=+\-@\t]/.test(cell) ? cell.slice(1) : cell)
  }
  const bare = cell.trim()
  const json = field.type === 'bool' ? bare.toLowerCase() : bare
  return patterns[field.type].test(json) && parseJson(json).ok ? json : null
}

const wholeNumber = /^-?(?:0|[1-9]\d*)$/

/** Patterns of cells whose field is not text; each matching cell is JSON. */
const patterns = {
  bool: /^(?:true|false)$/,
  int: wholeNumber,
  long: wholeNumber,
  decimal: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
  array: /^\[/,
  object: /^\{/,
} as const

function columnKind(field: Field | undefined): string {
  if (field?.type === 'bool') return 'true or false'
  if (field?.type === 'array') return 'a JSON array'
  if (field?.type === 'object') return 'a JSON object'
  return field?.type === 'decimal' ? 'a number such as 12.50' : 'a whole number'
}

function shown(text: string): string {
  return `"${cut(escapeCell(text), MAX_CELL)}"`
}

function invalid({ data }: CsvSource, why: string): AppError {
  return new AppError('usage.invalid', `Invalid CSV in --data ${escapeCell(data)}: ${why}. Nothing was sent.`, {
    suggestions: ["Use the platform's field names in the header. To see a row, add --example."],
  })
}
