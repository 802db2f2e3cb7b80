import { madeUpCarrier } from './carrier.ts'
import { bookDue } from './shipments.ts'
import { sweepDaily } from './sweep.ts'
import type { Tools } from './tools.ts'

const LOOK_MS = 500

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
  const endSweep = sweepDaily(tools)
  return async () => {
    clearInterval(look)
    endSweep()
    await round
  }
}
