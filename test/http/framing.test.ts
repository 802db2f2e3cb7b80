import { expect, it } from 'vitest'

import { readFraming, mayFrame } from '../../src/http/framing.ts'

const admin = new URL('http://localhost:4801')
const own = new URL('http://127.0.0.1:3000')

function allows(policy: string | readonly string[], framer: URL = admin, options?: string): boolean {
  const policies = typeof policy === 'string' ? [policy] : policy
  const headers = [
    ...policies.map((text) => ['Content-Security-Policy', text] as const),
    ...(options === undefined ? [] : [['X-Frame-Options', options] as const]),
  ]
  return mayFrame(readFraming(headers), { framer, own })
}

it.each([
  ['frame-ancestors http://localhost:4801', true],
  ["default-src 'none'; FRAME-ANCESTORS  http://localhost:4801 https://b.example", true],
  ['frame-ancestors http://localhost:*', true],
  ['frame-ancestors http:', true],
  ['frame-ancestors *', true],
  ['frame-ancestors localhost:4801', true],
  ['frame-ancestors http://localhost', false],
  ['frame-ancestors https://localhost:4801', false],
  ['frame-ancestors http://127.0.0.1:4801', false],
  ["frame-ancestors 'self'", false],
  ["frame-ancestors 'none'", false],
  ['frame-ancestors', false],
  ["default-src 'none'", true],
])('reads %s as browsers do', (policy, isAllowed) => {
  expect(allows(policy)).toBe(isAllowed)
})

it('supports host wildcards, and http: also matches its secure form', () => {
  expect(allows('frame-ancestors http://*.shop.example', new URL('https://a.shop.example'))).toBe(true)
  expect(allows('frame-ancestors https://*.shop.example', new URL('https://a.shop.example'))).toBe(true)
  expect(allows('frame-ancestors https://*.shop.example', new URL('https://shop.example'))).toBe(false)
  expect(allows('frame-ancestors http:', new URL('https://a.example'))).toBe(true)
})

it('requires every policy to allow framing, and reads the first of two equal directives', () => {
  expect(allows(['frame-ancestors *', "frame-ancestors 'none'"])).toBe(false)
  expect(allows("frame-ancestors *, frame-ancestors 'none'")).toBe(false)
  expect(allows("frame-ancestors *; frame-ancestors 'none'")).toBe(true)
})

it('reads X-Frame-Options only if no policy has a framing rule', () => {
  expect(allows("default-src 'none'", admin, 'DENY')).toBe(false)
  expect(allows("default-src 'none'", admin, 'SAMEORIGIN')).toBe(false)
  expect(allows("default-src 'none'", own, 'SAMEORIGIN')).toBe(true)
  expect(allows("default-src 'none'", admin, 'ALLOW-FROM http://b.example')).toBe(true)
  expect(allows('frame-ancestors http://localhost:4801', admin, 'DENY')).toBe(true)
})
