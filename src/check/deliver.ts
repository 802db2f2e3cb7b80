import { judgeable } from './cannot-judge.ts'
import type { AppInstance } from './harness/app-instance.ts'
import type { Delivery } from './harness/delivery.ts'
import { isRejected, isTaken, type Answer } from './harness/raw-request.ts'
import { BUSY, slowness, type Waiting } from './harness/work.ts'

/** As on the platform (N5), only shorter. */
const PAUSES_MS = [300, 600, 1200]

/**
 * Redelivers, as the platform would, while the app responds that it cannot accept the delivery now. On a
 * busy machine its calls may time out, so it gets more attempts. Returns the last response.
 */
async function deliver(
  harness: Pick<Waiting, 'sleep' | 'busyness'>,
  app: Pick<AppInstance, 'send'>,
  delivery: Omit<Delivery, 'body'> & { readonly body: Delivery['body'] | readonly Uint8Array[] },
): Promise<Answer> {
  let last = await app.send(delivery)
  for (let tries = 0; tries < PAUSES_MS.length * slowness(harness); tries += 1) {
    if (isTaken(last) || isRejected(last)) break
    await harness.sleep(PAUSES_MS[tries] ?? PAUSES_MS.at(-1) ?? 0)
    last = await app.send(delivery)
  }
  return last
}

/** Time in ms after a call in which an app may still reject events because the response to that call was late. */
const PAUSE_MS = 75_000

/** Share in ms of a whole check's time that such a wait may take; that time grows with the load too. */
const SHARE_MS = 15_000

/**
 * Returns the app's final response to a delivery. An app may stop calling for a minute after a call without a response in time. On a busy machine
 * that is the machine's fault, so the delivery is retried until such a pause is over. Throws `TooBusy` if the machine is too busy for a response.
 */
export async function lastAnswer(
  harness: Waiting,
  app: Pick<AppInstance, 'send' | 'ageMs'> & { readonly calls: Pick<AppInstance['calls'], 'list'> },
  delivery: Parameters<typeof deliver>[2],
): Promise<Answer> {
  const startedAt = harness.clock()
  const isPaused = () => {
    const now = harness.clock()
    const longest = Math.min(PAUSE_MS, SHARE_MS * slowness(harness))
    if (slowness(harness) < BUSY || now - startedAt >= longest) return false
    // A killed process waits for no response either, and the next one has no reason to pause.
    const since = now - Math.min(longest, app.ageMs())
    return app.calls.list().some(({ abandoned, at }) => abandoned && at >= since)
  }
  for (;;) {
    const last = await deliver(harness, app, delivery)
    if (isTaken(last) || isRejected(last) || !isPaused()) return judgeable(last)
  }
}
