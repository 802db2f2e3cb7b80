/**
 * Formats a time in this machine's time zone: `08:14:50` on the day of `now`, `2026-11-20 08:14` on
 * another one. Text that is not a time is returned unchanged.
 */
export function timeText(iso: string, now: Date): string {
  const at = new Date(iso)
  if (!/^\d{4}-\d\d-\d\dT/.test(iso) || Number.isNaN(at.getTime())) return iso
  const day = dayOf(at)
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits)
  return day === dayOf(now) ? clock.join(':') : `${day} ${clock.slice(0, 2).join(':')}`
}

function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
