import { isDeliveryFault, type DeliveryFaultKind, type FaultKind } from '../../control/fault.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { hasFaults, takeFault, type MetFault } from '../faults/take-fault.ts'
import type { DueDelivery, Postponed } from './queue-rows.ts'

type HoldingKind = 'late' | 'out-of-order' | 'burst'

/** Fault that affects a delivery. */
export interface Spoilt {
  readonly how: Exclude<DeliveryFaultKind, HoldingKind>
  /** Address used instead of the webhook_url; null for the webhook_url. */
  readonly to: string | null
}

export interface DeliveryFaults {
  /** Returns the effect of a fault on a due delivery, or null if no fault matches. */
  readonly meet: (delivery: DueDelivery) => Postponed | Spoilt | null
  /** Releases delayed deliveries that a delivery to this app has overtaken. */
  readonly overtaken: (appKey: string) => void
  /** Removes deliveries that are no longer in the table, because their ids may be reused. */
  readonly forget: (ids: readonly number[]) => void
}

/**
 * Applies faults to deliveries. A delayed delivery stays in the queue with a later due time, which survives a restart. It does
 * not count as attempted. `out-of-order` waits until another delivery to the same app is sent, at most for its delay. Only this
 * process knows which deliveries were delayed, so after a restart they wait for their due time and can match another fault.
 */
export function createDeliveryFaults(context: EmulatorContext): DeliveryFaults {
  const heldBefore = new Set<number>()
  const behind = new Map<string, number[]>()
  return {
    meet: (delivery) => {
      if (heldBefore.delete(delivery.id) || !hasFaults(context)) return null
      const { topic, appKey, id } = delivery
      const fault = takeFault(context, { topic, appKey }, isDeliveryFault)
      if (fault === null) return null
      // takeFault was called with these kinds only.
      if (!isHolding(fault.kind)) return { how: fault.kind as Spoilt['how'], to: fault.to }
      heldBefore.add(id)
      if (fault.kind === 'out-of-order') behind.set(appKey, [...(behind.get(appKey) ?? []), id])
      return { delivery, until: context.now().getTime() + heldMs(context, fault) }
    },
    overtaken: (appKey) => {
      const ids = behind.get(appKey)
      if (ids === undefined) return
      for (const id of ids) {
        prepared(
          context.registry,
          "UPDATE deliveries SET next_attempt_at = min(next_attempt_at, ?) WHERE id = ? AND state = 'pending'",
        ).run(context.now().getTime(), id)
      }
      behind.delete(appKey)
      context.wakeQueue()
    },
    forget: (gone) => {
      for (const id of gone) heldBefore.delete(id)
      for (const [appKey, ids] of behind)
        behind.set(
          appKey,
          ids.filter((id) => !gone.includes(id)),
        )
    },
  }
}

function isHolding(kind: FaultKind): kind is HoldingKind {
  return kind === 'late' || kind === 'out-of-order' || kind === 'burst'
}

/** All deliveries that a burst delays are due at the same time, so each delay is the time until then. */
function heldMs(context: EmulatorContext, { kind, heldMs: ms, startsAt }: MetFault): number {
  if (kind !== 'burst') return ms
  return ms - ((context.now().getTime() - Date.parse(startsAt)) % ms)
}
