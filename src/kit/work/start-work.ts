import type { Core } from '../core.ts'
import { deleteOld } from '../database/delete-old.ts'
import type { Working } from '../database/queue.ts'
import { resealTokens, storesWorkingSince } from '../install/installs.ts'
import { redriveStore } from '../install/rejected-token.ts'
import { reasonOf } from '../log/log.ts'
import { doJob } from './do-job.ts'
import { LEASE_SECONDS } from './limits.ts'
import { enqueueDue } from './schedules.ts'

const HOUR_MS = 60 * 60_000
const REDRIVE_MS = 30_000

/** Interval at which schedules are checked, in ms. The shortest period is a minute. */
const SCHEDULES_MS = 15_000

/** Pause before another attempt to start work, in ms. */
const AGAIN_MS = 1000

/** Runs jobs as soon as the database can be used, and cleans it up. Resolves when the database is open. */
export async function startWork(core: Core, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Working> {
  const ending = new AbortController()
  const { database } = core
  await core.opened()
  // Opens it again after `close`.
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

/** A database that fails at this moment does not end the process: work begins when it is back. */
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

/** Runs immediately and then repeatedly, so that a process that is deployed every day does not miss it. A failure is retried the next time. */
function repeat(ms: number, core: Core, chore: Chore): () => void {
  const run = () => {
    chore(core).catch((error: unknown) => core.log('periodic task failed', { reason: reasonOf(error) }))
  }
  run()
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

/** Runs once what `work` does on its timers. */
export async function runChores(core: Core): Promise<void> {
  for (const chore of [enqueueDue, redriveWorking, tidy]) await chore(core)
}

async function tidy(core: Core): Promise<void> {
  await deleteOld(core.database, core.now())
  const tokens = await resealTokens(core)
  if (tokens > 0) core.log('tokens re-encrypted with the new key', { tokens })
}

/**
 * Redrives jobs that lacked an install, in stores whose install works again. An install does that immediately. This is for a job that became a dead
 * letter just then, because it still saw the old state, and for a process that crashed in between. After a job's time limit there can be no such job.
 */
async function redriveWorking(core: Core): Promise<void> {
  const since = new Date(core.now().getTime() - 2 * LEASE_SECONDS * 1000)
  for (const storeId of await storesWorkingSince(core.database, since)) await redriveStore(core, storeId, 'installable')
}
