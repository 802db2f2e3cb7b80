import { expect, it } from 'vitest'

import { catalog, endpoints } from '../../../src/catalog/catalog.ts'
import type { warehouses } from '../../../src/catalog/resources/warehouses.ts'
import type { AllHandlers, HandlersFor } from '../../../src/emulator/api/handler.ts'
import { allRoutes, handlers } from '../../../src/emulator/api/routes.ts'

// `tsc -p tsconfig.json` reads this file: each line below must fail to compile, or the directive above it does.

const { orders: _orders, ...withoutOrders } = handlers
// @ts-expect-error a resource that is left out
export const missingResource: AllHandlers = withoutOrders

const { get: _get, ...withoutGet } = handlers.orders
// @ts-expect-error an endpoint that is left out
export const missingEndpoint: AllHandlers = { ...handlers, orders: withoutGet }

// @ts-expect-error an answer without the fields of the endpoint
export const missingField: HandlersFor<typeof warehouses> = { list: () => ({ success: true, items: [] }) }

// @ts-expect-error an answer whose money is a text, which JSON would put into quotes
export const wrongMoney: AllHandlers['products']['get'] = () => ({
  id: 1,
  name: '',
  sku: null,
  status: 'A',
  productType: 'simple',
  price: '1.00',
  currency: 'TRY',
  stockQuantity: 1,
  categoryId: null,
  imageUrl: null,
  createdAt: '2026-01-01T00:00:00Z',
})

it('every catalog endpoint has a route with its own handler', () => {
  const routes = allRoutes()

  expect(routes.map(({ endpoint }) => endpoint)).toEqual(endpoints)
  expect(new Set(routes.map(({ value }) => value.handler)).size).toBe(endpoints.length)
  expect(Object.keys(handlers)).toEqual(Object.keys(catalog))
})
