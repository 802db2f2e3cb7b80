import { forgetOldEvents } from './forget-events.ts'
import type { Tools } from './tools.ts'

const DAY_MS = 24 * 60 * 60_000

/** Work that the app does without a request; the returned function ends it. */
export function background(tools: Tools): () => Promise<void> {
  const timer = setInterval(() => {
    forgetOldEvents(tools).catch(() => tools.log('events.not-forgotten'))
  }, DAY_MS).unref()
  return async () => clearInterval(timer)
}
