import { expect, it } from 'vitest'

import { hasZeroTotal, whyUnjudged, wrongLabel } from '../../../src/check/checks/money/amounts.ts'

const paid = { code: 'TRY', orders: 3 }

it.each(['0 TRY 3 orders', 'TRY  3  0.00', '3 paid orders, TRY 0', '1,234.00 EUR 2 orders 0.00 TRY, 3 orders'])(
  'the total of a currency is zero beside the count of its orders: %s',
  (text) => {
    expect(hasZeroTotal(text, paid)).toBe(true)
  },
)

it.each(['', '3 orders', '12.00 TRY 3 orders', '0 EUR 3 orders', '0 TRY 2 orders', `3 orders ${'.'.repeat(80)} 0 TRY`])(
  'another amount, currency, count or place is no total of zero: %s',
  (text) => {
    expect(hasZeroTotal(text, paid)).toBe(false)
  },
)

it.each([
  ['', 'the panel shows no amounts of paid orders'],
  ['3 orders, 12 points', 'the panel shows no amounts of paid orders'],
  ['617,285.56 TRY, 3 orders', 'the panel shows 617,285.56, which is neither the amount of a paid order nor the total'],
])('of a panel that shows %j it is said whether it shows amounts at all', (panel, reason) => {
  expect(whyUnjudged(panel)).toBe(reason)
})

const euros = { totals: ['7654321.12'], own: 'EUR', wrong: 'TRY' }

it.each(['7,654,321.12 TRY', '₺7654321.12', 'TRY 7.654.321,12'])('an amount in euros is shown as liras: %s', (text) => {
  expect(wrongLabel(text, euros)).toBe(text)
})

it.each(['7,654,321.12 EUR', '€7654321.12', '7654321.12', '7654321.12 EUR, 12.00 TRY', '12.00 TRY'])(
  'an amount has its own sign or none: %s',
  (text) => {
    expect(wrongLabel(text, euros)).toBeNull()
  },
)
