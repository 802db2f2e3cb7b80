import { AppError } from '../../errors.ts'
import type { Load } from '../../webhooks/send-many.ts'

export interface LoadFlags {
  readonly count?: number | undefined
  readonly rate?: string | undefined
  readonly concurrency?: number | undefined
}

const CONCURRENCY = 10
const MOST_PER_SECOND = 10_000

/** Returns the number and rate of events, or null for a single event. Raises `usage.invalid`. */
export function readLoad({ count, rate, concurrency = CONCURRENCY }: LoadFlags): Load | null {
  if (count === undefined) return null
  return { count, perSecond: rate === undefined ? null : readRate(rate), concurrency }
}

/** Parses `50/s`, `50` or `3000/m` to events per second. */
function readRate(text: string): number {
  const [, digits, unit] = /^(\d{1,7}(?:\.\d{1,3})?)(?:\/(s|m))?$/.exec(text) ?? []
  const perSecond = Number(digits) / (unit === 'm' ? 60 : 1)
  if (perSecond > 0 && perSecond <= MOST_PER_SECOND) return perSecond
  throw new AppError('usage.invalid', `${JSON.stringify(text)} is not a valid rate (up to ${MOST_PER_SECOND}/s).`, {
    suggestions: ['Set events per second or minute, such as --rate 50/s or --rate 300/m.'],
  })
}
