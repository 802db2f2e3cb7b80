import type { StoreRegion } from '../../../control/contract.ts'
import { countryOf } from '../../platform/countries.ts'

/** Creates an obviously artificial address of a region as JSON text, different for each number. The documents do not show its fields (N11). */
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
