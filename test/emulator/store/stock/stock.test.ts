import Big from 'big.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { sumOfStock } from '../../../../src/emulator/store/stock/stock.ts'

const amount = fc.oneof(
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(String),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.tuple(fc.integer(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('0', '-0', '007', '5.0', '-1', '999999999', '1000000000'),
)

it('adds up all quantities of a product without losing a digit', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), (amounts) => {
      const sum = amounts.reduce((so, one) => so.plus(one), new Big(0))
      expect(sumOfStock(amounts.join(' '))).toBe(sum.toFixed())
    }),
  )
  expect(sumOfStock(null)).toBe('0')
})
