import type { StoreRegion } from '../../../../control/contract.ts'
import {
  decimal,
  integer,
  integerOrNull,
  iso,
  jsonDecimal,
  text,
  textOrNull,
  type Row,
} from '../../../../storage/columns.ts'
import { listAllRegions } from '../../../platform/stores.ts'
import { stockOfProduct, sumOfStock } from '../../../store/stock/stock.ts'
import type { Onlooker } from '../../handler.ts'

/** Returns the region whose prices are shown: the home region without a pin (the looser reading of A5). */
export function shownRegion({ context, caller, regionId }: Onlooker): StoreRegion | undefined {
  return listAllRegions(context, caller.storeId).find(({ id, isDefault }) =>
    regionId === null ? isDefault : id === regionId,
  )
}

/** Columns that `productOf` needs from product `p` and its regional price `c`. Listed one by one, because the unused columns are long. */
export const shownColumns = `p.id, p.name, p.sku, p.status, p.product_type, p.category_id, p.image_url, p.created_at, c.price, ${stockOfProduct} AS stock`

/** Converts a row of `shownColumns` to the product of list, detail and delta (PROD-001). */
export function productOf(region: StoreRegion | undefined, row: Row) {
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    sku: textOrNull(row, 'sku'),
    status: text(row, 'status'),
    productType: text(row, 'product_type'),
    price: decimal(row, 'price'),
    currency: region?.currencyCode ?? '',
    stockQuantity: jsonDecimal(sumOfStock(textOrNull(row, 'stock'))),
    categoryId: integerOrNull(row, 'category_id'),
    imageUrl: textOrNull(row, 'image_url'),
    createdAt: iso(row, 'created_at'),
  }
}
