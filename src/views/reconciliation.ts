import type { ResponseOf } from '../catalog/endpoint.ts'
import type { reconciliation } from '../catalog/reconciliation.ts'
import { table, type Column } from '../terminal/table.ts'
import { escapeCell } from '../values/escape.ts'
import { facts, noRows, orDash } from './cells.ts'
import { listView, type ListView, type View } from './view.ts'

type Page = ResponseOf<typeof reconciliation.list>

const columns: readonly Column<Page['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'NAME', cell: ({ name }) => orDash(name) },
  { header: 'SKU', cell: ({ sku }) => orDash(sku) },
  { header: 'GTIN', cell: ({ gtin }) => orDash(gtin) },
  { header: 'MPN', cell: ({ mpn }) => orDash(mpn) },
  { header: 'CATEGORY', cell: ({ category }) => orDash(category?.name) },
  { header: 'OWNERSHIP', cell: ({ ownership }) => orDash(ownership) },
]

/** What may be adopted. Equal names are no proof of anything, so nothing is matched here (RECON-014). */
export const unmanagedTable: ListView<Page, Page['items'][number]> = listView(
  columns,
  ({ items, totalCount, page, pageSize }, { width, style }) => {
    if (items.length === 0) return noRows('unmanaged products')
    const rows = table(items, columns, { width, heading: style.dim })
    if (width === 0 || totalCount === undefined) return rows
    const summary = escapeCell(`${items.length} of ${totalCount} products, page ${page} (${pageSize} a page)`)
    return `${rows}\n${style.dim(summary)}`
  },
)

export const adoptedProduct: View<ResponseOf<typeof reconciliation.adopt>> = (answer) => {
  const product = `Product ${answer.productId}`
  const reference = escapeCell(orDash(answer.externalRef))
  return answer.idempotent
    ? `${product} was adopted before as ${reference}; nothing was written.`
    : `${product} adopted as ${reference}.`
}

export const refreshContext: View<ResponseOf<(typeof reconciliation)['refresh-context']>> = (answer) =>
  facts([
    ['Product', `id ${answer.productId}`],
    ['Type', orDash(answer.productType)],
    ['SKU', orDash(answer.current?.sku)],
    ['GTIN', orDash(answer.current?.gtin)],
    ['Locked', orDash(answer.fieldLocks?.join(', '))],
    ['Evidence', orDash(answer.evidenceDigest)],
  ])

export const regeneratedSku: View<ResponseOf<(typeof reconciliation)['regenerate-sku']>> = (answer) => {
  const sku = escapeCell(orDash(answer.sku))
  const change = answer.changed ? `${escapeCell(orDash(answer.previousSku))} became ${sku}` : `${sku} stays as it is`
  const lock = answer.fieldLockTransferred ? ' The lock on the SKU holds the new one.' : ''
  const before = answer.idempotent ? ' This was done before; nothing was written.' : ''
  return `SKU of product ${answer.productId}: ${change} (audit ${answer.auditId}).${lock}${before}`
}
