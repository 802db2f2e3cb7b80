import type { Core } from '../core.ts'
import { sql } from '../database/sql.ts'
import { installOf, markLeaving } from '../install/installs.ts'
import { seal } from '../install/token-box.ts'
import type { Trace } from '../work/queue.ts'
import { isTest, type ReadEvent } from './read-event.ts'

/** `noted`: the app has nothing to do. */
export type Accepted = 'accepted' | 'noted' | 'repeated'

export interface Delivered {
  readonly event: ReadEvent
  readonly topic: string
  readonly trace: Trace | undefined
}

/**
 * Accepts an event once: its id, a primary key, and its job are written in one durable transaction. After that the event cannot be lost, so the platform may be
 * told. A copy of it, even at the same moment in another process, changes nothing.
 */
export async function acceptEvent(core: Core, { event, topic, trace }: Delivered): Promise<Accepted> {
  const { database, declared, now } = core
  const { eventId: id, storeId, regionId, orderId } = event
  const handled = declared.topics.get(topic)
  const hasWork = !isTest(id) && (handled !== undefined || topic === 'app.uninstalled')
  const body = hasWork && handled?.needsBody === true ? { body: await sealedBody(core, event) } : {}
  return database.transaction(async (tx) => {
    const added = await tx.write(
      sql`INSERT INTO svcapp_events (event_id, topic, store_id, region_id, received_at)
          VALUES (${id}, ${topic}, ${storeId}, ${regionId}, ${now().toISOString()}) ON CONFLICT DO NOTHING`,
    )
    if (added === 0) return 'repeated'
    if (!hasWork) return 'noted'
    if (topic === 'app.uninstalled') {
      // From now on nothing is called with the token, until the job knows whether it is dead.
      const install = await installOf({ keys: core.keys, database: tx }, event)
      if (install !== null) await tx.write(markLeaving(install, now()))
    }
    await database.queue.enqueue(tx, { id, kind: 'event', name: topic, storeId, regionId, orderId, trace, ...body })
    return 'accepted'
  })
}

async function sealedBody({ keys }: Core, { eventId, body }: ReadEvent): Promise<string> {
  return seal({ keys: (await keys()).token, owner: `event/${eventId}` }, JSON.stringify(body))
}
