import type { ResponseOf } from '../catalog/endpoint.ts'
import type { products } from '../catalog/products.ts'
import { table, type Column } from '../terminal/table.ts'
import { escapeCell } from '../values/escape.ts'
import { facts, money, noRows, orDash } from './cells.ts'
import { listView, type ListView, type View } from './view.ts'

type ProductPage = ResponseOf<typeof products.list>
type Product = ProductPage['items'][number]

/** The platform's letters mean other things elsewhere (A36), so the words stand beside them. */
const statusWords: Readonly<Record<string, string>> = { A: 'A published', P: 'P draft', D: 'D deleted' }

const statusOf = ({ status }: Pick<Product, 'status'>) => statusWords[status] ?? orDash(status)

const columns: readonly Column<Product>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'NAME', cell: ({ name }) => orDash(name) },
  { header: 'SKU', cell: ({ sku }) => orDash(sku) },
  { header: 'STATUS', cell: statusOf },
  { header: 'PRICE', cell: ({ price, currency }) => money(price, currency), right: true },
  { header: 'STOCK', cell: ({ stockQuantity }) => orDash(stockQuantity), right: true },
]

export const productTable: ListView<ProductPage, Product> = listView(
  columns,
  ({ items, totalCount, page, pageSize }, { width, style }) => {
    if (items.length === 0) return noRows('products')
    const rows = table(items, columns, { width, heading: style.dim })
    if (width === 0 || totalCount === undefined) return rows
    const summary = escapeCell(`${items.length} of ${totalCount} products, page ${page} (${pageSize} a page)`)
    return `${rows}\n${style.dim(summary)}`
  },
)

type Written = ResponseOf<typeof products.create>

/** What a product write did. */
export const writtenProduct: View<Written> = ({ id, created }) =>
  escapeCell(created ? `Product ${id} created.` : `Product ${id} was there already; it was updated.`)

/** What an update did. */
export const updatedProduct: View<ResponseOf<typeof products.update>> = ({ id }) => escapeCell(`Product ${id} updated.`)

type BulkRow = ResponseOf<typeof products.bulk>['results'][number]

const bulkColumns: readonly Column<BulkRow>[] = [
  { header: 'REF', cell: ({ externalRef }) => orDash(externalRef) },
  { header: 'ID', cell: ({ id }) => orDash(id), right: true },
  { header: 'RESULT', cell: ({ success }) => (success ? 'written' : 'failed') },
  { header: 'WHY', cell: ({ message }) => orDash(message) },
]

/** Each row of a bulk write: HTTP 200 alone says nothing of them (PROD-107). */
export const bulkTable: View<ResponseOf<typeof products.bulk>> = ({ results, total, failed }, { width, style }) => {
  const rows = results?.length ? table(results, bulkColumns, { width, heading: style.dim }) : noRows('rows')
  return width === 0 ? rows : `${rows}\n${style.dim(escapeCell(`${orDash(failed)} of ${orDash(total)} rows failed`))}`
}

type DeltaPage = ResponseOf<typeof products.delta>

const deltaColumns: readonly Column<DeltaPage['items'][number]>[] = [
  { header: 'ID', cell: ({ id }) => String(id), right: true },
  { header: 'STATUS', cell: statusOf },
  { header: 'UPDATED', cell: ({ updatedAt }) => orDash(updatedAt) },
  // Null for a deleted product: a signal to drop it, no broken row (DELTA-021).
  { header: 'NAME', cell: ({ product }) => orDash(product?.name) },
  { header: 'PRICE', cell: ({ product }) => (product ? money(product.price, product.currency) : '–'), right: true },
]

/** What changed, and the cursor to go on from. */
export const deltaTable: View<DeltaPage> = ({ items, nextCursor, hasMore }, { width, style }) => {
  const rows = items.length === 0 ? noRows('changes') : table(items, deltaColumns, { width, heading: style.dim })
  // Whoever follows is asked for no cursor: the stream goes on by itself.
  if (nextCursor === undefined) return rows
  const cursor = escapeCell(`${hasMore ? 'More changes wait' : 'That is all'}; next: --cursor '${nextCursor}'`)
  return width === 0 ? rows : `${rows}\n${style.dim(cursor)}`
}

export const productDetail: View<ResponseOf<typeof products.get>> = (product) =>
  facts([
    ['Product', `${orDash(product.name)} (id ${product.id})`],
    ['SKU', orDash(product.sku)],
    ['Status', statusOf(product)],
    ['Type', orDash(product.productType)],
    ['Price', money(product.price, product.currency)],
    ['Stock', orDash(product.stockQuantity)],
    ['Category', orDash(product.categoryId)],
    ['Image', orDash(product.imageUrl)],
    ['Created', orDash(product.createdAt)],
  ])
