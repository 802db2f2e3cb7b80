import { sql, type Statement } from './db.ts'
import { effectOf } from './effects.ts'
import { isTest, type ReadEvent, type StoreEvent } from './event-types.ts'
import { accessOf, forgetInstall, installOfEvent, markBroken, markWorking } from './installs.ts'
import type { Order } from './platform-answers.ts'
import { PlatformError } from './platform-error.ts'
import type { Tools } from './tools.ts'

type Taken = Exclude<ReadEvent, { readonly kind: 'malformed' }>

/**
 * Takes an event once. What it needs from the platform is fetched first; its id and its effect are then written in one transaction, in which the id is a key. A
 * repeat, even one at the same moment, changes nothing. Throws when the platform cannot be reached or refuses the token: the event is then not taken and comes again.
 */
export async function takeEvent(tools: Tools, read: Taken): Promise<'taken' | 'repeated'> {
  const { db, now } = tools
  const { eventId, topic, storeId, regionId } = read.event
  const known = await db.rows(sql`SELECT 1 FROM events WHERE event_id = ${eventId}`)
  if (known.length > 0) return 'repeated'
  const effect = read.kind === 'known' ? await whatToWrite(tools, read.event) : []
  const [added] = await db.write([
    sql`INSERT OR IGNORE INTO events (event_id, topic, store_id, region_id, received_at)
        VALUES (${eventId}, ${topic}, ${storeId}, ${regionId}, ${now().toISOString()})`,
    // Each of these has the event's id as its key, or changes nothing the second time.
    ...effect,
  ])
  return added === 1 ? 'taken' : 'repeated'
}

/** Test events are noted, and the end of an install is the same in every app; the rest stands in effects.ts. */
async function whatToWrite(tools: Tools, event: StoreEvent): Promise<readonly Statement[]> {
  if (isTest(event)) return []
  return event.topic === 'app.uninstalled' ? appUninstalled(tools, event) : effectOf(tools, event)
}

/** Believed only when the token is really dead: a late repeat of the event must not end a newer install. */
async function appUninstalled(tools: Tools, event: StoreEvent): Promise<readonly Statement[]> {
  const install = await installOfEvent(tools, event)
  if (install === null) return []
  if (install.token !== null && (await tools.platform.isAlive(install.token))) return []
  return [forgetInstall(install)]
}

/**
 * The order that an event is about, fetched with the token of its install; null where there is none. Throws without a token that the platform accepts:
 * the event then comes again, and takes effect once the app is installed again.
 */
export async function orderOf(
  tools: Tools,
  event: Exclude<StoreEvent, { readonly topic: 'app.uninstalled' }>,
): Promise<Order | null> {
  const { orderId } = event.data
  const facts = { eventId: event.eventId, storeId: event.storeId }
  if (orderId === null) {
    tools.log('event.without-order', facts)
    return null
  }
  const install = await installOfEvent(tools, event)
  const access = install === null ? null : accessOf(install, event.regionId)
  if (install === null || access === null) throw new Error('no usable token for this store: install the app there')
  try {
    const order = await tools.platform.order(access, orderId)
    if (install.brokenAt !== null) await markWorking(tools.db, install)
    return order
  } catch (error) {
    if (!(error instanceof PlatformError) || error.isTemporary) throw error
    if (error.status !== 401) {
      tools.log('event.order-refused', { ...facts, status: error.status })
      return null
    }
    // With a token for all regions a 401 may be about the region that was named.
    const isDead = access.pin === null || !(await tools.platform.isAlive(access.token))
    if (isDead && (await markBroken(tools.db, install, tools.now()))) tools.log('install.broken', facts)
    throw error
  }
}
