import type { AppInstance } from './bench/app-instance.ts'
import type { Delivery } from './bench/delivery.ts'
import { isRefused, isTaken, type Answer } from './bench/raw-request.ts'
import { slowness, type Waiting } from './bench/work.ts'

/** As on the platform (N5), only sooner. */
const PAUSES_MS = [300, 600, 1200]

/**
 * Sends a delivery again, as the platform would, as long as the app says that it cannot accept it now: on a busy machine its calls may time out, so it is sent
 * more often there. Returns all answers; the last one counts.
 */
export async function deliver(
  bench: Pick<Waiting, 'sleep' | 'busyness'>,
  app: AppInstance,
  delivery: Omit<Delivery, 'body'> & { readonly body: Delivery['body'] | readonly Uint8Array[] },
): Promise<readonly [Answer, ...Answer[]]> {
  const first = await app.send(delivery)
  const answers: [Answer, ...Answer[]] = [first]
  for (let tries = 0; tries < PAUSES_MS.length * slowness(bench); tries += 1) {
    const last = answers.at(-1) ?? first
    if (isTaken(last) || isRefused(last)) break
    await bench.sleep(PAUSES_MS[tries] ?? PAUSES_MS.at(-1) ?? 0)
    answers.push(await app.send(delivery))
  }
  return answers
}

/** The app's final answer to a delivery. */
export async function lastAnswer(...given: Parameters<typeof deliver>): Promise<Answer> {
  const answers = await deliver(...given)
  return answers.at(-1) ?? answers[0]
}
