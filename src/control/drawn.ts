import { sha256Hex } from '../text/sha256.ts'

/**
 * A number from 0 to below 1 that depends on these words alone: the same on every machine and in any order of calls, so that what is drawn from a seed can be
 * drawn again. Not for secrets.
 */
export function drawn(...words: readonly (string | number)[]): number {
  return Number.parseInt(sha256Hex(words.join(' ')).slice(0, 8), 16) / 2 ** 32
}

/** A whole number from `least` to `most`, drawn in the same way. */
export function drawnBetween(least: number, most: number, ...words: readonly (string | number)[]): number {
  return least + Math.floor(drawn(...words) * (most - least + 1))
}
