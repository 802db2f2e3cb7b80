import { faulty } from './faulty.ts'

/** The exact sum of two decimal texts of one currency. */
export function addDecimals(a: string, b: string): string {
  if (faulty('money-float')) return String(Number(a) + Number(b))
  if (faulty('money-whole')) return String(Math.trunc(Number(a)) + Math.trunc(Number(b)))
  const places = Math.max(placesOf(a), placesOf(b))
  return fromScaled(scaled(a, places) + scaled(b, places), places)
}

/** Two percent of a decimal text, rounded half up to cents. */
export function feeOf(amount: string): string {
  if (faulty('money-float-fee')) return String(Number(amount) * 0.02)
  const places = placesOf(amount) + 2
  const exact = scaled(amount, placesOf(amount)) * 2n
  const unit = 10n ** BigInt(places - 2)
  return fromScaled((exact + unit / 2n) / unit, 2)
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

function fromScaled(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
