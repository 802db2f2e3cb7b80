import type { DatabaseSync } from 'node:sqlite'

import type { EndpointFacts } from '../../../../catalog/endpoint.ts'
import type { StoreRegion } from '../../../../control/contract.ts'
import { decimal, integer, integerOrNull, iso, text, textOrNull, type Row } from '../../../../storage/columns.ts'
import { ExactNumber } from '../../../../text/json.ts'
import { allRegionsOf } from '../../../platform/stores.ts'
import { stockOf } from '../../../store/stock/stock.ts'
import type { Located } from '../../handler.ts'

/** The region whose prices are shown; without a pin (the looser reading of A5) the home region's. */
export function shownRegion({
  world,
  caller,
  regionId,
}: Pick<Located<EndpointFacts>, 'world' | 'caller' | 'regionId'>): StoreRegion | undefined {
  return allRegionsOf(world, caller.storeId).find(({ id, isDefault }) =>
    regionId === null ? isDefault : id === regionId,
  )
}

/** The product as list, detail and delta show it (PROD-001); `row` is a row of `products` with the `price` of the region. */
export function productOf(db: DatabaseSync, region: StoreRegion | undefined, row: Row) {
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    sku: textOrNull(row, 'sku'),
    status: text(row, 'status'),
    productType: text(row, 'product_type'),
    price: decimal(row, 'price'),
    currency: region?.currencyCode ?? '',
    stockQuantity: new ExactNumber(stockOf(db, integer(row, 'id')).toFixed()),
    categoryId: integerOrNull(row, 'category_id'),
    imageUrl: textOrNull(row, 'image_url'),
    createdAt: iso(row, 'created_at'),
  }
}
