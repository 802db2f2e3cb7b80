import type { DatabaseSync } from 'node:sqlite'

import type { Topic } from '../../catalog/topics.ts'
import { integer, integerOrNull, json, text, word } from '../../storage/columns.ts'
import { transaction } from '../../storage/database.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { findObstacle } from './obstacle.ts'
import { recipientsOf, seesRegion, type Recipient } from './recipients.ts'

export interface NewEvent {
  readonly storeId: number
  /** Region of the event; null if it belongs to no region. */
  readonly regionId: number | null
  readonly topic: Topic
  /** Ids and states, never personal data (N3). An event for one app (the app that is uninstalled, or a provider's app) has its `appKey`. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Body that an app receives (N3). Every envelope has the first three members (EVT-008 to EVT-010). */
export interface Envelope {
  readonly eventId: string
  readonly storeId: number
  readonly regionId: number | null
  readonly data: unknown
}

/**
 * Writes an event into the store's outbox and returns its id. Call it inside the transaction that makes the
 * reported change, so that both are committed or neither. After the commit, `fanOutEvents` moves it to the queue.
 */
export function recordEvent(context: EmulatorContext, { storeId, regionId, topic, data }: NewEvent): string {
  const eventId = `evt_${context.randomBytes(16).toString('hex')}`
  prepared(
    context.storeDb(storeId),
    'INSERT INTO events (event_id, region_id, topic, data, created_at) VALUES (?, ?, ?, ?, ?)',
  ).run(eventId, regionId, topic, JSON.stringify(data), context.now().getTime())
  context.noteEvent(eventId)
  return eventId
}

interface OutboxRow {
  readonly id: number
  readonly eventId: string
  readonly regionId: number | null
  readonly topic: Topic
  readonly data: Readonly<Record<string, unknown>>
}

const BATCH = 500

/**
 * Moves the events of a store's outbox to the delivery queue, one row per active subscription that may see them (EVT-011). Returns the number
 * of new rows. Repeating it after a crash adds no duplicates. Outside an operation it opens its own transactions, so never call it inside one.
 */
export function fanOutEvents(context: EmulatorContext, storeId: number): number {
  const db = context.storeDb(storeId)
  let added = 0
  for (;;) {
    const events = waiting(db)
    if (events.length === 0) return added
    // Queue first, then the mark: after a crash between the two, the move is repeated, and the queue's key makes the repetition harmless.
    added += transaction(context.registry, () =>
      events.reduce((sum, event) => sum + enqueue(context, storeId, event), 0),
    )
    transaction(db, () => {
      for (const { id } of events) prepared(db, 'UPDATE events SET fanned_out = 1 WHERE id = ?').run(id)
    })
  }
}

/** Moves events that a crash left in any store's outbox. Returns the number of new rows. */
export function fanOutAllStores(context: EmulatorContext): number {
  const stores = prepared(context.registry, 'SELECT id FROM stores').all()
  return stores.reduce((sum, { id }) => sum + fanOutEvents(context, Number(id)), 0)
}

function waiting(db: DatabaseSync): OutboxRow[] {
  return prepared(db, 'SELECT * FROM events WHERE fanned_out = 0 ORDER BY id LIMIT ?')
    .all(BATCH)
    .map((row) => ({
      id: integer(row, 'id'),
      eventId: text(row, 'event_id'),
      regionId: integerOrNull(row, 'region_id'),
      topic: word<Topic>(row, 'topic'),
      data: json<Record<string, unknown>>(row, 'data'),
    }))
}

function enqueue(context: EmulatorContext, storeId: number, event: OutboxRow): number {
  const body = Buffer.from(JSON.stringify(envelopeOf(storeId, event)))
  const at = context.now().getTime()
  const insert = prepared(
    context.registry,
    `INSERT INTO deliveries (event_id, install_id, app_key, store_id, region_id, topic, body, state, next_attempt_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?) ON CONFLICT (event_id, install_id) DO NOTHING`,
  )
  let added = 0
  let isForAnybody = isAddressed(event.topic)
  for (const recipient of recipientsOf(context, storeId, event.topic)) {
    if (!isFor(context, { storeId, event, recipient })) continue
    isForAnybody = true
    const obstacle = findObstacle(context, event.topic, recipient)
    if (obstacle !== null && !obstacle.waits) {
      drop(context, { storeId, event, recipient, reason: obstacle.why })
      continue
    }
    const { eventId, regionId, topic } = event
    const { installId, appKey } = recipient
    // A waiting delivery becomes due when its obstacle is gone (release-waiting.ts).
    const dueAt = obstacle === null ? at : null
    added += Number(insert.run(eventId, installId, appKey, storeId, regionId, topic, body, dueAt, at).changes)
  }
  if (!isForAnybody) noteUnsubscribed(context, storeId, event)
  return added
}

/** The platform does not publish this. `app dev` reads it here. */
function noteUnsubscribed(
  context: EmulatorContext,
  storeId: number,
  { topic, eventId, regionId, data }: OutboxRow,
): void {
  const where = regionId === null ? '' : "in the event's region "
  context.log({
    level: 'info',
    code: 'event.unsubscribed',
    message: `${topic} was not sent, because no install ${where}is subscribed to this topic.`,
    details: { eventId, topic, storeId, regionId, orderNumber: data['orderNumber'] ?? null },
  })
}

function envelopeOf(storeId: number, { eventId, regionId, topic, data }: OutboxRow): Envelope {
  const { appKey: _, ...rest } = data
  return { eventId, storeId, regionId, data: isAddressed(topic) ? rest : data }
}

interface Addressed {
  readonly storeId: number
  readonly event: OutboxRow
  readonly recipient: Recipient
}

/** `app.uninstalled` goes only to the removed install, a provider's event only to installs of the provider's app (GEN-018). */
function isFor(context: EmulatorContext, { storeId, event, recipient }: Addressed): boolean {
  if (event.topic === 'app.uninstalled') {
    return recipient.appKey === event.data['appKey'] && recipient.regionId === event.regionId
  }
  const { appKey } = event.data
  if (isAddressed(event.topic) && appKey !== undefined && recipient.appKey !== appKey) return false
  return seesRegion(context, { storeId, regionId: event.regionId }, recipient)
}

/** Returns whether a topic concerns one app: an uninstalled one or a provider. The envelope does not contain which app. */
function isAddressed(topic: Topic): boolean {
  return !topic.startsWith('order.')
}

function drop(
  context: EmulatorContext,
  { storeId, event, recipient, reason }: Addressed & { readonly reason: string },
): void {
  context.log({
    level: 'info',
    code: 'event.dropped',
    message: `${event.topic} was not delivered to ${recipient.appKey}: ${reason}.`,
    details: { eventId: event.eventId, appKey: recipient.appKey, storeId, regionId: event.regionId },
  })
}
