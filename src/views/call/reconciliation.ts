import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { reconciliation } from '../../catalog/resources/reconciliation.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { counted, facts, noRows, orDash, sentence } from '../cells.ts'
import { listView, type ListView, type View } from '../view.ts'

type Page = ResponseOf<typeof reconciliation.list>

const columns: readonly Column<Page['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ name }) => orDash(name) },
  { header: 'SKU', rank: 7, cell: ({ sku }) => orDash(sku) },
  { header: 'GTIN', rank: 6, cell: ({ gtin }) => orDash(gtin) },
  { header: 'MPN', rank: 5, cell: ({ mpn }) => orDash(mpn) },
  { header: 'CATEGORY', kind: 'prose', rank: 3, cell: ({ category }) => orDash(category?.name) },
  { header: 'OWNERSHIP', rank: 4, cell: ({ ownership }) => orDash(ownership) },
]

/** Formats the rows that can be adopted. Equal names prove nothing, so the view matches no rows (RECON-014). */
export const unmanagedTable: ListView<Page, Page['items'][number]> = listView(
  columns,
  ({ items, totalCount, page, pageSize }, looks) => {
    if (items.length === 0) return noRows('unmanaged products')
    const rows = table(items, columns, looks)
    if (looks.width === 0 || totalCount === undefined) return rows
    const summary = escapeCell(
      `${items.length} of ${counted(totalCount, 'product')}, page ${page} (${pageSize} per page)`,
    )
    return `${rows}\n${looks.style.dim(sentence(summary, looks))}`
  },
)

export const adoptedProduct: View<ResponseOf<typeof reconciliation.adopt>> = (answer) => {
  const product = `Product ${answer.productId}`
  const reference = escapeCell(orDash(answer.externalRef))
  return answer.idempotent
    ? `${product} is already adopted as ${reference}. Nothing was written.`
    : `${product} adopted as ${reference}.`
}

export const refreshContext: View<ResponseOf<(typeof reconciliation)['refresh-context']>> = (answer, looks) =>
  facts(
    [
      ['Product', `id ${answer.productId}`],
      ['Type', orDash(answer.productType)],
      ['SKU', orDash(answer.current?.sku)],
      ['GTIN', orDash(answer.current?.gtin)],
      ['Locked', orDash(answer.fieldLocks?.join(', '))],
      ['Evidence', orDash(answer.evidenceDigest)],
    ],
    looks,
  )

export const regeneratedSku: View<ResponseOf<(typeof reconciliation)['regenerate-sku']>> = (answer) => {
  const sku = escapeCell(orDash(answer.sku))
  const change = answer.changed ? `${escapeCell(orDash(answer.previousSku))} became ${sku}` : `${sku} is unchanged`
  const lock = answer.fieldLockTransferred ? ' The SKU lock now covers the new SKU.' : ''
  const before = answer.idempotent ? ' The SKU was already regenerated. Nothing was written.' : ''
  return `SKU of product ${answer.productId}: ${change} (audit ${answer.auditId}).${lock}${before}`
}
