import Big from 'big.js'

import { ExactNumber } from '../../text/json.ts'

/** Far beyond any amount, and small enough to keep plain digits short. */
const MAX_EXPONENT = 30

/**
 * Writes a decimal of a request as plain digits without changing its value. Returns null if its exponent would create too many digits.
 */
export function decimalText(value: number | ExactNumber): string | null {
  const big = read(value instanceof ExactNumber ? value.source : String(value))
  if (big === null || Math.abs(big.e) > MAX_EXPONENT || big.c.length > 2 * MAX_EXPONENT) return null
  return big.toFixed()
}

function read(source: string): Big | null {
  try {
    return new Big(source)
  } catch {
    return null
  }
}
