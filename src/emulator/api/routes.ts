import { catalog } from '../../catalog/catalog.ts'
import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { AllHandlers, Handler } from './handler.ts'
import { queryReader, type QueryReader } from './read-input.ts'
import { attributesHandlers } from './resources/attributes/attributes.ts'
import { categoriesHandlers } from './resources/categories/categories.ts'
import { contextHandlers } from './resources/context.ts'
import { inventoryHandlers } from './resources/inventory/inventory.ts'
import { mediaHandlers } from './resources/media.ts'
import { orderCostsHandlers } from './resources/orders/costs.ts'
import { ordersHandlers } from './resources/orders/orders.ts'
import { pricesHandlers } from './resources/prices.ts'
import { productsHandlers } from './resources/products/products.ts'
import { reconciliationHandlers } from './resources/reconciliation/reconciliation.ts'
import { shippingPackagesHandlers } from './resources/shipping/packages.ts'
import { shippingProfilesHandlers } from './resources/shipping/profiles.ts'
import { storeInfoHandlers } from './resources/store-info.ts'
import { storefrontTargetsHandlers } from './resources/storefront-targets/storefront-targets.ts'
import { taxRulesHandlers } from './resources/tax-rules.ts'
import { warehousesHandlers } from './resources/warehouses/warehouses.ts'

/** One line for each catalog resource. A missing resource or endpoint is a compile error. */
export const handlers: AllHandlers = {
  context: contextHandlers,
  orders: ordersHandlers,
  'order-costs': orderCostsHandlers,
  products: productsHandlers,
  prices: pricesHandlers,
  warehouses: warehousesHandlers,
  inventory: inventoryHandlers,
  'tax-rules': taxRulesHandlers,
  'shipping-profiles': shippingProfilesHandlers,
  'shipping-packages': shippingPackagesHandlers,
  'store-info': storeInfoHandlers,
  'storefront-targets': storefrontTargetsHandlers,
  reconciliation: reconciliationHandlers,
  categories: categoriesHandlers,
  attributes: attributesHandlers,
  media: mediaHandlers,
}

/** Endpoint data that the pipeline needs, built once. */
export interface Route {
  readonly endpoint: EndpointFacts
  readonly handler: Handler<EndpointFacts>
  readonly readQuery: QueryReader
}

/** Returns every endpoint with its handler. */
export function allRoutes(): { readonly endpoint: EndpointFacts; readonly value: Route }[] {
  return Object.entries(catalog).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints as Readonly<Record<string, EndpointFacts>>).map(([verb, endpoint]) => ({
      endpoint,
      value: { endpoint, handler: handlerOf(resource, verb), readQuery: queryReader(endpoint) },
    })),
  )
}

/** `AllHandlers` proves that every handler exists and accepts its own endpoint's input. The pipeline sends that input to no other handler. */
function handlerOf(resource: string, verb: string): Handler<EndpointFacts> {
  const resources = handlers as unknown as Readonly<Record<string, Readonly<Record<string, Handler<EndpointFacts>>>>>
  const handler = resources[resource]?.[verb]
  if (handler === undefined) throw new TypeError(`No handler for ${resource}.${verb}.`)
  return handler
}
