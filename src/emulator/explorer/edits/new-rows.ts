import type { TablePlace } from '../place.ts'
import { edit, type Edit } from './edit.ts'

/** The edit that makes a new row of a table; null where only apps make rows, or where rows follow from something else. */
export function newRowOf({ name, store }: TablePlace): Edit | null {
  return makers[name]?.(store.code) ?? null
}

const makers: Readonly<Partial<Record<string, (store: string) => Edit>>> = {
  orders: (store) =>
    edit({
      name: 'new',
      label: 'Place order',
      operation: 'placeOrder',
      input: { store },
      asks: { region: '', paid: '' },
    }),
  products: (store) =>
    edit({
      name: 'new',
      label: 'Create product',
      operation: 'createProduct',
      input: { store },
      asks: { name: '', prices: '', sku: '', stock: '0', status: 'A' },
    }),
  warehouses: (store) =>
    edit({
      name: 'new',
      label: 'Create warehouse',
      operation: 'createWarehouse',
      input: { store },
      asks: { name: '', code: '', region: '' },
    }),
  shipping_profiles: (store) =>
    edit({
      name: 'new',
      label: 'Add profile',
      operation: 'addShippingProfile',
      input: { store },
      asks: { name: '', profileType: 'flat_rate', isDefault: '' },
    }),
  shipping_packages: (store) =>
    edit({
      name: 'new',
      label: 'Add package',
      operation: 'addShippingPackage',
      input: { store },
      asks: { name: '', lengthCm: '', widthCm: '', heightCm: '', maxWeightKg: '', emptyWeightG: '0', isDefault: '' },
    }),
}
