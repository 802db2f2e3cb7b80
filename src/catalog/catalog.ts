import type { EndpointFacts } from './endpoint.ts'
import { attributes } from './resources/attributes.ts'
import { categories } from './resources/categories.ts'
import { context } from './resources/context.ts'
import { inventory } from './resources/inventory.ts'
import { media } from './resources/media.ts'
import { orderCosts } from './resources/order-costs.ts'
import { orders } from './resources/orders.ts'
import { prices } from './resources/prices.ts'
import { products } from './resources/products.ts'
import { reconciliation } from './resources/reconciliation.ts'
import { shippingPackages } from './resources/shipping-packages.ts'
import { shippingProfiles } from './resources/shipping-profiles.ts'
import { storeInfo } from './resources/store-info.ts'
import { storefrontTargets } from './resources/storefront-targets.ts'
import { taxRules } from './resources/tax-rules.ts'
import { warehouses } from './resources/warehouses.ts'

/** All resources of the REST API by their name in `app call <resource> <verb>`. */
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

/** Every endpoint, in the order of the resources. */
export const endpoints: readonly EndpointFacts[] = Object.values(catalog).flatMap((resource) => Object.values(resource))

type Resource = keyof typeof catalog

/** `resource.verb` of every endpoint. */
export type EndpointId = { [R in Resource]: `${R}.${string & keyof (typeof catalog)[R]}` }[Resource]
