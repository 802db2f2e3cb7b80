import { findDelivery, type DeliveryRow } from '../../journal/deliveries.ts'
import type { Settled } from '../../journal/delivery-state.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PortHolder } from '../../processes/port-holder.ts'
import { holderWords } from '../ports/holder.ts'
import type { AttemptEvent } from './delivery-event.ts'
import { orderNumberOf } from './order-number.ts'

export interface Attempted {
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
  /** The program that has the app's port in its place, if known. */
  readonly holder?: PortHolder | null
}

/** What the session tells of one more try of a delivery, and how the delivery stands after it. */
export function attemptEvent(
  { id, eventId, topic, body }: DeliveryRow,
  { status, error, ms, holder = null }: Attempted,
  { state, nextAttemptAt }: Settled,
): AttemptEvent {
  return {
    event: 'attempt',
    deliveryId: id,
    eventId,
    topic,
    orderNumber: orderNumberOf(body),
    status,
    error,
    ...(holder !== null && { holder: holderWords(holder) }),
    ms,
    state,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}

/** The same for a try by hand, after which the gateway plans no other; the journal says how the delivery stands. */
export function replayEvent(journal: Journal, delivery: DeliveryRow, attempted: Attempted): AttemptEvent {
  const state = findDelivery(journal, delivery.id)?.state ?? delivery.state
  return attemptEvent(delivery, attempted, { state })
}
