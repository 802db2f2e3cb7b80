import { table, type Column, type TableLooks } from './table.ts'
import { wrap } from './wrap.ts'

export interface EntryLooks<Row> {
  /** For a pipe, where each row is one line. */
  readonly columns: readonly Column<Row>[]
  /** Name of the row. It may contain colors, so untrusted text in it must be escaped. */
  readonly head: (row: Row) => string
  /** Description of the row, each part a sentence or a list; escaped, too. */
  readonly texts: (row: Row) => readonly string[]
}

const INDENT = '    '

/** Formats rows that are mostly sentences: a line with the name, and its text wrapped below it. In a pipe, tab-separated cells like a table. */
export function entries<Row>(
  rows: readonly Row[],
  { columns, head, texts }: EntryLooks<Row>,
  looks: TableLooks,
): string {
  if (looks.width === 0) return table(rows, columns, looks)
  const shown = (row: Row) => [head(row), ...texts(row).map((text) => INDENT + text)]
  return rows
    .flatMap(shown)
    .map((line) => wrap(line, looks.width, line.startsWith(INDENT) ? '' : INDENT))
    .join('\n')
}
