import { findDelivery, type DeliveryRow } from '../../journal/deliveries.ts'
import type { Settled } from '../../journal/delivery-state.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PortHolder } from '../../processes/port-holder.ts'
import { holderWords } from '../ports/holder.ts'
import type { AttemptEvent } from './delivery-event.ts'
import { readOrderNumber } from './order-number.ts'

export interface Attempted {
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
  /** The program that uses the app's port instead, if known. */
  readonly holder?: PortHolder | null
}

/** Creates the event for another attempt, with the delivery's state after it. */
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
    orderNumber: readOrderNumber(body),
    status,
    error,
    ...(holder !== null && { holder: holderWords(holder) }),
    ms,
    state,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}

/** Creates the event for a manual attempt. The gateway plans no further one, and the journal has the delivery's state. */
export function replayEvent(journal: Journal, delivery: DeliveryRow, attempted: Attempted): AttemptEvent {
  const state = findDelivery(journal, delivery.id)?.state ?? delivery.state
  return attemptEvent(delivery, attempted, { state })
}
