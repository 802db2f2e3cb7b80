import type { StoreRegion } from '../../../control/contract.ts'
import { countryOf } from '../../platform/countries.ts'

/** A plainly artificial address of a region as JSON text, another for each number; the documents do not show its fields (N11). */
export function exampleAddress({ countryCode }: StoreRegion, name: string, number: number): string {
  return JSON.stringify({
    name,
    line1: `${number + 1} Example Street`,
    city: countryOf(countryCode).city,
    postalCode: String(10_000 + number),
    countryCode,
    phone: `+00 000 000 ${String(number).padStart(4, '0')}`,
  })
}
