import type { ProductOperation, RegionOperation } from '../../../control/store-contract.ts'
import { integer, integerOrNull, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { planOf } from '../../platform/plans.ts'
import { orderOperationWords, productOperationWords } from '../../store/operation-words.ts'
import { readOrder } from '../../store/orders/order-event.ts'
import { allowedOperations } from '../../store/orders/order-steps.ts'
import type { StoreTable } from '../../tables/store-table.ts'
import { edit, editIn, type Edit, type RowEdits } from './edit.ts'

/** Edits for the rows of each table. Apps write the other rows, or they derive from these. */
const rowEdits: Readonly<Partial<Record<string, RowEdits>>> = {
  orders: orderEdits,
  products: productEdits,
  prices: priceEdits,
  stock: stockEdits,
  warehouses: warehouseEdits,
  tax_rules: taxEdits,
  shipping_profiles: (_, row) => [edit('remove', 'Remove profile', 'removeShippingProfile', { input: idOf(row) })],
  shipping_packages: (_, row) => [edit('remove', 'Remove package', 'removeShippingPackage', { input: idOf(row) })],
  regions: regionEdits,
  installs: installEdits,
  deliveries: (_, row) =>
    row['state'] === 'pending' ? [] : [edit('redeliver', 'Redeliver', 'redeliver', { input: idOf(row) })],
}

/** Returns the possible edits of this row, none if only apps write it. */
export function listEdits(place: StoreTable, row: Row): Edit[] {
  return (rowEdits[place.name]?.(place, row) ?? []).map((one) => editIn(place, one))
}

function idOf(row: Row): { readonly id: number } {
  return { id: integer(row, 'id') }
}

function orderEdits({ context, store }: StoreTable, row: Row): Edit[] {
  const { id } = idOf(row)
  return allowedOperations(readOrder(context, { storeId: store.id, orderId: id })).map((operation) =>
    edit(operation, orderOperationWords[operation], 'changeOrder', {
      input: { id, operation },
      asks: operation === 'ship' ? { carrier: '', trackingNumber: '' } : {},
    }),
  )
}

function productEdits(_: StoreTable, row: Row): Edit[] {
  if (row['status'] === 'D') return []
  const input = idOf(row)
  const change = (operation: ProductOperation) =>
    edit(operation, productOperationWords[operation], 'changeProduct', { input: { ...input, operation } })
  return [
    change(row['status'] === 'A' ? 'unpublish' : 'publish'),
    change('delete'),
    edit('edit', 'Change product', 'editProduct', {
      input,
      asks: {
        name: text(row, 'name'),
        description: textOrNull(row, 'description') ?? '',
        categoryId: textOrNull(row, 'category_id') ?? '',
        prices: '',
      },
    }),
    edit('stock', 'Set stock', 'setStock', { input, asks: { quantity: '', warehouseId: '', variantId: '' } }),
  ]
}

/** Returns no edit for a variant's price, which only apps change. */
function priceEdits({ store }: StoreTable, row: Row): Edit[] {
  const region = store.regions.find(({ id }) => id === integer(row, 'region_id'))
  if (region === undefined || integer(row, 'variant_id') !== 0) return []
  const asks = { prices: `${region.code}=${text(row, 'price')}` }
  return [edit('price', 'Change price', 'editProduct', { input: { id: integer(row, 'product_id') }, asks })]
}

function stockEdits(_: StoreTable, row: Row): Edit[] {
  const variantId = integer(row, 'variant_id')
  const place = { id: integer(row, 'product_id'), warehouseId: integer(row, 'warehouse_id') }
  // 0 is the product itself.
  const input = variantId === 0 ? place : { ...place, variantId }
  return [edit('stock', 'Set stock', 'setStock', { input, asks: { quantity: text(row, 'quantity') } })]
}

function warehouseEdits(_: StoreTable, row: Row): Edit[] {
  if (row['is_default'] === 1 || row['owner_app_key'] !== null) return []
  return [edit('default', 'Set as default', 'makeDefaultWarehouse', { input: idOf(row) })]
}

function taxEdits(_: StoreTable, row: Row): Edit[] {
  if (row['active'] === 0) return []
  return [edit('rate', 'Change rate', 'changeTaxRate', { input: idOf(row), asks: { rate: text(row, 'rate') } })]
}

function regionEdits(_: StoreTable, row: Row): Edit[] {
  const change = (operation: RegionOperation, label: string) =>
    edit(operation, label, 'changeRegion', { input: { region: text(row, 'id'), operation } })
  if (row['active'] === 0) return [change('activate', 'Open region')]
  return row['is_default'] === 1 ? [] : [change('deactivate', 'Close region')]
}

function installEdits({ context, store }: StoreTable, row: Row): Edit[] {
  if (row['removed_at'] !== null) return []
  const key = text(row, 'app_key')
  return [
    edit('uninstall', 'Uninstall', 'uninstall', { input: { key, regionId: integerOrNull(row, 'region_id') } }),
    edit('plan', 'Set plan', 'setPlan', {
      input: { key },
      asks: { plan: planOf(context, { appKey: key, storeId: store.id }) },
    }),
  ]
}
