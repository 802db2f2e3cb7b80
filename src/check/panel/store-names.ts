/** Names under which apps read the store and the region from a URL, a header or a cookie. */
export const storeNames: readonly string[] = [
  'storeId',
  'store_id',
  'StoreId',
  'store',
  'shop',
  'shopId',
  'shop_id',
  'tenant',
  'id',
]
export const regionNames: readonly string[] = ['regionId', 'region_id', 'RegionId', 'region']
