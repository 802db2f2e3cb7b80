/** A rate limit: a stock that refills over time. */
export interface Allowance {
  /** Takes up to `wanted` and returns the amount taken. */
  readonly take: (count: number) => number
  /** Takes all of `wanted`, or nothing. Returns true if taken. */
  readonly takeAll: (count: number) => boolean
}

export function createAllowance(
  clock: () => number,
  { stock, perSecond }: { readonly stock: number; readonly perSecond: number },
): Allowance {
  let left = stock
  let lookedAt = clock()
  const refill = () => {
    const now = clock()
    left = Math.min(stock, left + ((now - lookedAt) / 1000) * perSecond)
    lookedAt = now
  }
  return {
    take: (wanted) => {
      refill()
      const taken = Math.min(wanted, Math.floor(left))
      left -= taken
      return taken
    },
    takeAll: (wanted) => {
      refill()
      if (wanted > left) return false
      left -= wanted
      return true
    },
  }
}
