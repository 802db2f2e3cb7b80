import { integer, text, textOrNull } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { money } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { listAllRegions } from '../../platform/stores.ts'
import type { AdminVisit } from '../visit.ts'
import { combinationWords } from './combination-words.ts'

/** Shows the product's price in each region that sells it. A variant has its own line if its price differs. */
export function pricesTable({ context, session }: AdminVisit, productId: number): Html {
  const { id: storeId } = session.store
  const regions = listAllRegions(context, storeId)
  const prices = prepared(
    context.storeDb(storeId),
    `SELECT c.region_id, c.price, v.combination FROM prices c LEFT JOIN variants v ON v.id = c.variant_id
     WHERE c.product_id = ? ORDER BY c.region_id, c.variant_id`,
  ).all(productId)
  const rows = prices.flatMap((price) => {
    const region = regions.find(({ id }) => id === price['region_id'])
    return region === undefined
      ? []
      : [[region.code, words(textOrNull(price, 'combination')), money(text(price, 'price'), region)]]
  })
  return recordTable(
    { columns: priceColumns, rows, empty: 'No prices yet. Without a price, the product is not sold.' },
    'Prices',
  )
}

const priceColumns = ['Region', 'Variant', numbers('Price')]

/** Shows the variants of the product with their SKUs. */
export function variantsTable({ context, session }: AdminVisit, productId: number): Html {
  const rows = prepared(
    context.storeDb(session.store.id),
    'SELECT combination, sku, content_quantity FROM variants WHERE product_id = ? ORDER BY id',
  )
    .all(productId)
    .map((variant) => [
      combinationWords(text(variant, 'combination')),
      textOrNull(variant, 'sku') ?? '',
      text(variant, 'content_quantity'),
    ])
  return recordTable(
    { columns: variantColumns, rows, empty: 'No variants yet. Apps can create variants only with a new product.' },
    'Variants',
  )
}

const variantColumns = ['Variant', 'SKU', numbers('Pieces')]

/** Shows the stock in each warehouse. */
export function stockTable({ context, session }: AdminVisit, productId: number): Html {
  const rows = prepared(
    context.storeDb(session.store.id),
    `SELECT s.quantity, w.id, w.name, w.owner_app_key, v.combination FROM stock s JOIN warehouses w ON w.id = s.warehouse_id
     LEFT JOIN variants v ON v.id = s.variant_id WHERE s.product_id = ? ORDER BY w.id, s.variant_id`,
  )
    .all(productId)
    .map((stock) => [
      `${text(stock, 'name')} (${integer(stock, 'id')})`,
      textOrNull(stock, 'owner_app_key') ?? 'store',
      words(textOrNull(stock, 'combination')),
      text(stock, 'quantity'),
    ])
  return recordTable({ columns: stockColumns, rows, empty: 'No stock yet.' }, 'Stock')
}

const stockColumns = ['Warehouse', 'Managed by', 'Variant', numbers('Stock')]

function words(combination: string | null): string {
  return combination === null ? 'all' : combinationWords(combination)
}
