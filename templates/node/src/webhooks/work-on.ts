import { TokenPaused } from '../platform/pauses.ts'
import type { Job, Later, Outcome } from '../queue/queue.ts'
import type { Sql } from '../state/database.ts'
import type { Tools } from '../tools.ts'
import { inTrace } from '../trace.ts'
import { appUninstalled } from './app-uninstalled.ts'
import { isTest, type StoreEvent } from './event.ts'
import { orderPaid } from './order-paid.ts'

/** Something to write, or `dead` where only a person can help. */
export type Effect = ((sql: Sql) => Promise<void>) | 'dead'

export const nothing: Effect = async () => {}

export type WorkTools = Pick<Tools, 'db' | 'keys' | 'platform' | 'queue' | 'now' | 'log'>

/**
 * Does what an event asks for, once, however often it is called: after a crash a queue hands out a job that was being done a second time. What is needed from the
 * platform is fetched first; the effect and the event's id, its unique key, are then written in one transaction. Throws where the same may succeed later.
 */
export async function workOn(tools: WorkTools, event: Job): Promise<Outcome> {
  const { db, now } = tools
  const { rows } = await db.sql('SELECT 1 FROM effects WHERE event_id = $1', event.eventId)
  if (rows.length > 0) return 'done'
  const effect = await inTrace(event.trace, () =>
    effectOf(tools, event).catch((error: unknown) => laterWhenPaused(tools, event, error)),
  )
  if (typeof effect !== 'function') return effect
  // Need not wait for the disk: that the job is done is written later into the same log. When one of the two is lost the job is, too, and then it is done again.
  await db.transaction(
    async (sql) => {
      const { changes } = await sql(
        'INSERT INTO effects (event_id, done_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        event.eventId,
        now().toISOString(),
      )
      if (changes > 0) await effect(sql)
    },
    { durable: false },
  )
  return 'done'
}

/** A token that has used up its calls is nothing that went wrong. */
function laterWhenPaused({ log }: WorkTools, { eventId, storeId }: Job, error: unknown): Later {
  if (!(error instanceof TokenPaused)) throw error
  const laterMs = error.turnMs()
  log('job waits for its turn', { eventId, storeId, seconds: Math.ceil(laterMs / 1000), reason: error.message })
  return { laterMs }
}

type Works = { readonly [Event in StoreEvent as Event['topic']]?: (tools: WorkTools, event: Event) => Promise<Effect> }

/** What to do about each topic. Add yours here, and nowhere else: an event of a topic without work is noted, and makes no job. */
const works: Works = {
  'order.paid': orderPaid,
  'app.uninstalled': appUninstalled,
}

/** Whether an event makes a job. */
export function hasWork(event: StoreEvent): boolean {
  return !isTest(event) && works[event.topic] !== undefined
}

async function effectOf(tools: WorkTools, event: StoreEvent): Promise<Effect> {
  // Each stands under the topics of the events that it takes.
  const work = works[event.topic] as ((tools: WorkTools, event: StoreEvent) => Promise<Effect>) | undefined
  return work === undefined ? nothing : work(tools, event)
}
