import { isSuccess } from '../../http/status.ts'
import { attemptsOfEvent } from '../../journal/attempts.ts'
import { deliveriesOfEvent } from '../../journal/deliveries.ts'
import { takenBy } from '../../journal/delivery-state.ts'
import { findDeliveries } from '../../journal/find-deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { isTooSlow } from '../../webhooks/too-slow.ts'
import type { WhyFacts } from '../../webhooks/why/facts.ts'

interface Which {
  readonly topic: string
  readonly storeId: string | undefined
  readonly regionId: string | undefined
  /** Id of the platform's newest event of the topic, or null if unknown. */
  readonly eventId: string | null
}

export type JournalFacts = Pick<WhyFacts, 'received' | 'accepted' | 'tooSlowMs'>

/** Returns what the gateway's journal contains about the newest event. */
export function receivedFacts(journal: Journal, { eventId, ...which }: Which): JournalFacts {
  const event = eventId === null ? { attempts: [], took: null } : newestEvent(journal, eventId)
  // If the event took another path, older rows show nothing about it.
  if (event === null) return { received: null, accepted: null, tooSlowMs: null }
  const { attempts, took } = event
  const accepted = took && { kind: took.kind }
  const newest = attempts.findLast(({ sentTo, error }) => sentTo === null && error !== 'held-back')
  const tooSlowMs = newest !== undefined && isTooSlow(newest.ms) ? newest.ms : null
  // A newer row may be an event that was triggered or replayed on this machine.
  const row = findDeliveries(journal, { ...which, limit: 1 })[0]
  if (row === undefined) return { received: null, accepted, tooSlowMs }
  // A manual retry belongs to the first delivery of its event, not to the newest one.
  const isOfIt = took !== null && row.eventId === eventId
  const received = isOfIt
    ? { id: took.deliveryId, status: took.status, error: null }
    : { id: row.id, status: row.lastStatus, error: row.lastError }
  return { received, accepted, tooSlowMs }
}

/** Returns the attempts and the accepted attempt (null without one). Null if the event is not in the journal. */
function newestEvent(journal: Journal, eventId: string) {
  if (deliveriesOfEvent(journal, eventId).length === 0) return null
  const attempts = attemptsOfEvent(journal, eventId)
  const deliveryId = takenBy(journal, [eventId]).get(eventId)
  const took = attempts.find((one) => one.deliveryId === deliveryId && isSuccess(one.status)) ?? null
  return { attempts, took }
}
