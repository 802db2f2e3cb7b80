import type { DatabaseSync } from 'node:sqlite'

import { AppError } from '../../errors.ts'
import type { EmulatorContext } from '../context.ts'
import { readMeta, writeMeta } from './meta.ts'

export interface Clock {
  readonly now: () => Date
  /** Returns how far the clock is ahead of the machine's, in ms. */
  readonly offsetMs: () => number
  readonly advance: (ms: number) => void
  readonly reset: () => void
}

/** A hundred years: a later date is a mistake. */
const MAX_OFFSET_MS = 100 * 365 * 24 * 3_600_000

/** Opens the emulator's only clock (B47): the machine's clock, which can be moved forward. It never goes back, and the offset survives a restart. */
export function openClock({ registry, now }: { registry: DatabaseSync; now: () => Date }): Clock {
  let offsetMs = Number(readMeta(registry, 'clock_offset_ms') ?? 0)
  return {
    now: () => new Date(now().getTime() + offsetMs),
    offsetMs: () => offsetMs,
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms < 0 || offsetMs + ms > MAX_OFFSET_MS) {
        throw new AppError('emulator.bad-request', `The clock cannot be moved by ${ms} ms.`, {
          suggestions: ['Move the clock forward by at most 100 years, for example: app emulator clock advance 6m'],
        })
      }
      offsetMs += ms
      writeMeta(registry, 'clock_offset_ms', String(offsetMs))
    },
    reset: () => void (offsetMs = 0),
  }
}

/**
 * Returns the machine's own time, for values that an app compares with its own clock. Deliveries and
 * embed tokens use it. With the moved clock, every app would reject them as coming from the future.
 */
export function machineTime({ now, clockOffsetMs }: Pick<EmulatorContext, 'now' | 'clockOffsetMs'>): Date {
  return new Date(now().getTime() - clockOffsetMs())
}
