import { expect, it } from 'vitest'

import type { ApiCall } from '../../../src/check/harness/calls.ts'
import { isAbout } from '../../../src/check/harness/work.ts'

const call = (path: string, body = '') => ({ path, body: Buffer.from(body) }) as unknown as ApiCall

it.each([
  ['/api/apps/v1/orders/13', '', true],
  ['/api/apps/v1/orders/13/costs', '', true],
  ['/x?ids=12,13', '', true],
  ['/x', '{"orderId":13}', true],
  ['/x', '{"externalRef":"order-13"}', true],
  ['/api/apps/v1/orders/131', '', false],
  ['/x', '{"amount":13.5}', false],
  ['/x', '{"amount":0.13}', false],
  ['/x', '{"externalRef":"evt_ab13cd"}', false],
])('%s %s is about order 13: %s', (path, body, isMeant) => {
  expect(isAbout({ id: 13 })(call(path, body))).toBe(isMeant)
})
