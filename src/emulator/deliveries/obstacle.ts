import type { Topic } from '../../catalog/topics.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { EmulatorContext } from '../context.ts'
import { recipientsOf, seesRegion } from './recipients.ts'

/** Reason why an event is not delivered now. */
export interface Obstacle {
  /** Text that follows `not delivered:`. */
  readonly why: string
  /** True if the delivery stays in the queue until the obstacle is gone. */
  readonly waits: boolean
}

/** Facts besides the subscription that decide whether an app receives an event of a store and region. */
export interface RecipientStatus {
  readonly subscription: string
  readonly appStatus: string
}

const PENDING = 'the payment is pending'

/** INST-074, B42: nothing is delivered while the payment is pending or the app is suspended, unless another interpretation is set (N15, C33). */
export function findObstacle(
  { settings }: EmulatorContext,
  topic: string,
  { subscription, appStatus }: RecipientStatus,
): Obstacle | null {
  const { suspendedApp, pendingEvents, uninstalledWhilePending } = settings()
  if (appStatus === 'X' && suspendedApp !== 'all-goes-on') return { why: 'the app is suspended', waits: false }
  if (subscription !== 'P') return null
  // The install has ended, so there is no payment to wait for.
  if (topic === 'app.uninstalled') return uninstalledWhilePending === 'sent' ? null : { why: PENDING, waits: false }
  return { why: PENDING, waits: pendingEvents === 'wait' }
}

export interface QueuedEvent {
  readonly appKey: string
  readonly storeId: number
  /** Region of the event. */
  readonly regionId: number | null
  readonly topic: string
}

/**
 * Decides before each attempt whether it is allowed (C30). It checks the store and region, not the original
 * install, so that a reinstall ends no retries (EVT-012, TOK-014). `app.uninstalled` needs no install,
 * because it reports the removal. Results are cached while the registry is unchanged (docs/decisions/0017).
 */
export function createObstacles(context: EmulatorContext): (event: QueuedEvent) => Obstacle | null {
  const statusOf = readWhileUnchanged((_registry, key) => readStatus(context, parseKey(key)))
  return (event) => {
    if (context.settings().queuedEvents === 'sent-anyway') return null
    const status = statusOf(context.registry, keyOf(event))
    return status === null
      ? { why: 'the app is no longer installed or subscribed in this region', waits: false }
      : findObstacle(context, event.topic, status)
  }
}

/** No part of the key contains a space. */
function keyOf({ appKey, storeId, regionId, topic }: QueuedEvent): string {
  return `${appKey} ${storeId} ${regionId ?? ''} ${topic}`
}

function parseKey(key: string): QueuedEvent {
  const [appKey = '', storeId, regionId, topic = ''] = key.split(' ')
  return { appKey, storeId: Number(storeId), regionId: regionId === '' ? null : Number(regionId), topic }
}

/** Returns null for an app without an active subscription in that store and region. */
function readStatus(context: EmulatorContext, event: QueuedEvent): RecipientStatus | null {
  const { appKey, storeId, topic } = event
  if (topic === 'app.uninstalled') return statusAfterEnd(context, event)
  // The queue contains only known topics.
  const recipients = recipientsOf(context, storeId, topic as Topic)
  return recipients.find((one) => one.appKey === appKey && seesRegion(context, event, one)) ?? null
}

/** Covers the app, and an install that has since replaced the removed one. */
function statusAfterEnd({ registry }: EmulatorContext, { appKey, storeId, regionId }: QueuedEvent): RecipientStatus {
  const row = prepared(
    registry,
    `SELECT a.status, i.subscription FROM apps a LEFT JOIN installs i ON i.app_key = a.app_key AND i.store_id = ?
       AND i.region_id IS ? AND i.removed_at IS NULL WHERE a.app_key = ?`,
  ).get(storeId, regionId, appKey)
  return { subscription: String(row?.['subscription'] ?? ''), appStatus: String(row?.['status'] ?? '') }
}
