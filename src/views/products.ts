import type { ResponseOf } from '../catalog/endpoint.ts'
import type { products } from '../catalog/products.ts'
import { table, type Column } from '../terminal/table.ts'
import { escapeCell } from '../values/escape.ts'
import { facts, money, noRows, orDash } from './cells.ts'
import type { View } from './view.ts'

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

export const productTable: View<ProductPage> = ({ items, totalCount, page, pageSize }, { width, style }) => {
  if (items.length === 0) return noRows('products')
  const rows = table(items, columns, { width, heading: style.dim })
  if (width === 0 || totalCount === undefined) return rows
  const summary = escapeCell(`${items.length} of ${totalCount} products, page ${page} (${pageSize} a page)`)
  return `${rows}\n${style.dim(summary)}`
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
