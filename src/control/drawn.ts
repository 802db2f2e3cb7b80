import { sha256Hex } from '../text/sha256.ts'

/**
 * Returns a number from 0 to below 1 that depends only on the arguments. It is the same on every machine and
 * in any order of calls, so that a seed always gives the same sequence. Not for secrets.
 */
export function drawn(...words: readonly (string | number)[]): number {
  return Number.parseInt(sha256Hex(words.join(' ')).slice(0, 8), 16) / 2 ** 32
}

/** Returns a whole number from `least` to `most` in the same way. */
export function drawnBetween(least: number, most: number, ...words: readonly (string | number)[]): number {
  return least + Math.floor(drawn(...words) * (most - least + 1))
}
