import type { Topic } from '../../catalog/topics.ts'
import { prepared } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import type { World } from '../world.ts'
import { recipientsOf, seesRegion } from './recipients.ts'

/** Why an event is not delivered now. */
export interface Obstacle {
  /** In words that follow `not delivered:`. */
  readonly why: string
  /** Whether it stays in the queue until the obstacle is gone. */
  readonly waits: boolean
}

/** What decides whether an app gets an event of a place, beside the subscription. */
export interface Standing {
  readonly subscription: string
  readonly appStatus: string
}

const PENDING = 'the payment is pending'

/** INST-074, B42: nothing is delivered while the payment is pending or the app is suspended, unless another reading is chosen (N15, C33). */
export function obstacleOf({ settings }: World, topic: string, { subscription, appStatus }: Standing): Obstacle | null {
  const { suspendedApp, pendingEvents, uninstalledWhilePending } = settings()
  if (appStatus === 'X' && suspendedApp !== 'all-goes-on') return { why: 'the app is suspended', waits: false }
  if (subscription !== 'P') return null
  // The install is over: no payment will come that it could wait for.
  if (topic === 'app.uninstalled') return uninstalledWhilePending === 'sent' ? null : { why: PENDING, waits: false }
  return { why: PENDING, waits: pendingEvents === 'wait' }
}

export interface QueuedEvent {
  readonly appKey: string
  readonly storeId: number
  /** The region of the event. */
  readonly regionId: number | null
  readonly topic: string
}

/**
 * Asks of each attempt whether it may be made (C30): by the place and not by the install that was there when the event happened, so that a reinstall
 * ends no retries (EVT-012, TOK-014). `app.uninstalled` needs no install, because it reports the end of one. The answers are kept while the registry is unchanged
 * (docs/decisions/0017).
 */
export function createObstacles(world: World): (event: QueuedEvent) => Obstacle | null {
  const standingOf = readWhileUnchanged((_registry, key) => readStanding(world, eventOf(key)))
  return (event) => {
    if (world.settings().queuedEvents === 'sent-anyway') return null
    const standing = standingOf(world.registry, keyOf(event))
    return standing === null
      ? { why: 'the app is no longer installed or subscribed in this region', waits: false }
      : obstacleOf(world, event.topic, standing)
  }
}

/** No part of it holds a space. */
function keyOf({ appKey, storeId, regionId, topic }: QueuedEvent): string {
  return `${appKey} ${storeId} ${regionId ?? ''} ${topic}`
}

function eventOf(key: string): QueuedEvent {
  const [appKey = '', storeId, regionId, topic = ''] = key.split(' ')
  return { appKey, storeId: Number(storeId), regionId: regionId === '' ? null : Number(regionId), topic }
}

/** Null for an app that has no living subscription there. */
function readStanding(world: World, event: QueuedEvent): Standing | null {
  const { appKey, storeId, topic } = event
  if (topic === 'app.uninstalled') return standingAfterEnd(world, event)
  // The queue holds known topics alone.
  const recipients = recipientsOf(world, storeId, topic as Topic)
  return recipients.find((one) => one.appKey === appKey && seesRegion(world, event, one)) ?? null
}

/** Of the app, and of an install that has taken the place of the removed one since. */
function standingAfterEnd({ registry }: World, { appKey, storeId, regionId }: QueuedEvent): Standing {
  const row = prepared(
    registry,
    `SELECT a.status, i.subscription FROM apps a LEFT JOIN installs i ON i.app_key = a.app_key AND i.store_id = ?
       AND i.region_id IS ? AND i.removed_at IS NULL WHERE a.app_key = ?`,
  ).get(storeId, regionId, appKey)
  return { subscription: String(row?.['subscription'] ?? ''), appStatus: String(row?.['status'] ?? '') }
}
