/** As much as may pass: a stock that fills up by itself. */
export interface Allowance {
  /** Takes as much as there is of what is asked for. */
  readonly take: (wanted: number) => number
}

export function createAllowance(
  clock: () => number,
  { stock, perSecond }: { readonly stock: number; readonly perSecond: number },
): Allowance {
  let left = stock
  let lookedAt = clock()
  return {
    take: (wanted) => {
      const now = clock()
      left = Math.min(stock, left + ((now - lookedAt) / 1000) * perSecond)
      lookedAt = now
      const taken = Math.min(wanted, Math.floor(left))
      left -= taken
      return taken
    },
  }
}
