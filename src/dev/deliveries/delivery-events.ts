import { otherStore, type DeliveryOutcome } from '../../gateway/delivery.ts'
import { findDelivery } from '../../journal/deliveries.ts'
import type { Journal } from '../../journal/journal.ts'
import { defined } from '../../text/defined.ts'
import type { DevEvent } from '../events/dev-event.ts'
import { orderNumberOf } from '../events/order-number.ts'
import type { StoreNames } from '../events/store-names.ts'
import { holderWords } from '../ports/holder.ts'

/** After the first refusal for one reason, only one in so many is reported: a flood of refusals must not become a flood of lines. */
const TELL_EVERY = 100

export interface DeliveryFacts {
  readonly journal: Journal
  readonly names: StoreNames
}

/** What the gateway did with each request at the webhook path, as events. */
export function deliveryEvents(
  emit: (event: DevEvent) => void,
  facts: DeliveryFacts,
): (outcome: DeliveryOutcome) => void {
  const refusals = new Map<string, number>()
  return (outcome) => {
    const event = outcome.verdict.kind === 'refused' ? refusedEvent(refusals, outcome) : deliveryEvent(outcome, facts)
    if (event) emit(event)
  }
}

function deliveryEvent(outcome: DeliveryOutcome, { journal, names }: DeliveryFacts): DevEvent | null {
  const { verdict, answer, envelope, topic, storeId, ms, mark, deliveryId } = outcome
  if (verdict.kind === 'refused') return null
  const row = deliveryId === null ? null : findDelivery(journal, deliveryId)
  return {
    event: 'delivery',
    eventId: envelope.eventId,
    topic: topic ?? '',
    storeId: storeId ?? '',
    regionId: envelope.regionId,
    status: answer.status,
    ms,
    mark,
    bodyStoreId: otherStore(envelope, storeId),
    outcome: verdict.kind,
    error: verdict.kind === 'app-failed' ? verdict.error : null,
    ...(verdict.kind === 'app-failed' && verdict.holder !== null && { holder: holderWords(verdict.holder) }),
    orderNumber: row === null ? null : orderNumberOf(row.body),
    ...names.of(storeId ?? '', envelope.regionId),
    deliveryId,
    ...defined({ appMs: outcome.appMs }),
    ...(outcome.isUnheard === true && { isUnheard: true }),
  }
}

/** A fault of ours: the platform tries again. */
export function gatewayFailed(why: string): string {
  return `A delivery failed in the gateway and was answered with 500, so that the platform sends it again: ${why}`
}

function refusedEvent(refusals: Map<string, number>, { verdict, answer }: DeliveryOutcome): DevEvent | null {
  if (verdict.kind !== 'refused') return null
  const count = (refusals.get(verdict.reason) ?? 0) + 1
  refusals.set(verdict.reason, count)
  if (count !== 1 && count % TELL_EVERY !== 0) return null
  return { event: 'refused', reason: verdict.reason, status: answer.status, count, hint: hintOf(verdict) }
}

/** P5: a right signature with a wrong time means a late delivery or a clock that is off; the distance says which. */
function hintOf({ reason, ageSeconds }: { reason: string; ageSeconds: number | null }): string | null {
  if (ageSeconds !== null) {
    const where = ageSeconds < 0 ? 'ahead of' : 'behind'
    return `The signature is right, but its time is ${Math.abs(ageSeconds)} s ${where} this machine: your clock is off by that much, or the emulator's was moved (app emulator clock show).`
  }
  if (reason === 'signature-mismatch') return 'Signed with another secret, or the body was changed on the way.'
  return null
}
