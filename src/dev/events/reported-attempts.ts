import type { AttemptEvent } from './delivery-event.ts'

/** What of an attempt is the same in its event and in the journal. */
type ReportedAttempt = Pick<AttemptEvent, 'deliveryId' | 'status' | 'ms'>

/** Attempts that this session has told and that were not found in the journal yet: what else is found there was made by another process. */
export interface ReportedAttempts {
  readonly add: (attempt: ReportedAttempt) => void
  /** Whether it was told; it is forgotten then. */
  readonly take: (attempt: ReportedAttempt) => boolean
  readonly isEmpty: () => boolean
}

export function createReportedAttempts(): ReportedAttempts {
  const counts = new Map<string, number>()
  return {
    add: (attempt) => void counts.set(keyOf(attempt), (counts.get(keyOf(attempt)) ?? 0) + 1),
    take: (attempt) => {
      const count = counts.get(keyOf(attempt)) ?? 0
      if (count > 1) counts.set(keyOf(attempt), count - 1)
      else counts.delete(keyOf(attempt))
      return count > 0
    },
    isEmpty: () => counts.size === 0,
  }
}

function keyOf({ deliveryId, status, ms }: ReportedAttempt): string {
  return `${deliveryId} ${status} ${Math.round(ms)}`
}
