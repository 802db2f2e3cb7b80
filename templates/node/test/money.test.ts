import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addDecimals, isDecimal } from '../src/platform/money.ts'

const sums: [string, string, string][] = [
  ['0.1', '0.2', '0.3'],
  ['1', '2', '3'],
  ['9.99', '0.01', '10.00'],
  ['-0.05', '0.02', '-0.03'],
  ['99999999999999999999.99', '0.01', '100000000000000000000.00'],
  ['1.5', '0.125', '1.625'],
]

for (const [a, b, sum] of sums) {
  test(`${a} and ${b} of one currency are ${sum}`, () => assert.equal(addDecimals(a, b), sum))
}

test('what is no plain decimal is not counted', () => {
  assert.deepEqual(
    ['1e3', 'NaN', '', '1.', '.5', '1,5'].map(isDecimal),
    Array.from({ length: 6 }, () => false),
  )
})
