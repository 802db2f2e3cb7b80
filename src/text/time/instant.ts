/**
 * Parses an ISO-8601 day or time; null for other text, and for a day that does not exist, which `Date` would move to
 * another. Without a zone it is local, as a terminal shows times; `Date` would read a day alone as UTC.
 */
export function parseInstant(text: string): Date | null {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? []
  if (day === undefined || !isDay(day)) return null
  const at = new Date(text === day ? `${day}T00:00` : text)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Returns whether a day exists: `2026-02-28`, but not `2026-02-30`. */
export function isDay(text: string): boolean {
  const at = new Date(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Returns the last time when it was `hh:mm` or `hh:mm:ss` on this machine; null for other text. */
export function parseTimeOfDay(text: string, now: Date): Date | null {
  const [, hours = '', minutes = '', seconds = '0'] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  if (hours === '') return null
  const at = new Date(now)
  at.setHours(Number(hours), Number(minutes), Number(seconds), 0)
  if (at > now) at.setDate(at.getDate() - 1)
  return at
}
