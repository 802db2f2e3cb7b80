import type { ResponseOf } from '../catalog/endpoint.ts'
import type { taxRules } from '../catalog/tax-rules.ts'
import { table, type Column } from '../terminal/table.ts'
import { noRows, orDash } from './cells.ts'
import { listView, type ListView } from './view.ts'

type TaxRules = ResponseOf<typeof taxRules.list>

const columns: readonly Column<TaxRules['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'NAME', cell: ({ name }) => orDash(name) },
  { header: 'RATE', cell: ({ rate }) => `${String(rate)} %`, right: true },
  { header: 'DEFAULT', cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
  { header: 'DESCRIPTION', cell: ({ description }) => orDash(description) },
]

export const taxRuleTable: ListView<TaxRules, TaxRules['items'][number]> = listView(
  columns,
  ({ items }, { width, style }) =>
    items.length === 0 ? noRows('tax rules') : table(items, columns, { width, heading: style.dim }),
)
