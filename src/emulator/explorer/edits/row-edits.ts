import type { ProductOperation } from '../../../control/store-contract.ts'
import { integer, integerOrNull, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { planOf } from '../../platform/plans.ts'
import { orderOperationWords, productOperationWords } from '../../store/operation-words.ts'
import { readOrder } from '../../store/orders/order-event.ts'
import { allowedOperations } from '../../store/orders/order-steps.ts'
import type { TablePlace } from '../place.ts'
import { edit, type Edit, type RowEdits } from './edit.ts'

/** What can be done with the rows of each table. The other rows are written by apps, or follow from these. */
const rowEdits: Readonly<Partial<Record<string, RowEdits>>> = {
  orders: orderEdits,
  products: productEdits,
  prices: priceEdits,
  stock: stockEdits,
  warehouses: warehouseEdits,
  tax_rules: taxEdits,
  shipping_profiles: ({ store }, row) => [
    edit({
      name: 'remove',
      label: 'Remove profile',
      operation: 'removeShippingProfile',
      input: { store: store.code, id: integer(row, 'id') },
    }),
  ],
  shipping_packages: ({ store }, row) => [
    edit({
      name: 'remove',
      label: 'Remove package',
      operation: 'removeShippingPackage',
      input: { store: store.code, id: integer(row, 'id') },
    }),
  ],
  regions: regionEdits,
  installs: installEdits,
  deliveries: (_, row) =>
    row['state'] === 'pending'
      ? []
      : [edit({ name: 'redeliver', label: 'Redeliver', operation: 'redeliver', input: { id: integer(row, 'id') } })],
}

/** What can be done with this row; nothing where only apps write it. */
export function editsOf(place: TablePlace, row: Row): Edit[] {
  return rowEdits[place.name]?.(place, row) ?? []
}

function orderEdits({ world, store }: TablePlace, row: Row): Edit[] {
  const orderId = integer(row, 'id')
  return allowedOperations(readOrder(world, { storeId: store.id, orderId })).map((operation) =>
    edit({
      name: operation,
      label: orderOperationWords[operation],
      operation: 'changeOrder',
      input: { store: store.code, id: orderId, operation },
      asks: operation === 'ship' ? { carrier: '', trackingNumber: '' } : {},
    }),
  )
}

function productEdits({ store }: TablePlace, row: Row): Edit[] {
  const id = integer(row, 'id')
  if (row['status'] === 'D') return []
  const operations: ProductOperation[] = [row['status'] === 'A' ? 'unpublish' : 'publish', 'delete']
  return [
    ...operations.map((operation) =>
      edit({
        name: operation,
        label: productOperationWords[operation],
        operation: 'changeProduct',
        input: { store: store.code, id, operation },
      }),
    ),
    edit({
      name: 'edit',
      label: 'Change product',
      operation: 'editProduct',
      input: { store: store.code, id },
      asks: {
        name: text(row, 'name'),
        description: textOrNull(row, 'description') ?? '',
        categoryId: textOrNull(row, 'category_id') ?? '',
        prices: '',
      },
    }),
    edit({
      name: 'stock',
      label: 'Set stock',
      operation: 'setStock',
      input: { store: store.code, id },
      asks: { quantity: '', warehouseId: '', variantId: '' },
    }),
  ]
}

/** Only apps change the prices of variants. */
function priceEdits({ store }: TablePlace, row: Row): Edit[] {
  const region = store.regions.find(({ id }) => id === integer(row, 'region_id'))
  if (region === undefined || integer(row, 'variant_id') !== 0) return []
  return [
    edit({
      name: 'price',
      label: 'Change price',
      operation: 'editProduct',
      input: { store: store.code, id: integer(row, 'product_id') },
      asks: { prices: `${region.code}=${text(row, 'price')}` },
    }),
  ]
}

function stockEdits({ store }: TablePlace, row: Row): Edit[] {
  const variantId = integer(row, 'variant_id')
  return [
    edit({
      name: 'stock',
      label: 'Set stock',
      operation: 'setStock',
      input: {
        store: store.code,
        id: integer(row, 'product_id'),
        warehouseId: integer(row, 'warehouse_id'),
        // 0 is the product itself.
        ...(variantId === 0 ? {} : { variantId }),
      },
      asks: { quantity: text(row, 'quantity') },
    }),
  ]
}

function warehouseEdits({ store }: TablePlace, row: Row): Edit[] {
  if (row['is_default'] === 1 || row['owner_app_key'] !== null) return []
  const input = { store: store.code, id: integer(row, 'id') }
  return [edit({ name: 'default', label: 'Make it the default', operation: 'makeDefaultWarehouse', input })]
}

function taxEdits({ store }: TablePlace, row: Row): Edit[] {
  if (row['active'] === 0) return []
  const input = { store: store.code, id: integer(row, 'id') }
  return [
    edit({ name: 'rate', label: 'Change rate', operation: 'changeTaxRate', input, asks: { rate: text(row, 'rate') } }),
  ]
}

function regionEdits({ store }: TablePlace, row: Row): Edit[] {
  const input = { store: store.code, region: text(row, 'id') }
  const change = (operation: 'activate' | 'deactivate', label: string) =>
    edit({ name: operation, label, operation: 'changeRegion', input: { ...input, operation } })
  if (row['active'] === 0) return [change('activate', 'Open region')]
  return row['is_default'] === 1 ? [] : [change('deactivate', 'Close region')]
}

function installEdits({ world, store }: TablePlace, row: Row): Edit[] {
  if (row['removed_at'] !== null) return []
  const appKey = text(row, 'app_key')
  const input = { store: store.code, key: appKey }
  return [
    edit({
      name: 'uninstall',
      label: 'Uninstall',
      operation: 'uninstall',
      input: { ...input, regionId: integerOrNull(row, 'region_id') },
    }),
    edit({
      name: 'plan',
      label: 'Set plan',
      operation: 'setPlan',
      input,
      asks: { plan: planOf(world, { appKey, storeId: store.id }) },
    }),
  ]
}
