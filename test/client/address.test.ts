import { expect, it } from 'vitest'

import { apiUrl, endpointPath, rawPath } from '../../src/client/address.ts'

const base = new URL('http://127.0.0.1:4800')

it('builds addresses below the base address and /api/apps/v1 (GEN-020 GEN-026)', () => {
  expect(apiUrl(base, '/orders', { page: 2, status: 'paid', gone: undefined }).href).toBe(
    'http://127.0.0.1:4800/api/apps/v1/orders?page=2&status=paid',
  )
  expect(apiUrl(new URL('https://api.example.com/base/'), '/context').href).toBe(
    'https://api.example.com/base/api/apps/v1/context',
  )
})

it('encodes a path parameter as one segment', () => {
  expect(endpointPath('/orders/{id}/costs/{externalRef}', { id: '42', externalRef: 'a/b ?#%2e' })).toBe(
    '/orders/42/costs/a%2Fb%20%3F%23%252e',
  )
})

it.each(['.', '..', '../../oauth/token', 'a/../b', '..\\x', '', 'a\nb', 'a\u0000b', '\ud800'])(
  'rejects the path parameter %j (T33)',
  (externalRef) => {
    expect(() => endpointPath('/orders/{id}/costs/{externalRef}', { id: '1', externalRef })).toThrow(
      expect.objectContaining({ code: 'api.bad-path' }),
    )
  },
)

it.each([
  '/orders/../../oauth/token',
  '/orders/%2e%2e/%2E%2E/oauth/token',
  '/orders/%2f%2fevil.example',
  '//evil.example/x',
  '/a//b',
  'https://evil.example/api/apps/v1/orders',
  '/orders\\..\\x',
  '/orders%5c..',
  '/.',
  'orders',
  '',
  '/orders?x=1',
  '/orders#x',
  '/a b',
  '/a\tb',
  '/a%0ab',
  '/a\u0000',
])('rejects the raw path %j (T33)', (path) => {
  expect(() => rawPath(path)).toThrow(expect.objectContaining({ code: 'api.bad-path' }))
})

it('rejects a path that parsing would change, regardless of its origin (T33)', () => {
  for (const path of ['/x/../y', '/%2e%2e/y', '/ä', '/x?y']) {
    expect(() => apiUrl(base, path)).toThrow(expect.objectContaining({ code: 'api.bad-path' }))
  }
})

it('lets plain paths through unchanged', () => {
  expect(rawPath('/orders/42/costs/a%20b')).toBe('/orders/42/costs/a%20b')
})
