import type { DatabaseSync } from 'node:sqlite'

import { noteRefusedToken } from './broken-install.ts'
import { inTransaction } from './database.ts'
import { installOfEvent, markRemoved, markWorking, type Install } from './installs.ts'
import type { Keys } from './keys.ts'
import { PlatformError } from './platform-error.ts'
import type { Access, Platform } from './platform.ts'
import { countPaidOrder } from './totals.ts'

/** A verified event. Of its body only these fields are documented; `data` may hold anything. */
export interface StoreEvent {
  readonly eventId: string
  readonly topic: string
  readonly storeId: number
  readonly regionId: number | null
  readonly data: unknown
}

export interface EventTools {
  readonly db: DatabaseSync
  readonly keys: Keys
  readonly platform: Platform
  readonly now: () => Date
  readonly log: (line: string) => void
}

/** Something to write, together with the event's id. */
type Effect = () => void

const nothing: Effect = () => {}

/**
 * Takes an event once. What it needs from the platform is fetched first; its id and its effect are then written in one transaction, so a repeat, even one
 * at the same moment, changes nothing. Throws when the platform cannot be reached or refuses the token: the event is then not taken and comes again.
 */
export async function takeEvent(tools: EventTools, event: StoreEvent): Promise<'taken' | 'repeated'> {
  const { db, now } = tools
  if (db.prepare('SELECT 1 FROM events WHERE event_id = ?').get(event.eventId) !== undefined) return 'repeated'
  const effect = await effectOf(tools, event)
  return inTransaction(db, () => {
    const { changes } = db
      .prepare('INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?)')
      .run(event.eventId, event.topic, event.storeId, event.regionId, now().toISOString())
    if (Number(changes) === 0) return 'repeated'
    effect()
    return 'taken'
  })
}

/** What to do about each topic. Add yours here. */
async function effectOf(tools: EventTools, event: StoreEvent): Promise<Effect> {
  // Test events of the developer console are noted, but they are about nothing that happened.
  if (event.eventId.startsWith('test:')) {
    tools.log(`${event.topic} ${JSON.stringify(event.eventId)}: a test event, noted and not handled`)
    return nothing
  }
  switch (event.topic) {
    case 'order.paid':
      return orderPaid(tools, event)
    case 'app.uninstalled':
      return appUninstalled(tools, event)
    default:
      return nothing
  }
}

/**
 * Fetches the order and adds it to the total of its currency. The amount is never taken from the event: its payload is not documented. Without a token that
 * the platform takes the event is not taken either: it comes again, and counts once the app is installed again.
 */
async function orderPaid(tools: EventTools, event: StoreEvent): Promise<Effect> {
  const orderId = orderIdOf(event.data)
  if (orderId === null) {
    tools.log(`order.paid ${JSON.stringify(event.eventId)}: no order id, nothing counted`)
    return nothing
  }
  const install = installOfEvent(tools, event)
  const access = install === null ? null : accessOf(install, event.regionId)
  if (install === null || access === null) {
    throw new Error(
      `no usable token for store ${event.storeId}, region ${event.regionId ?? 'none'}: install the app there (again)`,
    )
  }
  try {
    const order = await tools.platform.order(access, orderId)
    if (install.brokenAt !== null) markWorking(tools.db, install)
    const place = { storeId: event.storeId, regionId: event.regionId ?? access.pin ?? 0 }
    return () => countPaidOrder(tools.db, place, order)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.isTemporary) throw error
    if (error.status === 401) {
      await noteRefusedToken(tools, install, access)
      throw error
    }
    tools.log(`order.paid ${JSON.stringify(event.eventId)}: the platform answered ${error.status}, nothing counted`)
    return nothing
  }
}

/** Believed only when the token is really dead: a late repeat of the event must not end a newer install. */
async function appUninstalled(tools: EventTools, event: StoreEvent): Promise<Effect> {
  const install = installOfEvent(tools, event)
  if (install === null) return nothing
  const access = accessOf(install, null)
  if (access !== null && (await tools.platform.isAlive(access))) return nothing
  return () => markRemoved(tools.db, install, tools.now())
}

/** The token, and the pin that a store-wide one needs: the region of the event, else the store's first. Null without a usable token. */
export function accessOf(install: Install, regionId: number | null): Access | null {
  if (install.token === null) return null
  const pin = install.regionId === null ? (regionId ?? install.regions[0]?.id ?? null) : null
  return { token: install.token, pin }
}

function orderIdOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('orderId' in data)) return null
  return Number.isSafeInteger(data.orderId) ? Number(data.orderId) : null
}
