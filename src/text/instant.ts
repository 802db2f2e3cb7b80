/**
 * The instant of an ISO-8601 day or time; null for what is none, and for a day that does not exist, which `Date` would move to another. A day alone is in UTC, a time
 * without a zone in that of the machine.
 */
export function instantOf(text: string): Date | null {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? []
  if (day === undefined || !isDay(day)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Whether there is such a day: `2026-02-28`, and not `2026-02-30`. */
export function isDay(text: string): boolean {
  const at = new Date(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
