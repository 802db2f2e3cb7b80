import { AppError } from '../errors.ts'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A length of time such as `90s`, `6m` or `-2h` in ms. Raises `usage.invalid`. */
export function parseAge(text: string): number {
  const match = /^(-?\d{1,9})(ms|s|m|h|d)$/.exec(text)
  const unit = units[match?.[2] ?? '']
  if (!match || unit === undefined) {
    throw new AppError('usage.invalid', `"${text}" is not a length of time.`, {
      suggestions: ['Write it as 90s, 6m or 2h.'],
    })
  }
  return Number(match[1]) * unit
}
