import type { goods } from '../../control/operations/goods.ts'
import type { EmulatorContext } from '../context.ts'
import { getStore } from '../platform/stores.ts'
import { changeRegion } from '../store/change-region.ts'
import { changeTaxRate } from '../store/change-tax-rate.ts'
import { changeProduct } from '../store/products/change-product.ts'
import { createProduct } from '../store/products/create-product.ts'
import { editProduct } from '../store/products/edit-product.ts'
import { setStock } from '../store/products/set-stock.ts'
import { shareStock } from '../store/products/share-stock.ts'
import { addShippingPackage, addShippingProfile, removeShipping } from '../store/shipping.ts'
import { createWarehouse, makeDefaultWarehouse } from '../store/stock/store-warehouse.ts'
import type { ControlHandlersFor } from './handler.ts'

export const goodsHandlers: ControlHandlersFor<typeof goods> = {
  createProduct: ({ context }, input) => createProduct(context, idOf(context, input), input),
  editProduct: ({ context }, input) =>
    editProduct(context, { storeId: idOf(context, input), productId: input.id }, input),
  setStock: ({ context }, input) => setStock(context, { storeId: idOf(context, input), productId: input.id }, input),
  shareStock: ({ context }, input) =>
    shareStock(context, { storeId: idOf(context, input), productId: input.id }, input),
  changeProduct: ({ context }, input) =>
    changeProduct(context, { storeId: idOf(context, input), productId: input.id }, input.operation),
  changeTaxRate: ({ context }, input) => changeTaxRate(context, idOf(context, input), input.id, input.rate),
  createWarehouse: ({ context }, input) => createWarehouse(context, idOf(context, input), input),
  makeDefaultWarehouse: ({ context }, input) => makeDefaultWarehouse(context, idOf(context, input), input.id),
  changeRegion: ({ context }, input) => changeRegion(context, idOf(context, input), input.region, input.operation),
  addShippingProfile: ({ context }, input) => addShippingProfile(context, idOf(context, input), input),
  addShippingPackage: ({ context }, input) => addShippingPackage(context, idOf(context, input), input),
  removeShippingProfile: ({ context }, input) => removeShipping(context, idOf(context, input), 'profile', input.id),
  removeShippingPackage: ({ context }, input) => removeShipping(context, idOf(context, input), 'package', input.id),
}

function idOf(context: EmulatorContext, { store }: { readonly store: string }): number {
  return getStore(context, store).id
}
