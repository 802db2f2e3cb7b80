import { table, type Column } from '../../terminal/table.ts'
import type { ExactNumber } from '../../text/json.ts'
import { noRows, orDash } from '../cells.ts'
import type { View } from '../view.ts'

/** Orders of one currency, or of one currency and status. */
export interface OrderReportRow {
  /** Order status. Only in a report by status. */
  readonly status?: string
  readonly currency: string
  readonly orders: number
  /** Total in `currency`, with as many decimals as its most precise amount. */
  readonly total: ExactNumber
}

const columns: readonly Column<OrderReportRow>[] = [
  { header: 'CURRENCY', rank: 9, cell: ({ currency }) => orDash(currency) },
  { header: 'ORDERS', rank: 7, cell: ({ orders }) => String(orders), kind: 'number' },
  { header: 'TOTAL', rank: 8, cell: ({ total }) => String(total), kind: 'number' },
]

const statusColumn: Column<OrderReportRow> = { header: 'STATUS', rank: 9, cell: ({ status }) => orDash(status) }

/** Formats one row per currency, without a sum, because currencies do not add up (GEN-013). */
export const orderReport: View<readonly OrderReportRow[]> = (rows, looks) => {
  if (rows.length === 0) return noRows('orders')
  const shown = rows.some(({ status }) => status !== undefined) ? [statusColumn, ...columns] : columns
  return table(rows, shown, looks)
}
