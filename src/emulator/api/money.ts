import Big from 'big.js'

import { ExactNumber } from '../../text/json.ts'

/** Far beyond any amount, and near enough that plain digits stay short. */
const MAX_EXPONENT = 30

/**
 * A decimal of a request as plain digits, exactly as large as it was sent; null for one whose exponent would make digits without end.
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
