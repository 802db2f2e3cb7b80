import type { QueryRows } from '../../journal/query/ask-journal.ts'
import { table, type Column } from '../../terminal/table.ts'
import { cellText } from '../../text/csv.ts'
import { noRows } from '../cells.ts'
import type { View } from '../view.ts'

type Row = QueryRows['rows'][number]

/** Formats rows with the query's column names. */
export const queryRowsView: View<QueryRows> = ({ columns, rows }, looks) =>
  rows.length === 0 ? noRows('rows') : table(rows, columns.map(columnOf), looks)

/** Columns that stay longest if not all of them fit. The first one is dropped last. */
const telling = ['id', 'topic', 'state', 'status', 'method', 'kind', 'name', 'reason', 'at']

function columnOf(name: string, at: number): Column<Row> {
  const place = telling.indexOf(name.toLowerCase())
  const rank = place === -1 ? 0 : telling.length - place
  return { header: name.toUpperCase(), kind: 'unknown', rank, cell: (row) => cellText(row[at]) }
}
