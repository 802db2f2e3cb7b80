import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import type { StoreRegion } from '../../../control/contract.ts'
import { integer, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { productWords } from '../../db/store/admin-indexes.ts'
import { money } from '../../pages/money.ts'
import { page } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { noMatch, searchBox, searchedText } from '../../pages/search-box.ts'
import { stockOfProduct, sumOfStock } from '../../store/stock/stock.ts'
import { readList, type ListPage } from '../read-list.ts'
import { productPicture } from '../records/pictures.ts'
import { productStatus, statusBadge } from '../status-badge.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'

/** Lists all products of the store except deleted ones, with the price in the selected region. */
export function productsList(visit: AdminVisit): Promise<Response> {
  const { context, session, url } = visit
  const { store, region } = session
  const search = searchedText(url)
  const query = { regionId: region.id, search, before: pageStart(url) }
  const { rows, last } = findProducts(context.storeDb(store.id), query)
  const empty =
    search === ''
      ? html`No products yet. Add one:
          <code>app emulator product create --store ${store.code} --name Lamp --price ${region.code}=100</code>`
      : noMatch(url, 'products')
  return page({
    title: 'Products',
    ...visitFrame(visit),
    width: 'wide',
    body: html`<p class="lead">
        Products of all regions, with prices in ${region.code}. <a href="/admin/goods">Stock and shipping</a>
      </p>
      ${searchBox({ url, hint: 'Name or SKU' })}
      ${recordTable({ columns, rows: rows.map((row) => cells(row, region)), empty }, 'Products')} ${pager(url, last)}`,
  })
}

interface ProductQuery {
  readonly regionId: number
  readonly search: string
  readonly before: number
}

function findProducts(db: DatabaseSync, { regionId, search, before }: ProductQuery): ListPage {
  const all = "SELECT id FROM products WHERE status <> 'D'"
  // `LIKE` is avoided because it treats `%` and `_` as wildcards.
  const matches = `SELECT id FROM products INDEXED BY products_by_words
    WHERE status <> 'D' AND instr(${productWords}, lower(:search)) > 0`
  return readList(db, {
    parts: [search === '' ? all : matches],
    values: { region: regionId, ...(search === '' ? {} : { search }) },
    select: `SELECT p.id, p.name, p.sku, p.status, p.owner_app_key, p.updated_at, c.price, ${stockOfProduct} AS stock
      FROM found CROSS JOIN products p ON p.id = found.id
      LEFT JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = :region`,
    before,
  })
}

const columns = [
  { title: html`<span class="unseen">Picture</span>` },
  'Product',
  'SKU',
  'Status',
  'Owner',
  numbers('Stock'),
  numbers('Price'),
]

function cells(product: Row, region: StoreRegion) {
  const price = textOrNull(product, 'price')
  return [
    productPicture(product),
    html`<a class="name" href="/admin/products/${integer(product, 'id')}">${text(product, 'name')}</a>`,
    textOrNull(product, 'sku') ?? '',
    statusBadge(productStatus(text(product, 'status'))),
    textOrNull(product, 'owner_app_key') ?? 'store',
    sumOfStock(textOrNull(product, 'stock')),
    price === null ? html`<small>not sold in ${region.code}</small>` : money(price, region),
  ]
}
