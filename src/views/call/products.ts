import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { products } from '../../catalog/resources/products.ts'
import { productStatusWords, wordOf } from '../../catalog/status-words.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { counted, facts, givenValue, money, noRows, orDash, sentence, shownMoney, shownTime } from '../cells.ts'
import { listView, type ListView, type View } from '../view.ts'
import { writtenRows } from './written-rows.ts'

type ProductPage = ResponseOf<typeof products.list>
type Product = ProductPage['items'][number]

/** The platform's letters mean other things elsewhere (A36), so their meaning is shown next to them. */
const statusOf = ({ status }: Pick<Product, 'status'>) => {
  const word = wordOf(productStatusWords, status)
  return word === status ? orDash(status) : `${status} ${word}`
}

const columns: readonly Column<Product>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ name }) => orDash(name) },
  { header: 'SKU', rank: 5, cell: ({ sku }) => orDash(sku) },
  { header: 'STATUS', rank: 6, cell: statusOf },
  { header: 'PRICE', rank: 8, cell: ({ price, currency }) => money(price, currency), kind: 'money' },
  { header: 'STOCK', rank: 4, cell: ({ stockQuantity }) => orDash(stockQuantity), kind: 'number' },
]

export const productTable: ListView<ProductPage, Product> = listView(
  columns,
  ({ items, totalCount, page, pageSize }, looks) => {
    if (items.length === 0) return noRows('products')
    const rows = table(items, columns, looks)
    if (looks.width === 0 || totalCount === undefined) return rows
    const summary = escapeCell(
      `${items.length} of ${counted(totalCount, 'product')}, page ${page} (${pageSize} per page)`,
    )
    return `${rows}\n${looks.style.dim(sentence(summary, looks))}`
  },
)

type ProductAnswer = ResponseOf<typeof products.create>

/** Formats the result of a product write. */
export const writtenProduct: View<ProductAnswer> = ({ id, created }) =>
  escapeCell(created ? `Created product ${id}.` : `Product ${id} already existed and was updated.`)

/** Formats the result of an update. */
export const updatedProduct: View<ResponseOf<typeof products.update>> = ({ id }) => escapeCell(`Updated product ${id}.`)

type BulkRow = ResponseOf<typeof products.bulk>['results'][number]

const bulkColumns: readonly Column<BulkRow>[] = [
  { header: 'REF', rank: 8, cell: ({ externalRef }) => orDash(externalRef) },
  { header: 'ID', rank: 9, cell: ({ id }) => orDash(id), kind: 'number' },
  { header: 'RESULT', rank: 9, cell: (result) => (result.success ? 'written' : notWritten(result)) },
  givenValue,
  { header: 'WHY', kind: 'prose', rank: 7, cell: ({ message }) => orDash(message) },
]

/** Formats each row of a bulk write, because HTTP 200 does not cover the rows (PROD-107). The error has the number of failures. */
export const bulkTable: View<ResponseOf<typeof products.bulk>> = ({ results, total, failed }, looks) => {
  const { rows, columns: shown, note } = writtenRows(results ?? [], bulkColumns, looks)
  const text = rows.length > 0 ? table(rows, shown, looks) + note : noRows(total > 0 ? 'failed rows' : 'rows')
  if (looks.width === 0 || failed !== 0) return text
  return `${text}\n${looks.style.dim(total === 1 ? 'Wrote 1 row.' : escapeCell(`Wrote ${orDash(total)} rows.`))}`
}

/** Returns svcapp's reason for a row without a result (call/show/bulk-report.ts), or that the row failed. */
function notWritten(result: object): string {
  return 'state' in result && typeof result.state === 'string' ? result.state.replace('-', ' ') : 'failed'
}

type DeltaPage = ResponseOf<typeof products.delta>

const deltaColumns: readonly Column<DeltaPage['items'][number]>[] = [
  { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
  { header: 'STATUS', rank: 6, cell: statusOf },
  { header: 'UPDATED', kind: 'time', rank: 6, cell: ({ updatedAt }) => orDash(updatedAt) },
  // Null for a deleted product, which tells clients to drop it and is not a broken row (DELTA-021).
  { header: 'NAME', kind: 'prose', rank: 8, cell: ({ product }) => orDash(product?.name) },
  {
    header: 'PRICE',
    rank: 8,
    cell: ({ product }) => (product ? money(product.price, product.currency) : '–'),
    kind: 'money',
  },
]

/** Formats the changes and the cursor to continue from. */
export const deltaTable: View<DeltaPage> = ({ items, nextCursor, hasMore }, looks) => {
  const rows = items.length === 0 ? noRows('changes') : table(items, deltaColumns, looks)
  // A followed stream continues automatically, so it needs no cursor.
  if (nextCursor === undefined) return rows
  const cursor = escapeCell(
    `${hasMore ? 'More changes are waiting. To fetch them' : 'No more changes. To fetch later ones'}, use --cursor '${nextCursor}'`,
  )
  return looks.width === 0 ? rows : `${rows}\n${looks.style.dim(sentence(cursor, looks))}`
}

export const productDetail: View<ResponseOf<typeof products.get>> = (product, looks) =>
  facts(
    [
      ['Product', `${orDash(product.name)} (id ${product.id})`],
      ['SKU', orDash(product.sku)],
      ['Status', statusOf(product)],
      ['Type', orDash(product.productType)],
      ['Price', shownMoney(product.price, product.currency, looks)],
      ['Stock', orDash(product.stockQuantity)],
      ['Category', orDash(product.categoryId)],
      ['Image', orDash(product.imageUrl)],
      ['Created', shownTime(product.createdAt, looks)],
    ],
    looks,
  )
