import { AppError, hasCode } from '../../errors.ts'
import type { Core } from '../core.ts'
import type { Job, JsonObject, Outcome } from '../database/queue.ts'
import { sql } from '../database/sql.ts'
import { wasWritten } from '../database/tx.ts'
import type { Declared } from '../declared.ts'
import type { StoredInstall } from '../install/install.ts'
import { installOf } from '../install/installs.ts'
import { open } from '../install/token-box.ts'
import { reasonOf } from '../log/log.ts'
import type { Done, Effect, StoreEvent, Topic, WorkContext } from '../types.ts'
import { applyEffect } from './effect.ts'
import { HANDLER_MS } from './limits.ts'
import { uninstalled } from './uninstalled.ts'
import { workContext } from './work-context.ts'

/**
 * Runs a job with one effect, however often it is called: after a crash, a queue runs an unfinished job again. The handler's data
 * is fetched first. Its effect and the job's id, a unique key, are then written in one transaction. Throws if a retry may succeed.
 */
export async function doJob(core: Core, job: Job, attempt: number): Promise<Outcome> {
  const [known] = await core.database.rows(sql`SELECT 1 AS known FROM svcapp_effects WHERE id = ${job.id}`)
  if (known !== undefined) return 'done'
  if (job.kind === 'event' && job.name === 'app.uninstalled') return uninstalled(core, job, attempt)
  return runJob(core, job, { attempt, limitMs: HANDLER_MS, write: (effect) => writeOnce(core, job, effect) })
}

export interface Run {
  readonly attempt: number
  /** Time limit of the handler, in ms. */
  readonly limitMs: number
  readonly write: (effect: Effect) => Promise<void>
}

/** Runs the handler of a job, and writes its effect. */
export async function runJob(core: Core, job: Job, { attempt, limitMs, write }: Run): Promise<Outcome> {
  const work = findHandler(core.declared, job)
  // The app has no handler for it any more.
  if (work === null) return 'done'
  const install = await installOf(core, job)
  if (install === null) return { dead: 'no-install: the app is not installed in this store and region.' }
  if (install.token === null) return { dead: 'token-refused: the token cannot be decrypted. Reinstall the app.' }
  if (install.state === 'leaving') throw new Error('The kit is still checking whether this store uninstalled the app.')
  const limit = timeLimit(limitMs)
  try {
    const context = workContext(core, { install, job, attempt, signal: limit.signal })
    const effect = await Promise.race([work(context, await eventBody(core, job)), limit.over])
    await write(effect)
    return 'done'
  } catch (error) {
    return await outcomeOf(core, { error, job, install })
  } finally {
    limit.clear()
  }
}

/** Writes an effect and the id of its job, unless the id exists. */
async function writeOnce(core: Core, job: Job, effect: Effect): Promise<void> {
  // Need not wait for the disk: the job's completion is written later to the same log. If the
  // effect is lost, so is the completion, and the job runs again.
  const transaction = core.database.transaction(
    async (tx) => {
      await tx.must(
        sql`INSERT INTO svcapp_effects (id, done_at) VALUES (${job.id}, ${core.now().toISOString()})
            ON CONFLICT DO NOTHING`,
      )
      await applyEffect(core, tx, { effect, trace: job.trace })
    },
    { durable: false },
  )
  await wasWritten(transaction)
}

type Work = (context: WorkContext, body: JsonObject | null) => Done

function findHandler({ topics, jobs, schedules, hooks }: Declared, job: Job): Work | null {
  switch (job.kind) {
    case 'event': {
      const declared = topics.get(job.name)
      if (declared === undefined) return null
      return (context, body) => declared.handler({ ...context, event: buildEvent(job, body) })
    }
    case 'job': {
      const handler = jobs.get(job.name)
      if (handler === undefined) return null
      return (context) => {
        const { name, storeId, regionId, data = null } = job
        const again = (next: typeof data, after?: Date) =>
          ({ kind: 'job', name, data: next, at: { storeId, regionId, ...(after && { after }) } }) as const
        return handler({ ...context, data, again })
      }
    }
    case 'schedule':
      return schedules.get(job.name)?.handler ?? null
    case 'hook':
      return hooks[job.name === 'broken' ? 'broken' : 'installed'] ?? null
  }
  return null
}

function buildEvent({ id, name, storeId, regionId, orderId = null }: Job, body: JsonObject | null): StoreEvent {
  // The topic has a handler, so it is a known one.
  return { id, topic: name as Topic, storeId, regionId, orderId, body }
}

/** Returns the body that the handler requested. It was sealed for this event. */
async function eventBody({ keys }: Core, { id, body }: Job): Promise<JsonObject | null> {
  if (body === undefined) return null
  const text = await open({ keys: (await keys()).token, owner: `event/${id}` }, body)
  return text === null ? null : (JSON.parse(text) as JsonObject)
}

/** A handler that never returns must not block its slot. */
function timeLimit(ms: number) {
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`The handler took more than ${ms / 1000} s.`)
    controller.abort(error)
    late.reject(error)
  }, ms)
  return { signal: controller.signal, over: late.promise, clear: () => clearTimeout(timer) }
}

interface Failed {
  readonly error: unknown
  readonly job: Job
  readonly install: StoredInstall
}

/** Returns the outcome of a failed job. Rethrows the error if another attempt may help. */
async function outcomeOf(core: Core, { error, job, install }: Failed): Promise<Outcome> {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'api.rate-limited') {
    const laterMs = await core.apis.turnMs(install)
    const { id, name, storeId } = job
    core.log('job waits for the request budget', { id, name, storeId, seconds: Math.ceil(laterMs / 1000) })
    return { laterMs }
  }
  const reason = deadReason(error)
  if (reason === null) throw error
  return { dead: `${reason}: ${reasonOf(error)}` }
}

/** Returns why another attempt cannot help. */
function deadReason(error: AppError): string | null {
  if (error.code === 'api.unauthorized') return 'token-refused'
  if (error.code === 'api.forbidden') return 'forbidden'
  const status = Number(error.details['status'] ?? 0)
  return hasCode(error, 'api.error') && status >= 400 && status < 500 ? 'refused' : null
}
