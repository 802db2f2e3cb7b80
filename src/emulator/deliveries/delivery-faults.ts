import { isDeliveryFault, type DeliveryFaultKind, type FaultKind } from '../../control/fault.ts'
import { prepared } from '../../storage/statements.ts'
import { hasFaults, takeFault, type MetFault } from '../faults/take-fault.ts'
import type { World } from '../world.ts'
import type { DueDelivery, Postponed } from './queue-rows.ts'

type HoldingKind = 'late' | 'out-of-order' | 'burst'

/** What is wrong with a delivery that is sent. */
export interface Spoilt {
  readonly how: Exclude<DeliveryFaultKind, HoldingKind>
  /** Where it goes instead of the webhook_url; null for that one. */
  readonly to: string | null
}

export interface DeliveryFaults {
  /** What a delivery that is due meets; null for one that goes as always. */
  readonly meet: (delivery: DueDelivery) => Postponed | Spoilt | null
  /** Lets go what was to be overtaken by a delivery to this app. */
  readonly overtaken: (appKey: string) => void
  /** Deliveries that are no longer in the table: their ids may be given to others. */
  readonly forget: (ids: readonly number[]) => void
}

/**
 * The faults of deliveries. What is held back stays in the queue with a later moment, so that a restart keeps it;
 * it was not attempted. `out-of-order` waits for another delivery to the same app to be sent, and at most its delay. What has been held back meets no second
 * fault, and is overtaken, in this process alone: after a restart it goes when its moment has come, and may meet another fault then.
 */
export function createDeliveryFaults(world: World): DeliveryFaults {
  const heldBefore = new Set<number>()
  const behind = new Map<string, number[]>()
  return {
    meet: (delivery) => {
      if (heldBefore.delete(delivery.id) || !hasFaults(world)) return null
      const { topic, appKey, id } = delivery
      const fault = takeFault(world, { topic, appKey }, isDeliveryFault)
      if (fault === null) return null
      // takeFault was asked for these alone.
      if (!isHolding(fault.kind)) return { how: fault.kind as Spoilt['how'], to: fault.to }
      heldBefore.add(id)
      if (fault.kind === 'out-of-order') behind.set(appKey, [...(behind.get(appKey) ?? []), id])
      return { delivery, until: world.now().getTime() + heldMs(world, fault) }
    },
    overtaken: (appKey) => {
      const ids = behind.get(appKey)
      if (ids === undefined) return
      for (const id of ids) {
        prepared(
          world.registry,
          "UPDATE deliveries SET next_attempt_at = min(next_attempt_at, ?) WHERE id = ? AND state = 'pending'",
        ).run(world.now().getTime(), id)
      }
      behind.delete(appKey)
      world.wakeQueue()
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

/** All that a burst has held back is due at the same moment: its delay is how far these moments lie apart. */
function heldMs(world: World, { kind, heldMs: ms, startsAt }: MetFault): number {
  if (kind !== 'burst') return ms
  return ms - ((world.now().getTime() - Date.parse(startsAt)) % ms)
}
