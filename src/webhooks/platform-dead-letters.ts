import { deliveriesOfEvent } from '../journal/deliveries.ts'
import { takenBy } from '../journal/delivery-state.ts'
import type { Journal } from '../journal/journal.ts'

/** Maximum number of the emulator's dead letters to request. */
export const MOST_DEAD_LETTERS = 1000

/**
 * Returns advice about the dead letters of the emulator's own queue; null if the app has accepted them all since.
 * In the journal they are `failed`, or missing if no gateway was listening: they are no dead letters there.
 */
export function platformDeadLetters(journal: Journal, dead: readonly { readonly eventId: string }[]): string | null {
  const ids = [...new Set(dead.map(({ eventId }) => eventId))]
  const taken = takenBy(journal, ids)
  const open = ids.filter((id) => !taken.has(id))
  const known = open.filter((id) => deliveriesOfEvent(journal, id).some(({ state }) => state === 'failed')).length
  const lines = [
    ...(known === 0 ? [] : [ofJournal(known)]),
    ...(known === open.length ? [] : [elsewhere(open.length - known)]),
  ]
  return lines.length === 0 ? null : lines.join(' ')
}

/** Returns how to resend deliveries that the gateway retries later; null without any. */
export function waitingAdvice(waiting: readonly number[]): string | null {
  if (waiting.length === 0) return null
  const [deliveries, them] =
    waiting.length === 1 ? ['1 delivery is', 'it'] : [`${waiting.length} deliveries are`, 'them']
  return `${deliveries} waiting for the next attempt. To resend ${them} now, run \`app webhook retry --failed\`.`
}

function ofJournal(count: number): string {
  const [events, them] = count === 1 ? ['1 event', 'it'] : [`${count} events`, 'them']
  return `But the emulator stopped retrying ${events} (dead_letter there, failed in this journal). To resend ${them} to the app, run \`app webhook retry --failed\`.`
}

function elsewhere(count: number): string {
  const events = count === 1 ? '1 dead letter on the emulator is' : `${count} dead letters on the emulator are`
  return `${events} not in this journal. Redeliver ${count === 1 ? 'it' : 'them'} from the portal (\`app portal\`, under Webhooks).`
}
