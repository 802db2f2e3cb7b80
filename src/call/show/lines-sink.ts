import type { NamedRegion } from '../../selection/region.ts'
import { csvLine } from '../../text/csv.ts'
import { escapeForeign } from '../../text/escape.ts'
import { pick, valueAt } from '../../text/paths.ts'
import { regionTags, tagged, type Sink, type SinkTools } from './sink.ts'

/** Writes each row on a separate line for `--ndjson`, with numbers unchanged. */
export function ndjsonSink({ terminal, fields }: SinkTools): Sink {
  const lines = (rows: readonly unknown[], region: NamedRegion | null) =>
    rows.map((row) => escapeForeign(JSON.stringify(tagged(fields === null ? row : pick(row, fields), region))))
  return lineSink((rows, region) => {
    if (rows.length > 0) terminal.out(lines(rows, region).join('\n'))
  })
}

/** Writes a header and a line per row for `--csv` (RFC 4180). The columns are the catalog's, so they do not depend on the first rows. */
export function csvSink({ terminal, fields, isFanOut }: SinkTools, columns: readonly string[]): Sink {
  let header: readonly string[] | undefined
  const write = (text: string) => terminal.outBytes(Buffer.from(text))
  return lineSink((rows, region) => {
    if (header === undefined) {
      header = withRegion(fields ?? (columns.length > 0 ? columns : namesOf(rows)), isFanOut)
      write(csvLine(header))
    }
    const paths = header
    const line = (row: unknown) => csvLine(paths.map((path) => valueAt(tagged(row, region), path)))
    if (rows.length > 0) write(rows.map(line).join(''))
  })
}

function withRegion(columns: readonly string[], isFanOut: boolean): readonly string[] {
  if (!isFanOut) return columns
  return [...regionTags.filter((name) => !columns.includes(name)), ...columns]
}

/** Returns the columns of a response that is missing from the catalog. */
function namesOf(rows: readonly unknown[]): string[] {
  return [...new Set(rows.flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : [])))]
}

function lineSink(write: (rows: readonly unknown[], region: NamedRegion | null) => void): Sink {
  let current: NamedRegion | null = null
  return {
    isLate: false,
    begin: (region) => void (current = region),
    answer: ({ rows }) => write(rows, current),
    finish: () => {},
    fail: () => false,
    end: () => {},
  }
}
