import type { storePlans } from '../../control/bodies.ts'
import { word } from '../../storage/columns.ts'
import { transaction } from '../../storage/database.ts'
import { prepared, upsertRow } from '../../storage/statements.ts'
import { releaseWaiting } from '../deliveries/release-waiting.ts'
import type { World } from '../world.ts'
import { livingInstalls } from './installs.ts'

export type Plan = (typeof storePlans)[number]

/** The plan that a store chose for an app; `free` unless it was set otherwise. */
export function planOf({ registry }: World, { appKey, storeId }: { appKey: string; storeId: number }): Plan {
  const row = prepared(registry, 'SELECT plan FROM plans WHERE app_key = ? AND store_id = ?').get(appKey, storeId)
  return row === undefined ? 'free' : word<Plan>(row, 'plan')
}

/** The subscription status that a plan gives to the installs that exist. */
const subscriptions: Readonly<Partial<Record<Plan, 'active' | 'P'>>> = {
  free: 'active',
  paid: 'active',
  'paid-pending': 'P',
}

/** The owner pays what is pending: what is paid for, or not even installed, stays as it is. */
export function payFor(world: World, { appKey, storeId }: { appKey: string; storeId: number }): void {
  const isPending = livingInstalls(world, storeId, appKey).some(({ isPaymentPending }) => isPaymentPending)
  if (isPending) setPlan(world, { appKey, storeId, plan: 'paid' })
}

interface PlanChange {
  readonly appKey: string
  readonly storeId: number
  readonly plan: Plan
}

/**
 * Sets the plan. `paid` and `free` end a pending payment: the same token works from then on, events from then on are delivered (N15). `paid-pending`
 * holds for an app that is installed already, too: a payment may fall due in the middle (P22).
 */
export function setPlan(world: World, { appKey, storeId, plan }: PlanChange): void {
  transaction(world.registry, () => {
    upsertRow(world.registry, 'plans', { app_key: appKey, store_id: storeId }, { plan })
    const subscription = subscriptions[plan]
    if (subscription === undefined) return
    prepared(
      world.registry,
      'UPDATE installs SET subscription = ? WHERE app_key = ? AND store_id = ? AND removed_at IS NULL',
    ).run(subscription, appKey, storeId)
  })
  if (subscriptions[plan] === 'active') releaseWaiting(world, { appKey, storeId })
}
