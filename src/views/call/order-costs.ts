import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { orderCosts } from '../../catalog/resources/order-costs.ts'
import { table, type Column } from '../../terminal/table.ts'
import { money, noRows, orDash } from '../cells.ts'
import type { View } from '../view.ts'

type CostLines = ResponseOf<typeof orderCosts.list>

const columns: readonly Column<CostLines[number]>[] = [
  { header: 'REF', rank: 9, cell: ({ externalRef }) => orDash(externalRef) },
  { header: 'TYPE', rank: 7, cell: ({ costType }) => orDash(costType) },
  { header: 'AMOUNT', rank: 8, cell: ({ amount, currency }) => money(amount, currency), kind: 'money' },
  { header: 'DESCRIPTION', kind: 'prose', rank: 5, cell: ({ description }) => orDash(description) },
  { header: 'CREATED', rank: 4, cell: ({ createdAt }) => orDash(createdAt), kind: 'time' },
]

/** Formats the cost lines of one order. It shows no sum, because only the platform adds lines up. */
export const costTable: View<CostLines> = (lines, looks) =>
  lines.length === 0 ? noRows('cost lines') : table(lines, columns, looks)

/** A first write returns `updated: false`, which is not an error (A39). */
export const writtenCost: View<ResponseOf<typeof orderCosts.put>> = ({ updated }) =>
  updated ? 'Cost line updated.' : 'Cost line saved.'

export const deletedCost: View<ResponseOf<typeof orderCosts.delete>> = ({ deleted }) =>
  deleted === 0 ? 'No such cost line.' : 'Cost line deleted.'
