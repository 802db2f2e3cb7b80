import type { Core } from '../core.ts'
import type { Ticked } from '../database/queue.ts'
import { doJob } from './do-job.ts'
import { runChores } from './start-work.ts'

const PAUSE_MS = 50

/** Runs due work for at most this long, in ms. */
export async function tick(core: Core, { forMs = 25_000 }: { readonly forMs?: number } = {}): Promise<Ticked> {
  const until = core.now().getTime() + forMs
  const leftMs = () => until - core.now().getTime()
  await core.database.open()
  await core.database.worker?.open()
  const own = core.database.worker === undefined ? core : core.on(core.database.worker)
  // A connection may take a while.
  while ((await own.database.trouble()) !== null && leftMs() > 0) await pause()
  await runChores(own)
  const { queue } = own.database
  let done = 0
  while ((await queue.due()) > 0 && leftMs() > 0) {
    const working = await queue.work(
      async (job, attempt) => {
        const outcome = await doJob(own, job, attempt)
        done += 1
        return outcome
      },
      { log: own.log },
    )
    while ((await queue.due()) > 0 && leftMs() > 0) await pause()
    await working.stop(Math.max(leftMs(), 0))
  }
  return { done, left: (await queue.due()) > 0 }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
