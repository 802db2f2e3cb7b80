import { attemptsOfDelivery, type AttemptRow } from '../journal/attempts.ts'
import type { DeliveryRow } from '../journal/deliveries.ts'
import type { Journal } from '../journal/journal.ts'
import { callsBetween, handledNear, type Handled } from '../journal/same-time.ts'
import type { CallEntry } from '../journal/timeline.ts'

/** A line of app output, secrets masked. */
export interface LogLine {
  /** Time of the line, ISO-8601 UTC. */
  readonly at: string
  readonly stream: 'stdout' | 'stderr'
  readonly line: string
}

/** App output since this process started, or null if this process does not run the app. */
export type AppLog = ((from: Date, to: Date) => readonly LogLine[]) | null

/**
 * Ids of other deliveries that the app was handling at the same time, so the entry may belong to
 * any of them.
 */
interface SharedBy {
  readonly sharedWith: readonly number[]
}

/**
 * Calls and output between a delivery's arrival at the app and the app's response. Linked only by
 * time, so the delivery is a likely but unproven cause.
 */
export interface Beside {
  readonly calls: readonly (CallEntry & SharedBy)[]
  readonly lines: readonly (LogLine & SharedBy)[]
  /** True if the app's output is available. */
  readonly hasLog: boolean
  /** True if the list is truncated. */
  readonly isCut: boolean
}

const MOST_CALLS = 100
const MOST_LINES = 200

/** Only the latest attempts are read, which limits the work for a delivery with many retries. */
const MOST_ATTEMPTS = 10

/** App output arrives through a pipe, shortly after the app's response. */
const PIPE_MS = 100

/**
 * Returns calls without a delivery id, and log lines, from the time in which the app handled this
 * delivery in any attempt. Calls of another store are omitted.
 */
export function besideDelivery(
  journal: Journal,
  { id, storeId }: Pick<DeliveryRow, 'id' | 'storeId'>,
  log: AppLog,
): Beside {
  const attempts = attemptsOfDelivery(journal, id)
    .filter(({ error }) => error !== 'held-back')
    .slice(-MOST_ATTEMPTS)
  const calls = new Map<number, CallEntry & SharedBy>()
  const lines: (LogLine & SharedBy)[] = []
  for (const attempt of attempts) {
    const { from, to } = spanOf(attempt)
    const others = handledNear(journal, attempt.id).filter((other) => other.deliveryId !== id)
    for (const call of callsBetween(journal, { from, to, limit: MOST_CALLS + 1 })) {
      if (call.storeId !== null && call.storeId !== storeId) continue
      // A call with a known or guessed delivery is in that delivery's waterfall.
      if (call.deliveryId !== null) continue
      const at = Date.parse(call.at) - call.ms
      const rivals = others.filter((other) => call.storeId === null || other.storeId === call.storeId)
      calls.set(call.id, { ...call, sharedWith: heldAt(rivals, at) })
    }
    for (const line of log?.(from, new Date(to.getTime() + PIPE_MS)) ?? [])
      lines.push({ ...line, sharedWith: heldAt(others, Date.parse(line.at)) })
  }
  const isCut = calls.size > MOST_CALLS || lines.length > MOST_LINES
  return {
    calls: [...calls.values()].slice(0, MOST_CALLS),
    lines: lines.slice(0, MOST_LINES),
    hasLog: log !== null,
    isCut,
  }
}

/** Returns the time from the receipt to the response. An attempt is recorded when it is over. */
function spanOf({ at, ms }: Pick<AttemptRow, 'at' | 'ms'>): { readonly from: Date; readonly to: Date } {
  return { from: new Date(at.getTime() - Math.ceil(ms)), to: at }
}

function heldAt(others: readonly Handled[], moment: number): number[] {
  const held = others.filter((other) => {
    const { from, to } = spanOf(other)
    return from.getTime() <= moment && moment <= to.getTime()
  })
  return [...new Set(held.map(({ deliveryId }) => deliveryId))]
}
