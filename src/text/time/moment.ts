/** Returns `26 Nov 2026, 21:10 UTC` in the time zone of this machine; `exact` to the millisecond. */
export function momentText(at: Date, precision: 'minute' | 'exact' = 'minute'): string {
  return (formats[precision] ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(precision === 'exact' && { second: '2-digit', fractionalSecondDigits: 3 }),
  })).format(at)
}

/** Created on first use and cached: a format takes 18 ms, which a start need not wait for. */
const formats: { minute?: Intl.DateTimeFormat; exact?: Intl.DateTimeFormat } = {}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Returns `5 minutes ago`, or `in 20 seconds`. Counts only whole units, so that 59 minutes are never an hour. */
export function agoText(at: Date, now: Date): string {
  const seconds = Math.trunc((at.getTime() - now.getTime()) / 1000)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 60]
  if (unit === 'second') return seconds > 0 ? relative.format(seconds, unit) : 'just now'
  return relative.format(Math.trunc(seconds / size), unit)
}
