import { catalog } from '../../catalog/catalog.ts'
import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { AllHandlers, Handler } from './handler.ts'
import { queryReader, type QueryReader } from './read-input.ts'
import { attributesHandlers } from './rooms/attributes.ts'
import { categoriesHandlers } from './rooms/categories.ts'
import { contextHandlers } from './rooms/context.ts'
import { inventoryHandlers } from './rooms/inventory.ts'
import { mediaHandlers } from './rooms/media.ts'
import { orderCostsHandlers } from './rooms/order-costs.ts'
import { ordersHandlers } from './rooms/orders.ts'
import { pricesHandlers } from './rooms/prices.ts'
import { productsHandlers } from './rooms/products.ts'
import { reconciliationHandlers } from './rooms/reconciliation.ts'
import { shippingPackagesHandlers } from './rooms/shipping-packages.ts'
import { shippingProfilesHandlers } from './rooms/shipping-profiles.ts'
import { storeInfoHandlers } from './rooms/store-info.ts'
import { storefrontTargetsHandlers } from './rooms/storefront-targets.ts'
import { taxRulesHandlers } from './rooms/tax-rules.ts'
import { warehousesHandlers } from './rooms/warehouses.ts'

/** One line for each room of the catalog; a room or an endpoint that is left out does not compile. */
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

/** What the pipeline needs of an endpoint, made once. */
export interface Route {
  readonly endpoint: EndpointFacts
  readonly handler: Handler<EndpointFacts>
  readonly readQuery: QueryReader
}

/** Every endpoint with its handler. */
export function allRoutes(): { readonly endpoint: EndpointFacts; readonly value: Route }[] {
  return Object.entries(catalog).flatMap(([room, endpoints]) =>
    Object.entries(endpoints as Readonly<Record<string, EndpointFacts>>).map(([verb, endpoint]) => ({
      endpoint,
      value: { endpoint, handler: handlerOf(room, verb), readQuery: queryReader(endpoint) },
    })),
  )
}

/** `AllHandlers` has shown that each is there and takes the input of its own endpoint, which the pipeline hands to it and to no other. */
function handlerOf(room: string, verb: string): Handler<EndpointFacts> {
  const rooms = handlers as unknown as Readonly<Record<string, Readonly<Record<string, Handler<EndpointFacts>>>>>
  const handler = rooms[room]?.[verb]
  if (handler === undefined) throw new TypeError(`No handler for ${room}.${verb}.`)
  return handler
}
