import type { PlatformControl } from './control.ts'

export interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** The platform's clock: that of the machine, and ahead of it by what a test asks for. It never goes back, but by `reset`. */
export interface PlatformClock {
  readonly now: () => Date
  /** Resolves when all that became due by it was worked off: deliveries that are tried again, for example. */
  readonly advance: (span: Span) => Promise<void>
}

export function createClock(control: PlatformControl, now: () => Date): PlatformClock {
  return {
    now,
    advance: async ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
      await control.advanceClock({ ms: Math.round(ms) })
    },
  }
}
