import { KitError } from '../kit-error.ts'
import type { Done, Period, WorkContext } from '../types.ts'

const MINUTE_MS = 60_000
const UNITS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 24 * 60 * MINUTE_MS } as const

export interface Schedule {
  readonly periodMs: number
  /** When it is due in the period, in ms. Null to spread the installs over the period. */
  readonly atMs: number | null
  readonly handler: (context: WorkContext) => Done
}

/** Reads a period. Throws `kit.period-invalid`. */
export function readPeriod(period: Period): Omit<Schedule, 'handler'> {
  const { at, ...lengths } = { at: undefined, ...period }
  const [[unit, length] = ['', 0], ...more] = Object.entries(lengths)
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at ?? '00:00') ?? []
  const unitMs = unit in UNITS ? UNITS[unit as keyof typeof UNITS] : 0
  if (more.length > 0 || unitMs === 0 || !Number.isInteger(length) || length < 1 || hour === undefined) {
    const advice = "Use { minutes: 15 }, { hours: 6 }, or { days: 1, at: '03:00' } with the time in UTC."
    throw new KitError('kit.period-invalid', `Invalid schedule period. ${advice}`, { suggestions: [advice] })
  }
  const atMs = at === undefined ? null : Number(hour) * UNITS.hours + Number(minute) * MINUTE_MS
  return { periodMs: length * unitMs, atMs }
}
