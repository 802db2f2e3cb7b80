import type { Context, Hono } from 'hono'

import type {
  NewProductInput,
  NewShippingPackage,
  NewShippingProfile,
  NewWarehouseInput,
  ProductOperation,
  SetStockInput,
  ShippingKind,
} from '../../control/store-contract.ts'
import { AppError } from '../../errors.ts'
import { jsonAnswer } from '../pages/page.ts'
import { getStore } from '../platform/stores.ts'
import { changeRegion } from '../store/change-region.ts'
import { changeTaxRate } from '../store/change-tax-rate.ts'
import { changeProduct } from '../store/products/change-product.ts'
import { createProduct } from '../store/products/create-product.ts'
import { addShippingPackage, addShippingProfile, removeShipping } from '../store/shipping.ts'
import { setStock } from '../store/stock/set-stock.ts'
import { createWarehouse, makeDefaultWarehouse } from '../store/stock/store-warehouse.ts'
import { readBody } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** What a store does with its own goods, places and rates. Each operation checks what it reads. */
export function addGoodsRoutes(app: Hono, { world }: ControlTools): void {
  const storeIdOf = (c: Context) => getStore(world, c.req.param('code') ?? '').id

  app.post('/stores/:code/products', async (c) =>
    jsonAnswer({ product: createProduct(world, storeIdOf(c), await bodyOf<NewProductInput>(c)) }),
  )
  app.post('/stores/:code/products/:id/stock', async (c) => {
    const place = { storeId: storeIdOf(c), productId: idOf(c) }
    return jsonAnswer({ stock: setStock(world, place, await bodyOf<SetStockInput>(c)) })
  })
  app.post('/stores/:code/products/:id/:operation', (c) => {
    const operation = oneOf(productOperations, c.req.param('operation'), 'A product')
    return jsonAnswer({ product: changeProduct(world, { storeId: storeIdOf(c), productId: idOf(c) }, operation) })
  })
  app.post('/stores/:code/tax-rules/:id/rate', async (c) => {
    const place = { storeId: storeIdOf(c), taxRuleId: idOf(c) }
    return jsonAnswer({ taxRule: changeTaxRate(world, place, await readBody(c)) })
  })
  app.post('/stores/:code/warehouses', async (c) =>
    jsonAnswer({ warehouse: createWarehouse(world, storeIdOf(c), await bodyOf<NewWarehouseInput>(c)) }),
  )
  app.post('/stores/:code/warehouses/:id/default', (c) =>
    jsonAnswer({ warehouse: makeDefaultWarehouse(world, storeIdOf(c), idOf(c)) }),
  )
  app.post('/stores/:code/regions/:region/:operation', (c) => {
    const operation = oneOf(['activate', 'deactivate'], c.req.param('operation'), 'A region')
    const change = { storeId: storeIdOf(c), wanted: c.req.param('region'), operation }
    return jsonAnswer({ region: changeRegion(world, change) })
  })
  app.post('/stores/:code/shipping-profiles', async (c) =>
    jsonAnswer({ id: addShippingProfile(world, storeIdOf(c), await bodyOf<NewShippingProfile>(c)) }),
  )
  app.post('/stores/:code/shipping-packages', async (c) =>
    jsonAnswer({ id: addShippingPackage(world, storeIdOf(c), await bodyOf<NewShippingPackage>(c)) }),
  )
  const remove = (kind: ShippingKind) => (c: Context) => {
    removeShipping(world, storeIdOf(c), { kind, id: idOf(c) })
    return jsonAnswer({})
  }
  app.post('/stores/:code/shipping-profiles/:id/remove', remove('profile'))
  app.post('/stores/:code/shipping-packages/:id/remove', remove('package'))
}

function idOf(c: Context): number {
  return Number(c.req.param('id'))
}

/** Named as what it should be; the operation checks whether it is. */
async function bodyOf<Input>(c: Context): Promise<Input> {
  return (await readBody(c)) as unknown as Input
}

const productOperations: readonly ProductOperation[] = ['publish', 'unpublish', 'delete']

function oneOf<Name extends string>(names: readonly Name[], text: string, what: string): Name {
  const found = names.find((name) => name === text)
  if (found !== undefined) return found
  throw new AppError('emulator.bad-request', `${what} can be changed by ${names.join(', ')}.`)
}
