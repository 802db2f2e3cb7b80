import { otherStore, type DeliveryOutcome } from '../../gateway/delivery.ts'
import { findDelivery } from '../../journal/deliveries.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import type { Journal } from '../../journal/journal.ts'
import { defined } from '../../text/defined.ts'
import { replaceSecret } from '../../text/origins/secret-command.ts'
import type { DevEvent } from '../events/dev-event.ts'
import { readOrderNumber } from '../events/order-number.ts'
import type { StoreNames } from '../events/store-names.ts'
import { holderWords } from '../ports/holder.ts'

/** Always reports this many rejections per reason, then one per interval, so that a flood of requests does not flood the output. */
const TELL_FIRST = 10
const TELL_EVERY_MS = 10_000

export interface DeliveryFacts {
  readonly journal: Journal
  readonly target: DeliveryTarget
  readonly now: () => Date
  readonly names: StoreNames
  /** Whether SVCAPP_SIGNING_SECRET overrides the stored secret. */
  readonly isVariable: boolean
}

/** Creates the listener that turns the gateway's handling of each webhook request into events. */
export function deliveryEvents(
  emit: (event: DevEvent) => void,
  facts: DeliveryFacts,
): (outcome: DeliveryOutcome) => void {
  const refusals = new Map<string, Reported>()
  return (outcome) => {
    const event =
      outcome.verdict.kind === 'rejected' ? rejectedEvent(refusals, outcome, facts) : deliveryEvent(outcome, facts)
    if (event) emit(event)
  }
}

function deliveryEvent(outcome: DeliveryOutcome, { journal, names }: DeliveryFacts): DevEvent | null {
  const { verdict, answer, envelope, topic, storeId, ms, mark, deliveryId } = outcome
  if (verdict.kind === 'rejected') return null
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
    orderNumber: row === null ? null : readOrderNumber(row.body),
    ...names.of(storeId ?? '', envelope.regionId),
    deliveryId,
    ...defined({ appMs: outcome.appMs }),
    ...(outcome.isUnheard === true && { tooLate: true }),
  }
}

/** Returns the notice for an internal gateway error, after which the platform retries. */
export function gatewayFailed(why: string): string {
  return `A delivery failed in the gateway, which returned 500 so that the platform resends it: ${why}`
}

interface Reported {
  readonly count: number
  readonly atMs: number
}

function rejectedEvent(
  refusals: Map<string, Reported>,
  { verdict, answer }: DeliveryOutcome,
  { target, now, isVariable }: DeliveryFacts,
): DevEvent | null {
  if (verdict.kind !== 'rejected') return null
  const { reason } = verdict
  const last = refusals.get(reason) ?? { count: 0, atMs: 0 }
  const count = last.count + 1
  const atMs = now().getTime()
  const isTold = count <= TELL_FIRST || atMs - last.atMs >= TELL_EVERY_MS
  refusals.set(reason, { count, atMs: isTold ? atMs : last.atMs })
  if (!isTold) return null
  return {
    event: 'rejected',
    reason,
    status: answer.status,
    count,
    hint: count === 1 ? hintOf(verdict, target, isVariable) : null,
  }
}

/** P5: a valid signature with a wrong time means a late delivery or a wrong clock. The difference shows which. */
function hintOf(
  { reason, ageSeconds }: { reason: string; ageSeconds: number | null },
  target: DeliveryTarget,
  isVariable: boolean,
): string | null {
  const isLive = target === 'live'
  if (ageSeconds !== null) {
    const where = ageSeconds < 0 ? 'ahead of' : 'behind'
    return `The signature is valid, but the delivery's time is ${Math.abs(ageSeconds)} s ${where} this machine's. Your clock may be off by that much${isLive ? '' : ", or the emulator's clock was advanced (`app emulator clock show`)"}.`
  }
  if (reason === 'signature-mismatch') {
    return `Wrong secret, or the body was changed in transit. ${replaceSecret('signing', isLive, isVariable)}`
  }
  return null
}
