import type { Core } from '../core.ts'
import type { Job, Trace } from '../database/queue.ts'
import { sql, type Sql } from '../database/sql.ts'
import { wasWritten } from '../database/tx.ts'
import { installOf, markLeaving } from '../install/installs.ts'
import { seal } from '../install/token-box.ts'
import { runJob } from '../work/do-job.ts'
import { applyEffect } from '../work/effect.ts'
import { INLINE_MS } from '../work/limits.ts'
import { isTest, type ReadEvent } from './read-event.ts'

/** `noted`: the app has no handler or job for it. */
export type Accepted = 'accepted' | 'noted' | 'repeated'

export interface Delivered {
  readonly event: ReadEvent
  readonly topic: string
  readonly trace: Trace | undefined
}

/**
 * Accepts an event once: its id, a primary key, and its job are written in one durable transaction. After that the event
 * cannot be lost, so the response can be sent. A copy, even at the same moment in another process, changes nothing.
 */
export async function acceptEvent(core: Core, delivered: Delivered): Promise<Accepted> {
  const { database, now } = core
  const { event, topic } = delivered
  const isUninstall = topic === 'app.uninstalled'
  const hasWork = isHandled(core, delivered)
  const job = hasWork ? await jobOf(core, delivered) : null
  const isNew = await wasWritten(
    database.transaction(async (tx) => {
      await tx.must(eventRow(core, delivered))
      if (job === null) return
      // From now on no call uses the token, until the job has checked whether it is dead.
      const install = isUninstall ? await installOf({ keys: core.keys, database: tx }, event) : null
      if (install !== null) await tx.write(markLeaving(install, now()))
      await database.queue.enqueue(tx, job)
    }),
  )
  if (!isNew) return 'repeated'
  return hasWork ? 'accepted' : 'noted'
}

/**
 * Handles an event before the response: its id and its effect are written in one transaction. Throws if a retry may
 * succeed, and then the platform's retry is the queue. An event that no retry can help, and an uninstall, becomes a job.
 */
export async function handleInline(core: Core, delivered: Delivered): Promise<Accepted> {
  const { topic, event } = delivered
  if (topic === 'app.uninstalled' || !isHandled(core, delivered)) return acceptEvent(core, delivered)
  const [known] = await core.database.rows(sql`SELECT 1 AS known FROM svcapp_events WHERE event_id = ${event.eventId}`)
  if (known !== undefined) return 'repeated'
  const job = await jobOf(core, delivered)
  let isNew = true
  const outcome = await runJob(core, job, {
    attempt: 1,
    limitMs: INLINE_MS,
    async write(effect) {
      isNew = await wasWritten(
        core.database.transaction(async (tx) => {
          await tx.must(eventRow(core, delivered))
          await applyEffect(core, tx, { effect, trace: job.trace })
        }),
      )
    },
  })
  if (outcome === 'done') return isNew ? 'accepted' : 'repeated'
  if ('laterMs' in outcome) throw new Error(`This token's request budget is exhausted for ${outcome.laterMs} ms.`)
  return acceptEvent(core, delivered)
}

function isHandled({ declared }: Core, { event, topic }: Delivered): boolean {
  return !isTest(event.eventId) && (declared.topics.has(topic) || topic === 'app.uninstalled')
}

function eventRow({ now }: Core, { event, topic }: Delivered): Sql {
  const { eventId, storeId, regionId } = event
  return sql`INSERT INTO svcapp_events (event_id, topic, store_id, region_id, received_at)
    VALUES (${eventId}, ${topic}, ${storeId}, ${regionId}, ${now().toISOString()}) ON CONFLICT DO NOTHING`
}

async function jobOf({ declared, keys }: Core, { event, topic, trace }: Delivered): Promise<Job> {
  const { eventId: id, storeId, regionId, orderId, body } = event
  const job: Job = { id, kind: 'event', name: topic, storeId, regionId, orderId, trace }
  if (declared.topics.get(topic)?.needsBody !== true) return job
  const box = { keys: (await keys()).token, owner: `event/${id}` }
  return { ...job, body: await seal(box, JSON.stringify(body)) }
}
