import { isSuccess } from '../../http/status.ts'
import { attemptsOfEvent } from '../../journal/attempts.ts'
import { deliveriesOfEvent, type DeliveryRow } from '../../journal/deliveries.ts'
import { takenBy, type DeliveryTarget } from '../../journal/delivery-state.ts'
import { findDeliveries, type DeliveryFilter } from '../../journal/find-deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { isTestEventId } from '../../webhooks/test-event-id.ts'
import { isTooSlow } from '../../webhooks/too-slow.ts'
import type { ArrivedDelivery, WhyFacts } from '../../webhooks/why/facts.ts'

interface Which {
  readonly topic: string
  readonly storeId: string | undefined
  readonly regionId: string | undefined
  readonly target: DeliveryTarget
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

/** Time of the install and of the confirmed console values, ISO 8601. Null: unknown, so no delivery proves anything. */
export interface ArrivedSince {
  readonly installedAt: string | null
  readonly confirmedAt: string | null
}

/** Returns the live platform's deliveries that prove the subscription, the console's address and an install. Test events prove neither. */
export function arrivedFacts(
  journal: Journal,
  { topic, ...place }: Pick<Which, 'topic' | 'storeId' | 'regionId'>,
  { installedAt, confirmedAt }: ArrivedSince,
): WhyFacts['arrived'] {
  const newest = (since: string | null, wanted?: string): ArrivedDelivery | null =>
    since === null ? null : newestArrived(journal, { ...place, topic: wanted, since: new Date(since) })
  return {
    topic: newest(installedAt, topic),
    any: newest(confirmedAt),
    ever: newestArrived(journal, place),
  }
}

/** Returns the newest delivery of the live platform, or null. */
export function arrivedEver(journal: Journal): ArrivedDelivery | null {
  return newestArrived(journal, {})
}

function newestArrived(journal: Journal, filter: DeliveryFilter): ArrivedDelivery | null {
  const rows = findDeliveries(journal, { ...filter, target: 'live', limit: 20 })
  const row = rows.find(({ eventId, ...one }) => isFromLive(one) && !isTestEventId(eventId))
  if (row === undefined) return null
  const { id, receivedAt: at, topic, storeId, regionId } = row
  return { id, at, topic, storeId, regionId }
}

function isFromLive({ target, verdict, note }: Pick<DeliveryRow, 'target' | 'verdict' | 'note'>): boolean {
  return target === 'live' && verdict === 'verified' && note !== 'imported'
}

/** Returns the attempts and the accepted attempt (null without one). Null if the event is not in the journal. */
function newestEvent(journal: Journal, eventId: string) {
  if (deliveriesOfEvent(journal, eventId).length === 0) return null
  const attempts = attemptsOfEvent(journal, eventId)
  const deliveryId = takenBy(journal, [eventId]).get(eventId)
  const took = attempts.find((one) => one.deliveryId === deliveryId && isSuccess(one.status)) ?? null
  return { attempts, took }
}
