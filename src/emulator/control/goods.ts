import type { goods } from '../../control/operations/goods.ts'
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
import type { World } from '../world.ts'
import type { ControlHandlersFor } from './handler.ts'

export const goodsHandlers: ControlHandlersFor<typeof goods> = {
  createProduct: ({ world }, input) => createProduct(world, idOf(world, input), input),
  editProduct: ({ world }, input) => editProduct(world, { storeId: idOf(world, input), productId: input.id }, input),
  setStock: ({ world }, input) => setStock(world, { storeId: idOf(world, input), productId: input.id }, input),
  shareStock: ({ world }, input) => shareStock(world, { storeId: idOf(world, input), productId: input.id }, input),
  changeProduct: ({ world }, input) =>
    changeProduct(world, { storeId: idOf(world, input), productId: input.id }, input.operation),
  changeTaxRate: ({ world }, input) => changeTaxRate(world, idOf(world, input), input.id, input.rate),
  createWarehouse: ({ world }, input) => createWarehouse(world, idOf(world, input), input),
  makeDefaultWarehouse: ({ world }, input) => makeDefaultWarehouse(world, idOf(world, input), input.id),
  changeRegion: ({ world }, input) => changeRegion(world, idOf(world, input), input.region, input.operation),
  addShippingProfile: ({ world }, input) => addShippingProfile(world, idOf(world, input), input),
  addShippingPackage: ({ world }, input) => addShippingPackage(world, idOf(world, input), input),
  removeShippingProfile: ({ world }, input) => removeShipping(world, idOf(world, input), 'profile', input.id),
  removeShippingPackage: ({ world }, input) => removeShipping(world, idOf(world, input), 'package', input.id),
}

function idOf(world: World, { store }: { readonly store: string }): number {
  return getStore(world, store).id
}
