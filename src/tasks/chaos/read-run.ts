import { AppError } from '../../errors.ts'
import { parseDuration } from '../duration.ts'

const LEAST_MS = 1000
const MOST_MS = 10 * 60_000

/** Parses the duration of a run to ms. Raises `usage.invalid`. */
export function readLength(text: string): number {
  const ms = parseDuration(text)
  if (ms >= LEAST_MS && ms <= MOST_MS) return ms
  throw new AppError('usage.invalid', `A run's duration must be 1s to 10m, not ${text}.`, {
    suggestions: ['--for 60s'],
  })
}

/** Parses the seed, or generates one. Raises `usage.invalid`. */
export function readSeed(text: string | undefined, randomBytes: (size: number) => Buffer): number {
  if (text === undefined) return randomBytes(4).readUInt32BE(0)
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(seed)) return seed
  throw new AppError('usage.invalid', `A seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`, {
    suggestions: ['--seed 42', 'Leave out --seed for a random one, which is printed.'],
  })
}
