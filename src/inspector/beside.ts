import { attemptsOfDelivery, type AttemptRow } from '../journal/attempts.ts'
import type { DeliveryRow } from '../journal/deliveries.ts'
import type { Journal } from '../journal/journal.ts'
import { callsBetween, handledNear, type Handled } from '../journal/same-time.ts'
import type { CallEntry } from '../journal/timeline.ts'

/** A line that the app printed. Secrets are masked before it comes here. */
export interface LogLine {
  /** ISO-8601 UTC. */
  readonly at: string
  readonly stream: 'stdout' | 'stderr'
  readonly line: string
}

/** The app's output while this process runs; null where the app is not run from here. */
export type AppLog = ((from: Date, to: Date) => readonly LogLine[]) | null

/** Numbers of other deliveries that the app had in its hands at the same moment: it may belong to any of them. */
interface Shared {
  readonly sharedWith: readonly number[]
}

/** What happened between the moment in which the app got a delivery and its answer. By time alone: that the delivery is its cause is likely, not proven. */
export interface Beside {
  readonly calls: readonly (CallEntry & Shared)[]
  readonly lines: readonly (LogLine & Shared)[]
  /** Whether the app's output is known here at all. */
  readonly hasLog: boolean
  /** Whether there was more than is shown. */
  readonly isCut: boolean
}

const MOST_CALLS = 100
const MOST_LINES = 200

/** Later tries are looked at, not a storm of them. */
const MOST_ATTEMPTS = 10

/** What the app has printed comes through a pipe, a moment after its answer. */
const PIPE_MS = 100

/** Calls that name no delivery, and log lines, of the time in which the app had this delivery, of any of its tries; calls of another store are left out. */
export function besideDelivery(
  journal: Journal,
  { id, storeId }: Pick<DeliveryRow, 'id' | 'storeId'>,
  log: AppLog,
): Beside {
  const attempts = attemptsOfDelivery(journal, id)
    .filter(({ error }) => error !== 'held-back')
    .slice(-MOST_ATTEMPTS)
  const calls = new Map<number, CallEntry & Shared>()
  const lines: (LogLine & Shared)[] = []
  for (const attempt of attempts) {
    const { from, to } = spanOf(attempt)
    const others = handledNear(journal, attempt.id).filter((other) => other.deliveryId !== id)
    for (const call of callsBetween(journal, { from, to, limit: MOST_CALLS + 1 })) {
      if (call.storeId !== null && call.storeId !== storeId) continue
      // What is known, or guessed, to come from a delivery stands in its waterfall.
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

/** From the moment in which the app got it to its answer: an attempt is written down when it is over. */
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
