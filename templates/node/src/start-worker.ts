import { setTimeout as sleep } from 'node:timers/promises'

import { resealTokens } from './install/installs.ts'
import { reasonOf } from './log.ts'
import type { Working } from './queue/queue.ts'
import { reviveDeadLetters } from './queue/revive.ts'
import { forgetOld } from './state/forget-old.ts'
import type { State } from './state/state.ts'
import type { Part } from './stop.ts'
import type { Tools } from './tools.ts'
import { workOn } from './webhooks/work-on.ts'

const HOUR_MS = 60 * 60_000
const REVIVE_MS = 30_000

/** The wait before beginning is tried again, in ms. */
const AGAIN_MS = 1000

/** Does the jobs as soon as the database is there, and keeps that tidy. */
export async function startWorker(tools: Tools, { isReady }: State): Promise<Part> {
  const ending = new AbortController()
  let working: Promise<Working | undefined> | undefined
  void isReady.then(() => {
    if (ending.signal.aborted) return
    working = untilWorking(tools, ending.signal)
    now(tools, tidy)
    every(HOUR_MS, () => now(tools, tidy), ending.signal)
    every(REVIVE_MS, () => now(tools, reviveDeadLetters), ending.signal)
  })
  return {
    stop: async (withinMs) => {
      ending.abort()
      await (await working)?.stop(withinMs)
    },
  }
}

/** A database that goes just then is no reason to end: work begins when it is back. */
async function untilWorking(tools: Tools, ending: AbortSignal): Promise<Working | undefined> {
  while (!ending.aborted) {
    try {
      return await tools.queue.work((event) => workOn(tools, event))
    } catch (error) {
      tools.log('work cannot begin', { reason: reasonOf(error) })
      await sleep(AGAIN_MS, undefined, { signal: ending }).catch(() => {})
    }
  }
  return undefined
}

function every(ms: number, chore: () => void, ending: AbortSignal): void {
  const timer = setInterval(chore, ms)
  ending.addEventListener('abort', () => clearInterval(timer))
}

async function tidy(tools: Tools): Promise<void> {
  await forgetOld(tools)
  const tokens = await resealTokens(tools)
  if (tokens > 0) tools.log('tokens sealed with the new key', { tokens })
}

/** What fails here is done the next time. */
function now(tools: Tools, chore: (tools: Tools) => Promise<void>): void {
  chore(tools).catch((error: unknown) => tools.log('tidying failed', { reason: reasonOf(error) }))
}
