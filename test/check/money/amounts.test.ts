import { expect, it } from 'vitest'

import { hasZeroTotal, whyUnjudged, wrongLabel } from '../../../src/check/checks/money/amounts.ts'

const paid = { code: 'TRY', orders: 3 }

it.each(['0 TRY 3 orders', 'TRY  3  0.00', '3 paid orders, TRY 0', '1,234.00 EUR 2 orders 0.00 TRY, 3 orders'])(
  'detects a zero total of a currency next to its order count: %s',
  (text) => {
    expect(hasZeroTotal(text, paid)).toBe(true)
  },
)

it.each(['', '3 orders', '12.00 TRY 3 orders', '0 EUR 3 orders', '0 TRY 2 orders', `3 orders ${'.'.repeat(80)} 0 TRY`])(
  'does not take another amount, currency, count or position for a zero total: %s',
  (text) => {
    expect(hasZeroTotal(text, paid)).toBe(false)
  },
)

it.each([
  ['', 'the panel shows no amounts of paid orders'],
  ['3 orders, 12 points', 'the panel shows no amounts of paid orders'],
  ['617,285.56 TRY, 3 orders', 'the panel shows 617,285.56, which is neither the amount of a paid order nor the total'],
])('reports whether a panel that shows %j shows any amounts', (panel, reason) => {
  expect(whyUnjudged(panel)).toBe(reason)
})

const euros = { totals: ['7654321.12'], own: 'EUR', wrong: 'TRY' }

it.each(['7,654,321.12 TRY', '₺7654321.12', 'TRY 7.654.321,12'])(
  'reports an amount in euros that is labeled as liras: %s',
  (text) => {
    expect(wrongLabel(text, euros)).toBe(text)
  },
)

it.each(['7,654,321.12 EUR', '€7654321.12', '7654321.12', '7654321.12 EUR, 12.00 TRY', '12.00 TRY'])(
  'accepts an amount with its own currency sign or no sign: %s',
  (text) => {
    expect(wrongLabel(text, euros)).toBeNull()
  },
)
