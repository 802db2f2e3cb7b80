import type { QueryRows } from '../../journal/query/ask-journal.ts'
import { table, type Column } from '../../terminal/table.ts'
import { cellText } from '../../text/csv.ts'
import { noRows } from '../cells.ts'
import type { View } from '../view.ts'

type Row = QueryRows['rows'][number]

/** Rows under the names that the query gave them. */
export const queryRowsView: View<QueryRows> = ({ columns, rows }, looks) =>
  rows.length === 0 ? noRows('rows') : table(rows, columns.map(columnOf), looks)

function columnOf(name: string, at: number): Column<Row> {
  return { header: name.toUpperCase(), kind: 'unknown', cell: (row) => cellText(row[at]) }
}
