import { expect, it } from 'vitest'

import { decimalText } from '../../../src/emulator/api/money.ts'
import { ExactNumber } from '../../../src/text/json.ts'

it.each([
  ['12.340', '12.34'],
  ['-0.10', '-0.1'],
  ['1e30', `1${'0'.repeat(30)}`],
  ['1e-30', `0.${'0'.repeat(29)}1`],
  ['1'.repeat(31), '1'.repeat(31)],
  [`1.${'1'.repeat(59)}`, `1.${'1'.repeat(59)}`],
])('a decimal has plain digits and its exact value: %s (GEN-012)', (source, digits) => {
  expect(decimalText(new ExactNumber(source))).toBe(digits)
})

it.each(['1e31', '1e-31', '1e999', '1e-999', `1.${'1'.repeat(60)}`])(
  'a number with too many digits is not a decimal: %s',
  (source) => {
    expect(decimalText(new ExactNumber(source))).toBeNull()
  },
)

it.each([NaN, Infinity])('%d is not an amount, and causes no error', (value) => {
  expect(decimalText(value)).toBeNull()
})
