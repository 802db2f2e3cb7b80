import { resealTokens } from './install/installs.ts'
import { reasonOf } from './log.ts'
import type { Working } from './queue/queue.ts'
import { forgetOld } from './state/forget-old.ts'
import type { State } from './state/state.ts'
import type { Part } from './stop.ts'
import type { Tools } from './tools.ts'
import { workOn } from './webhooks/work-on.ts'

const HOUR_MS = 60 * 60_000

/** Does the jobs as soon as the database is there, and keeps that tidy. */
export async function startWorker(tools: Tools, { isReady }: State): Promise<Part> {
  let working: Promise<Working> | undefined
  let isEnding = false
  const hourly = setInterval(() => void tidy(tools), HOUR_MS)
  void isReady.then(() => {
    if (isEnding) return
    working = tools.queue.work((event) => workOn(tools, event))
    void tidy(tools)
  })
  return {
    stop: async (withinMs) => {
      isEnding = true
      clearInterval(hourly)
      await (await working)?.stop(withinMs)
    },
  }
}

/** What fails here is done in an hour. */
async function tidy(tools: Tools): Promise<void> {
  try {
    await forgetOld(tools)
    const tokens = await resealTokens(tools)
    if (tokens > 0) tools.log('tokens sealed with the new key', { tokens })
  } catch (error) {
    tools.log('tidying failed', { reason: reasonOf(error) })
  }
}
