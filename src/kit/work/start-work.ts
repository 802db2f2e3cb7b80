import type { Core } from '../core.ts'
import { deleteOld } from '../database/delete-old.ts'
import { resealTokens, storesWorkingSince } from '../install/installs.ts'
import { redriveStore } from '../install/rejected-token.ts'
import { reasonOf } from '../log/log.ts'
import { doJob } from './do-job.ts'
import { LEASE_SECONDS } from './limits.ts'
import type { Working } from './queue.ts'
import { enqueueDue } from './schedules.ts'

const HOUR_MS = 60 * 60_000
const REDRIVE_MS = 30_000

/** How often schedules are looked at, in ms. The shortest period is a minute. */
const SCHEDULES_MS = 15_000

/** The wait before the start of work is tried again, in ms. */
const AGAIN_MS = 1000

/** Does jobs as soon as the database can be used, and keeps it tidy. Resolves when the database was opened. */
export async function startWork(core: Core, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Working> {
  const ending = new AbortController()
  const { database } = core
  await core.opened()
  // After `close` once more.
  await database.open()
  await database.worker?.open()
  const own = database.worker === undefined ? core : core.on(database.worker)
  const working = untilWorking(own, ending.signal)
  const stopChores = [
    repeat(HOUR_MS, own, tidy),
    repeat(REDRIVE_MS, own, redriveWorking),
    repeat(SCHEDULES_MS, own, enqueueDue),
  ]
  const stop: Working['stop'] = async (withinMs) => {
    ending.abort()
    for (const stopChore of stopChores) stopChore()
    await (await working)?.stop(withinMs)
  }
  signal?.addEventListener('abort', () => void stop(0))
  return { stop }
}

/** A database that goes away just now is no reason to end: work begins when it is back. */
async function untilWorking(core: Core, ending: AbortSignal): Promise<Working | undefined> {
  const { database, log } = core
  while (!ending.aborted) {
    try {
      return await database.queue.work((job, attempt) => doJob(core, job, attempt), { log })
    } catch (error) {
      log('work cannot start', { reason: reasonOf(error) })
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
  return undefined
}

type Chore = (core: Core) => Promise<void>

/** Immediately and then again and again: a process that is deployed every day must not miss it. What fails is done the next time. */
function repeat(ms: number, core: Core, chore: Chore): () => void {
  const run = () => {
    chore(core).catch((error: unknown) => core.log('chore failed', { reason: reasonOf(error) }))
  }
  run()
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

/** What `work` does by its timers, once. */
export async function runChores(core: Core): Promise<void> {
  for (const chore of [enqueueDue, redriveWorking, tidy]) await chore(core)
}

async function tidy(core: Core): Promise<void> {
  await deleteOld(core.database, core.now())
  const tokens = await resealTokens(core)
  if (tokens > 0) core.log('tokens re-encrypted with the new key', { tokens })
}

/**
 * Redrives what lacked an install in stores whose install works again. An install does that immediately. This is for a job that became a dead letter just then, because it
 * still saw the old state, and for a process that was killed between the two. Later than a job may last there is no such job.
 */
async function redriveWorking(core: Core): Promise<void> {
  const since = new Date(core.now().getTime() - 2 * LEASE_SECONDS * 1000)
  for (const storeId of await storesWorkingSince(core.database, since)) await redriveStore(core, storeId, 'installable')
}
