/** Sum of amounts in one currency. */
export interface CurrencySum {
  readonly currency: string
  readonly count: number
  /** The exact sum as decimal text. */
  readonly total: string
}

/**
 * Sums amounts exactly per currency. There is no total across currencies. Rows without a decimal
 * total are skipped.
 */
export function sumByCurrency(
  rows: readonly { readonly currency?: unknown; readonly total?: unknown }[],
): CurrencySum[] {
  const sums = new Map<string, { count: number; total: string }>()
  for (const row of rows) {
    const [currency, total] = [String(row.currency), String(row.total)]
    if (!isDecimal(total)) continue
    const sum = sums.get(currency) ?? { count: 0, total: '0' }
    sums.set(currency, { count: sum.count + 1, total: addDecimals(sum.total, total) })
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

function isDecimal(text: string): boolean {
  return /^-?\d{1,30}(\.\d{1,10})?$/.test(text)
}

function addDecimals(a: string, b: string): string {
  const places = Math.max(placesOf(a), placesOf(b))
  return decimalText(scaled(a, places) + scaled(b, places), places)
}

function decimalText(units: bigint, places: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
