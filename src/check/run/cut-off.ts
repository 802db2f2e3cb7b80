import { AsyncLocalStorage } from 'node:async_hooks'

interface Attempt {
  isCutOff: boolean
}

const attempts = new AsyncLocalStorage<Attempt>()

/** Runs something, and also says whether an end of the app cut off one of its requests. */
export async function noticingCutOff<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly isCutOff: boolean }> {
  const attempt = { isCutOff: false }
  const result = await attempts.run(attempt, work)
  return { result, isCutOff: attempt.isCutOff }
}

/** Records in whatever is running that a request was cut off. */
export function noteCutOff(): void {
  const attempt = attempts.getStore()
  if (attempt !== undefined) attempt.isCutOff = true
}
