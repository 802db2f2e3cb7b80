import { forgetOldEvents } from './forget-events.ts'
import type { Tools } from './tools.ts'

const DAY_MS = 24 * 60 * 60_000

/** Forgets old events once a day; the returned function ends that. At once for the first time: a process that is deployed every day would never come to it. */
export function sweepDaily(tools: Tools): () => void {
  const sweep = () => void forgetOldEvents(tools).catch(() => tools.log('events.not-forgotten'))
  sweep()
  const timer = setInterval(sweep, DAY_MS).unref()
  return () => clearInterval(timer)
}
