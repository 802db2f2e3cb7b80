import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { taxRules } from '../../catalog/resources/tax-rules.ts'
import { table, type Column } from '../../terminal/table.ts'
import { noRows, orDash } from '../cells.ts'
import { listView, type ListView } from '../view.ts'

type TaxRules = ResponseOf<typeof taxRules.list>

const columns: readonly Column<TaxRules['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ name }) => orDash(name) },
  { header: 'RATE', rank: 9, cell: ({ rate }) => `${String(rate)} %`, kind: 'number' },
  { header: 'DEFAULT', rank: 7, cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
  { header: 'DESCRIPTION', kind: 'prose', rank: 5, cell: ({ description }) => orDash(description) },
]

export const taxRuleTable: ListView<TaxRules, TaxRules['items'][number]> = listView(columns, ({ items }, looks) =>
  items.length === 0 ? noRows('tax rules') : table(items, columns, looks),
)
