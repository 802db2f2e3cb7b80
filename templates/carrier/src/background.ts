import { madeUpCarrier } from './carrier.ts'
import { forgetOldEvents } from './forget-events.ts'
import { bookDue } from './shipments.ts'
import type { Tools } from './tools.ts'

const LOOK_MS = 500
const DAY_MS = 24 * 60 * 60_000

/** Work that the app does without a request; the returned function ends it, after what is under way. */
export function background(tools: Tools): () => Promise<void> {
  const carrier = madeUpCarrier()
  let round: Promise<void> = Promise.resolve()
  let isBusy = false
  const look = setInterval(() => {
    if (isBusy) return
    isBusy = true
    round = bookDue(tools, carrier)
      .then(() => {})
      .catch(() => tools.log('shipments.not-read'))
      .finally(() => (isBusy = false))
  }, LOOK_MS).unref()
  const sweep = setInterval(() => {
    forgetOldEvents(tools).catch(() => tools.log('events.not-forgotten'))
  }, DAY_MS).unref()
  return async () => {
    clearInterval(look)
    clearInterval(sweep)
    await round
  }
}
