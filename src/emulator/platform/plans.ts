import type { storePlans } from '../../control/bodies.ts'
import { word } from '../../storage/columns.ts'
import { transaction } from '../../storage/database.ts'
import { prepared, upsertRow } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { livingInstalls } from './installs.ts'
import { releaseWaiting } from './release-waiting.ts'

export type Plan = (typeof storePlans)[number]

/** Returns the plan that a store chose for an app; `free` by default. */
export function planOf({ registry }: EmulatorContext, { appKey, storeId }: { appKey: string; storeId: number }): Plan {
  const row = prepared(registry, 'SELECT plan FROM plans WHERE app_key = ? AND store_id = ?').get(appKey, storeId)
  return row === undefined ? 'free' : word<Plan>(row, 'plan')
}

/** Subscription status that a plan gives to existing installs. */
const subscriptions: Readonly<Partial<Record<Plan, 'active' | 'P'>>> = {
  free: 'active',
  paid: 'active',
  'paid-pending': 'P',
}

/** Pays pending payments as the store owner would. Does nothing if the app is paid for or not installed. */
export function payFor(context: EmulatorContext, { appKey, storeId }: { appKey: string; storeId: number }): void {
  const isPending = livingInstalls(context, storeId, appKey).some(({ isPaymentPending }) => isPaymentPending)
  if (isPending) setPlan(context, { appKey, storeId, plan: 'paid' })
}

interface PlanChange {
  readonly appKey: string
  readonly storeId: number
  readonly plan: Plan
}

/**
 * Sets the plan. `paid` and `free` end a pending payment: the same token then works, and later events are
 * delivered (N15). `paid-pending` also affects an installed app, because a payment may become due later (P22).
 */
export function setPlan(context: EmulatorContext, { appKey, storeId, plan }: PlanChange): void {
  transaction(context.registry, () => {
    upsertRow(context.registry, 'plans', { app_key: appKey, store_id: storeId }, { plan })
    const subscription = subscriptions[plan]
    if (subscription === undefined) return
    prepared(
      context.registry,
      'UPDATE installs SET subscription = ? WHERE app_key = ? AND store_id = ? AND removed_at IS NULL',
    ).run(subscription, appKey, storeId)
  })
  if (subscriptions[plan] === 'active') releaseWaiting(context, { appKey, storeId })
}
