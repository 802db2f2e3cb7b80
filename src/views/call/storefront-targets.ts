import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { storefrontTargets } from '../../catalog/resources/storefront-targets.ts'
import { table, type Column } from '../../terminal/table.ts'
import { noRows, orDash } from '../cells.ts'
import { listView, type ListView } from '../view.ts'

type Targets = ResponseOf<typeof storefrontTargets.list>

const columns: readonly Column<Targets['items'][number]>[] = [
  { header: 'TYPE', rank: 9, cell: ({ type }) => orDash(type) },
  { header: 'ID', rank: 9, cell: ({ id }) => orDash(id), kind: 'number' },
  { header: 'TITLE', kind: 'prose', rank: 8, cell: ({ title }) => orDash(title) },
  // The path if the region has no domain.
  { header: 'ADDRESS', rank: 7, cell: ({ url, targetPath }) => orDash(url ?? targetPath) },
]

export const targetTable: ListView<Targets, Targets['items'][number]> = listView(columns, ({ items }, looks) =>
  items.length === 0 ? noRows('pages') : table(items, columns, looks),
)
