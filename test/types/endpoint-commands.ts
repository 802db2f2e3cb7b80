import type { EndpointId } from '../../src/catalog/catalog.ts'
import type { AppCommandClass } from '../../src/command.ts'

/** The command module of every endpoint: one that is left out, or that is no endpoint's command, does not compile. */
export const commandOfEndpoint = {
  'context.get': () => import('../../src/commands/call/context/get.ts'),
  'orders.list': () => import('../../src/commands/call/orders/list.ts'),
  'orders.get': () => import('../../src/commands/call/orders/get.ts'),
  'orders.import': () => import('../../src/commands/call/orders/import.ts'),
  'order-costs.list': () => import('../../src/commands/call/order-costs/list.ts'),
  'order-costs.put': () => import('../../src/commands/call/order-costs/put.ts'),
  'order-costs.delete': () => import('../../src/commands/call/order-costs/delete.ts'),
  'products.list': () => import('../../src/commands/call/products/list.ts'),
  'products.get': () => import('../../src/commands/call/products/get.ts'),
  'products.create': () => import('../../src/commands/call/products/create.ts'),
  'products.update': () => import('../../src/commands/call/products/update.ts'),
  'products.bulk': () => import('../../src/commands/call/products/bulk.ts'),
  'products.delta': () => import('../../src/commands/call/products/delta.ts'),
  'prices.set': () => import('../../src/commands/call/prices/set.ts'),
  'prices.bulk': () => import('../../src/commands/call/prices/bulk.ts'),
  'warehouses.list': () => import('../../src/commands/call/warehouses/list.ts'),
  'warehouses.create': () => import('../../src/commands/call/warehouses/create.ts'),
  'warehouses.claim': () => import('../../src/commands/call/warehouses/claim.ts'),
  'warehouses.release': () => import('../../src/commands/call/warehouses/release.ts'),
  'tax-rules.list': () => import('../../src/commands/call/tax-rules/list.ts'),
  'reconciliation.list': () => import('../../src/commands/call/reconciliation/list.ts'),
  'reconciliation.adopt': () => import('../../src/commands/call/reconciliation/adopt.ts'),
  'reconciliation.refresh-context': () => import('../../src/commands/call/reconciliation/refresh-context.ts'),
  'reconciliation.regenerate-sku': () => import('../../src/commands/call/reconciliation/regenerate-sku.ts'),
  'shipping-profiles.list': () => import('../../src/commands/call/shipping-profiles/list.ts'),
  'shipping-packages.list': () => import('../../src/commands/call/shipping-packages/list.ts'),
  'store-info.get': () => import('../../src/commands/call/store-info/get.ts'),
  'storefront-targets.list': () => import('../../src/commands/call/storefront-targets/list.ts'),
} satisfies Record<EndpointId, () => Promise<{ default: AppCommandClass<void> }>>
