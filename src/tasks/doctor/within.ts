import { afterRunning } from '../../processes/busyness.ts'

/** Returns the result of `work`, or of `late` after `ms`. Rejects as `work` does. */
export async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = afterRunning(ms, () => resolve(late()))
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
