import type { DatabaseSync } from 'node:sqlite'

import { AppError } from '../../errors.ts'
import type { World } from '../world.ts'
import { readMeta, writeMeta } from './meta.ts'

export interface Clock {
  readonly now: () => Date
  /** How far it is ahead of the machine's, in ms. */
  readonly offsetMs: () => number
  readonly advance: (ms: number) => void
  readonly reset: () => void
}

/** A hundred years: nobody means a date beyond that. */
const MAX_OFFSET_MS = 100 * 365 * 24 * 3_600_000

/** The emulator's one clock (B47): the machine's, moved ahead by hand. It never goes back, and it stays ahead over a restart. */
export function openClock({ registry, now }: { registry: DatabaseSync; now: () => Date }): Clock {
  let offsetMs = Number(readMeta(registry, 'clock_offset_ms') ?? 0)
  return {
    now: () => new Date(now().getTime() + offsetMs),
    offsetMs: () => offsetMs,
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms < 0 || offsetMs + ms > MAX_OFFSET_MS) {
        throw new AppError('emulator.bad-request', `The clock cannot be moved by ${ms} ms.`, {
          suggestions: ['Move it forward, by at most 100 years: app emulator clock advance 6m'],
        })
      }
      offsetMs += ms
      writeMeta(registry, 'clock_offset_ms', String(offsetMs))
    },
    reset: () => void (offsetMs = 0),
  }
}

/**
 * The machine's own time: for what an app compares with its own clock, which nobody moved. Deliveries and embed tokens have it; under the moved clock
 * every app would refuse them as coming from the future.
 */
export function machineTime({ now, clockOffsetMs }: Pick<World, 'now' | 'clockOffsetMs'>): Date {
  return new Date(now().getTime() - clockOffsetMs())
}
