import { attributes } from './attributes.ts'
import { categories } from './categories.ts'
import { context } from './context.ts'
import type { EndpointFacts } from './endpoint.ts'
import { inventory } from './inventory.ts'
import { media } from './media.ts'
import { orderCosts } from './order-costs.ts'
import { orders } from './orders.ts'
import { prices } from './prices.ts'
import { products } from './products.ts'
import { reconciliation } from './reconciliation.ts'
import { shippingPackages } from './shipping-packages.ts'
import { shippingProfiles } from './shipping-profiles.ts'
import { storeInfo } from './store-info.ts'
import { storefrontTargets } from './storefront-targets.ts'
import { taxRules } from './tax-rules.ts'
import { warehouses } from './warehouses.ts'

/** All rooms of the REST API by the resource's name in `app call <resource> <verb>`. */
export const catalog = {
  context,
  orders,
  'order-costs': orderCosts,
  products,
  prices,
  warehouses,
  inventory,
  'tax-rules': taxRules,
  'shipping-profiles': shippingProfiles,
  'shipping-packages': shippingPackages,
  'store-info': storeInfo,
  'storefront-targets': storefrontTargets,
  reconciliation,
  categories,
  attributes,
  media,
}

/** Every endpoint, in the order of the rooms. */
export const endpoints: readonly EndpointFacts[] = Object.values(catalog).flatMap((room) => Object.values(room))

type Room = keyof typeof catalog

/** `resource.verb` of every endpoint. */
export type EndpointId = { [R in Room]: `${R}.${string & keyof (typeof catalog)[R]}` }[Room]
