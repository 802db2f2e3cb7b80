import { table, type Column, type TableLooks } from './table.ts'
import { wrap } from './wrap.ts'

export interface EntryLooks<Row> {
  /** For a pipe, where each row is one line. */
  readonly columns: readonly Column<Row>[]
  /** What names the row; it may have colours, so foreign text in it must be escaped. */
  readonly head: (row: Row) => string
  /** Its description, each part a sentence or a list; escaped too. */
  readonly texts: (row: Row) => readonly string[]
}

const INDENT = '    '

/** Rows that are mostly sentences: each a line with its name and its text wrapped below it; tab-separated cells in a pipe, as a table's. */
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
