/** The exact sum of two decimal numbers written as text. Both must be of the same currency: amounts of different ones are never summed. */
export function addDecimals(a: string, b: string): string {
  const places = Math.max(placesOf(a), placesOf(b))
  return decimalOf(scaled(a, places) + scaled(b, places), places)
}

/** A number of smallest units as decimal text: 1234 with two places behind the point is 12.34. */
export function decimalOf(units: bigint, places: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Whether a text is a plain decimal number. */
export function isDecimal(text: string): boolean {
  return /^-?\d{1,30}(\.\d{1,10})?$/.test(text)
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
