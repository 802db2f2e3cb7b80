import type { PlatformControl } from './control.ts'
import { rejectUnknown } from './known-fields.ts'

export interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** The platform's clock: the machine's clock plus the time that a test adds. Only `reset` turns it back. */
export interface PlatformClock {
  readonly now: () => Date
  /** Advances the clock. Resolves when everything that became due is done, such as retried deliveries. */
  readonly advance: (span: Span) => Promise<void>
}

export function createClock(control: PlatformControl, now: () => Date): PlatformClock {
  return {
    now,
    advance: async (span) => {
      rejectUnknown('clock.advance', span, { days: true, hours: true, minutes: true, seconds: true })
      const { days = 0, hours = 0, minutes = 0, seconds = 0 } = span
      const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
      await control.advanceClock({ ms: Math.round(ms) })
    },
  }
}
