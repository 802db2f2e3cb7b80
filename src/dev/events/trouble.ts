import { besideDelivery } from '../../inspector/beside.ts'
import { attemptsOfDelivery } from '../../journal/attempts.ts'
import { findDelivery } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import type { AppOutput } from '../app-log.ts'
import type { FailureEvent, TimedEvent } from './dev-event.ts'

/** Returns whether an event reports a failure. */
export function isTrouble(event: TimedEvent): boolean {
  if (event.event === 'delivery') return event.status >= 400 || event.tooLate === true
  if (event.event === 'attempt') return event.state !== 'delivered'
  if (event.event === 'call') return event.status === null || event.status >= 400 || event.note === 'partial-failure'
  return event.event === 'config' ? event.problem !== null : always.has(event.event)
}

/** Enough for a message and the start of its stack. The inspector has the whole stack. */
const MOST_LINES = 12

const always: ReadonlySet<string> = new Set(['app-failed', 'app-exited', 'rejected', 'tunnel-down'])

/** Returns the event with more facts and the next commands. */
export function failureEvent(
  journal: Journal,
  failed: TimedEvent,
  { output: app, isLive }: { readonly output: Pick<AppOutput, 'between'>; readonly isLive: boolean },
): FailureEvent {
  const id = failed.event === 'delivery' || failed.event === 'attempt' ? failed.deliveryId : null
  const response = (id === null ? undefined : attemptsOfDelivery(journal, id).at(-1))?.answer ?? null
  const delivery = id === null ? null : findDelivery(journal, id)
  const lines = delivery === null ? [] : besideDelivery(journal, delivery, app.between).lines
  // A thrown error prints its message first, then its stack.
  const first = Math.max(
    0,
    lines.findIndex(({ stream }) => stream === 'stderr'),
  )
  const output = lines.slice(first, first + MOST_LINES).map(({ line }) => line)
  return { event: 'failure', failed, response, output, next: nextOf(failed, id, isLive) }
}

function nextOf(of: TimedEvent, id: number | null, isLive: boolean): string[] {
  if (id !== null) return [`app webhook show ${id}`, `app webhook replay ${id}`]
  if (of.event === 'app-failed' && of.advice !== null) return [of.advice]
  return of.event === 'rejected' ? [`app explain ${of.reason}${isLive ? ' --target live' : ''}`] : []
}
