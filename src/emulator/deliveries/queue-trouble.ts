import { dirname } from 'node:path'

import { asError } from '../../errors/thrown.ts'
import { isDamage } from '../../storage/database.ts'
import type { EmulatorContext } from '../context.ts'
import { damagedPage } from '../files/damage.ts'

/** A failing write is retried every second. The same error is logged no more often than this. */
const NOTED_AGAIN_MS = 60_000

export interface QueueTrouble {
  /** Logs an error of the queue. Never throws. */
  readonly note: (error: unknown) => void
  /** Does the work, or logs why it failed. */
  readonly noting: (work: () => void) => void
}

export function createQueueTrouble(context: EmulatorContext): QueueTrouble {
  let noted = ''
  let notedAt = 0
  const note = (error: unknown): void => {
    const { message, stack = '' } = asError(error)
    if (message === noted && performance.now() - notedAt < NOTED_AGAIN_MS) return
    try {
      const damage = isDamage(error) ? damagedPage(dirname(context.registry.location() ?? ''), error) : null
      const words = damage?.message ?? `The delivery queue failed and will retry: ${message}`
      context.log({ level: 'warn', code: damage?.code ?? 'queue.bug', message: words, details: { stack } })
      noted = message
      notedAt = performance.now()
    } catch {
      // The log is in the failing database. Callers of the emulator get the same error.
    }
  }
  return {
    note,
    noting: (work) => {
      try {
        work()
      } catch (error) {
        note(error)
      }
    },
  }
}
