import type { Column } from '../../terminal/table.ts'
import { rowNumber, sentence } from '../cells.ts'
import type { Looks } from '../view.ts'

/** A terminal lists up to this many rows in full. */
const MOST_LISTED = 20

/** Selects the rows for a bulk write's table. For a long list, a terminal shows only the failed rows and a note about the others. */
export function writtenRows<Row extends { readonly success: boolean }>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  looks: Looks,
): { readonly rows: readonly Row[]; readonly columns: readonly Column<Row>[]; readonly note: string } {
  const numbered = rows.map((row, at) => ({ row, at }))
  const failed = numbered.filter(({ row }) => !row.success && !isUnsent(row))
  const isShort = looks.width === 0 || rows.length <= MOST_LISTED || failed.length === 0
  const listed = isShort ? numbered : failed
  const number: Column<Row> = {
    ...rowNumber,
    cell: (_row, index) => String(numberIn(listed[index]?.row) ?? (listed[index]?.at ?? index) + 1),
  }
  const note = `Listed: ${listed.length} of ${rows.length} rows (failed only). --json lists all.`
  return {
    rows: listed.map(({ row }) => row),
    columns: [number, ...columns],
    note: listed.length === rows.length ? '' : `\n${looks.style.dim(sentence(note, looks))}`,
  }
}

/** Returns the row's number among all rows (call/send/bulk-report.ts). */
function numberIn(row: object | undefined): number | null {
  return row !== undefined && 'row' in row && typeof row.row === 'number' ? row.row : null
}

/** Returns whether svcapp marked the row as part of a request that was not sent (call/send/bulk-report.ts). */
function isUnsent(row: object): boolean {
  return 'state' in row && row.state === 'not-sent'
}
