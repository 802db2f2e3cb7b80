import { escapeCell } from '../values/escape.ts'
import type { ExactNumber } from '../values/json.ts'

/** An amount exactly as it arrived, with its currency: never rounded, converted or summed (GEN-012, GEN-013). */
export function money(amount: number | ExactNumber, currency: string): string {
  return `${String(amount)} ${currency}`
}

/** A value that may be missing, as text. */
export function orDash(value: string | number | boolean | ExactNumber | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : String(value)
}

/** A flag that is also seen as 0 and 1 (A9). */
export function yesNo(value: unknown): string {
  return value === true || value === 1 ? 'yes' : 'no'
}

/** `name: value` lines under each other; values from outside are escaped. */
export function facts(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${escapeCell(value)}`).join('\n')
}

/** What stands instead of a table without rows. */
export function noRows(what: string): string {
  return `No ${what}.`
}
