import type { AppInstance } from './bench/app-instance.ts'
import type { Delivery } from './bench/delivery.ts'
import { isRefused, isTaken, type Reply } from './bench/raw-request.ts'

/** As on the platform (N5), only sooner. */
const PAUSES_MS = [300, 600, 1200]

/**
 * Sends a delivery again, as the platform would, as long as the app says that it cannot accept it now: on a busy machine its calls may time out. Returns all
 * answers; the last one counts.
 */
export async function deliver(
  { sleep }: { readonly sleep: (ms: number) => Promise<void> },
  app: AppInstance,
  delivery: Omit<Delivery, 'body'> & { readonly body: Delivery['body'] | readonly Uint8Array[] },
): Promise<readonly [Reply, ...Reply[]]> {
  const first = await app.send(delivery)
  const replies: [Reply, ...Reply[]] = [first]
  for (const pause of PAUSES_MS) {
    const last = replies.at(-1) ?? first
    if (isTaken(last) || isRefused(last)) break
    await sleep(pause)
    replies.push(await app.send(delivery))
  }
  return replies
}

/** The app's final answer to a delivery. */
export async function lastAnswer(...given: Parameters<typeof deliver>): Promise<Reply> {
  const replies = await deliver(...given)
  return replies.at(-1) ?? replies[0]
}
