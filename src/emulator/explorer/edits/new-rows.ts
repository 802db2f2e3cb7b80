import type { StoreTable } from '../../tables/store-table.ts'
import { edit, editIn, type Edit } from './edit.ts'

/** Returns the edit that creates a row of a table, or null if only apps create its rows or they derive from others. */
export function newRowOf(place: StoreTable): Edit | null {
  const made = makers[place.name]
  return made === undefined ? null : editIn(place, made)
}

const makers: Readonly<Partial<Record<string, Edit>>> = {
  orders: edit('new', 'Place order', 'placeOrder', { asks: { region: '', paid: '' } }),
  products: edit('new', 'Create product', 'createProduct', {
    asks: { name: '', prices: '', sku: '', stock: '0', status: 'A' },
  }),
  warehouses: edit('new', 'Create warehouse', 'createWarehouse', { asks: { name: '', code: '', region: '' } }),
  shipping_profiles: edit('new', 'Add profile', 'addShippingProfile', {
    asks: { name: '', profileType: 'flat_rate', isDefault: '' },
  }),
  shipping_packages: edit('new', 'Add package', 'addShippingPackage', {
    asks: { name: '', lengthCm: '', widthCm: '', heightCm: '', maxWeightKg: '', emptyWeightG: '0', isDefault: '' },
  }),
}
