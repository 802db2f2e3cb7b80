import type { IncomingMessage } from 'node:http'

import { expect, it } from 'vitest'

import { createTokenWatch } from '../../../src/gateway/calls/token-watch.ts'

const start = Date.parse('2026-01-01T00:00:00Z')

function callWith(token: string): IncomingMessage {
  return { headers: { authorization: `Bearer ${token}` } } as IncomingMessage
}

it('counts the requests of a token in exactly the last minute', () => {
  const { spend } = createTokenWatch()
  const spentAt = (ms: number) => spend(callWith('svcapp_1_1_aa'), new Date(start + ms))?.spent

  expect([0, 1, 59_999].map(spentAt)).toEqual([1, 2, 3])
  expect([60_000, 60_001, 60_002].map(spentAt)).toEqual([3, 3, 4])
  expect(spentAt(180_000)).toBe(1)
})

it('counts correctly over thousands of requests', () => {
  const { spend } = createTokenWatch()
  const everyTenMs = Array.from({ length: 20_000 }, (_, at) => at * 10)

  const counted = everyTenMs.map((ms) => spend(callWith('svcapp_1_1_aa'), new Date(start + ms))?.spent)

  expect(counted).toEqual(everyTenMs.map((_, at) => Math.min(at + 1, 6000)))
})

it('counts each token separately and ignores requests without a token', () => {
  const { spend } = createTokenWatch()

  expect(spend(callWith('svcapp_1_1_aa'), new Date(start))?.spent).toBe(1)
  expect(spend(callWith('svcapp_2_2_bb'), new Date(start))?.spent).toBe(1)
  expect(spend({ headers: {} } as IncomingMessage, new Date(start))).toBeNull()
})
