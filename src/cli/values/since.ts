import { AppError } from '../../errors.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { parseInstant, parseTimeOfDay } from '../../text/time/instant.ts'

/** Formats that `sinceOf` accepts. */
export const SINCE_FORMS =
  '2h for two hours ago, 09:30, 2026-11-21 or 2026-11-21T09:30 (local time without a zone such as Z), or Unix seconds'

/** Parses a time, or a duration before `now`. Raises `usage.invalid`. */
export function sinceOf(text: string, now: Date): Date {
  if (/^(\d+[a-z]+)+$/.test(text)) return new Date(now.getTime() - parseDuration(text))
  const at = /^\d{9,12}$/.test(text) ? new Date(Number(text) * 1000) : (parseTimeOfDay(text, now) ?? parseInstant(text))
  if (at !== null) return at
  throw new AppError('usage.invalid', `--since ${JSON.stringify(text)} is neither a time nor a duration.`, {
    suggestions: [
      'Use a local time (09:30, 2026-11-21 or 2026-11-21T09:30), a UTC time (2026-11-21T09:30Z) or a duration (2h for two hours ago).',
    ],
  })
}
