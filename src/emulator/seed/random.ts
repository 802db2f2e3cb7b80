import { createHash } from 'node:crypto'

export interface SeededRandom {
  /** Returns an integer from 0 to `below` - 1. */
  readonly below: (below: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
}

/** Creates a small generator (mulberry32) that always gives the same numbers for the same seed text. Not for secrets. */
export function createRandom(seed: string): SeededRandom {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (list) => list[below(list.length)] ?? list[0] }
}
