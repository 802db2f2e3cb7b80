import { expect, it } from 'vitest'

import { createAllowance } from '../../../src/gateway/otlp/allowance.ts'

it('refills over time up to its capacity, and a fully rejected request uses none of it (T39)', () => {
  let ms = 0
  const allowance = createAllowance(() => ms, { stock: 100, perSecond: 10 })

  const taken = [allowance.take(80), allowance.takeAll(30), allowance.take(30)]
  ms += 1000
  const later = [allowance.takeAll(11), allowance.takeAll(10), allowance.take(5)]
  ms += 3_600_000

  expect(taken).toEqual([80, false, 20])
  expect(later).toEqual([false, true, 0])
  expect([allowance.takeAll(101), allowance.takeAll(100)]).toEqual([false, true])
})
