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
import { allRegionsOf } from '../../../platform/stores.ts'
import { stockOfProduct, sumOfStock } from '../../../store/stock/stock.ts'
import type { Onlooker } from '../../handler.ts'

/** The region whose prices are shown; without a pin (the looser reading of A5) the home region's. */
export function shownRegion({ world, caller, regionId }: Onlooker): StoreRegion | undefined {
  return allRegionsOf(world, caller.storeId).find(({ id, isDefault }) =>
    regionId === null ? isDefault : id === regionId,
  )
}

/** What `productOf` needs of a product `p` and its price `c` in the region; by name, for the rest of a product is long and is not shown. */
export const shownColumns = `p.id, p.name, p.sku, p.status, p.product_type, p.category_id, p.image_url, p.created_at, c.price, ${stockOfProduct} AS stock`

/** The product as list, detail and delta show it (PROD-001), out of a row of `shownColumns`. */
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
