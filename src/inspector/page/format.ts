/** Formats a time as `14:03:22.418`, in this machine's time zone. */
export function clock(iso: string): string {
  const at = new Date(iso)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}:${twoDigits(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`
}

/** Formats a time as `14:03`, or `21 Nov` for a window of days. */
export function tick(iso: string, windowMs: number): string {
  const at = new Date(iso)
  if (windowMs > 2 * 86_400_000) return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

export function ms(value: number | null): string {
  if (value === null) return '–'
  if (value >= 10_000) return `${(value / 1000).toFixed(0)} s`
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`
  return `${Math.round(value)} ms`
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`
  return value < 1024 * 1024 ? `${(value / 1024).toFixed(1)} kB` : `${(value / 1024 / 1024).toFixed(1)} MB`
}

export function count(value: number): string {
  return value.toLocaleString('en-GB')
}

/** Turns `held_back` into `held back`. */
export function words(name: string): string {
  return name.replaceAll(/[_-]/g, ' ')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
