import { installOfEvent, markLeaving } from '../install/installs.ts'
import type { Tools } from '../tools.ts'
import { currentTrace } from '../trace.ts'
import type { StoreEvent } from './event.ts'
import { hasWork } from './work-on.ts'

/** `noted`: there is nothing to do about it. */
export type Taken = 'taken' | 'noted' | 'repeated'

/**
 * Takes an event once: its id, a primary key, and the job that it makes are written in one transaction. After that the event cannot get lost, so the platform may be
 * told; a repeat, even one at the same moment in another process, changes nothing. `topic` is the one that was sent.
 */
export async function takeEvent(
  { db, keys, queue, now }: Pick<Tools, 'db' | 'keys' | 'queue' | 'now'>,
  event: StoreEvent,
  topic: string,
): Promise<Taken> {
  return db.transaction(async (sql) => {
    const { changes } = await sql(
      'INSERT INTO events (event_id, topic, store_id, region_id, received_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      event.eventId,
      topic,
      event.storeId,
      event.regionId,
      now().toISOString(),
    )
    if (changes === 0) return 'repeated'
    if (!hasWork(event)) return 'noted'
    if (event.topic === 'app.uninstalled') {
      // From this moment on nothing is called with the token, until the job knows whether it is dead.
      const install = await installOfEvent({ db: { sql }, keys }, event)
      if (install !== null) await markLeaving(sql, install, now())
    }
    await queue.enqueue(sql, { ...event, trace: currentTrace() })
    return 'taken'
  })
}
