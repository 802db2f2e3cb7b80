import { AppError } from '../errors.ts'

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Parses a duration such as `90s`, `6m`, `2h`, `1d` or `1h30m` to ms. Raises `usage.invalid`. */
export function parseDuration(text: string): number {
  const parts = [...text.matchAll(/(\d{1,9})(ms|s|m|h|d|w)/g)]
  const ms = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0)
  if (parts.length > 0 && parts.map(([part]) => part).join('') === text && Number.isSafeInteger(ms)) return ms
  throw notALength(text)
}

/** Parses an age to ms: a duration, or a time in the future with a leading minus (`-2h`). Raises `usage.invalid`. */
export function parseAge(text: string): number {
  return text.startsWith('-') ? -parseDuration(text.slice(1)) : parseDuration(text)
}

function notALength(text: string): AppError {
  return new AppError('usage.invalid', `${JSON.stringify(text)} is not a duration.`, {
    suggestions: ['Use a number with ms, s, m, h, d or w: 90s, 6m, 2h, 1d, 1h30m.'],
  })
}
