import { expect, it } from 'vitest'

import { endpoints } from '../../../src/catalog/catalog.ts'
import { createRouter } from '../../../src/emulator/api/router.ts'

const route = (method: string, path: string) =>
  createRouter(endpoints.map((endpoint) => ({ endpoint, value: endpoint.id })))(method, path)

it.each([
  ['GET', '/orders', 'orders.list', {}],
  ['GET', '/orders/7', 'orders.get', { id: '7' }],
  ['DELETE', '/orders/7/costs/fee', 'order-costs.delete', { id: '7', externalRef: 'fee' }],
  ['DELETE', '/orders/7/costs/a%2Fb%20%7B', 'order-costs.delete', { id: '7', externalRef: 'a/b {' }],
])('routes %s %s to %s and decodes the parameters (GEN-038)', (method, path, value, params) => {
  expect(route(method, path)).toEqual({ value, params })
})

it.each(['/orders/', '/orders//costs/fee', '/orders/7/costs/', '/orders/%E0%A4%A', '/orders/7/costs/%', '/orders/7/x'])(
  'does not match an empty segment or an invalid percent escape: %s (GEN-038)',
  (path) => {
    expect(route('GET', path)).toBeNull()
    expect(route('DELETE', path)).toBeNull()
  },
)

it('a literal path has precedence over a parameter, whatever the declaration order', () => {
  const [endpoint] = endpoints
  if (endpoint === undefined) throw new Error('The catalog is empty.')
  const declared = ['/products/{id}', '/products/delta'].map((path) => ({
    endpoint: { ...endpoint, path },
    value: path,
  }))

  for (const routes of [declared, declared.toReversed()]) {
    const find = createRouter(routes)
    expect(find(endpoint.method, '/products/delta')?.value).toBe('/products/delta')
    expect(find(endpoint.method, '/products/7')?.value).toBe('/products/{id}')
  }
})
