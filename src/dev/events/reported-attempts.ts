import type { AttemptEvent } from './delivery-event.ts'

/** The facts of an attempt that both its event and the journal contain. */
type ReportedAttempt = Pick<AttemptEvent, 'deliveryId' | 'status' | 'ms'>

/** Attempts that this session has reported but not yet found in the journal. Any other attempt in the journal is from another process. */
export interface ReportedAttempts {
  readonly add: (attempt: ReportedAttempt) => void
  /** Removes an attempt and returns whether it was reported. */
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
