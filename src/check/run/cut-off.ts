import { AsyncLocalStorage } from 'node:async_hooks'

interface Attempt {
  isCutOff: boolean
}

const attempts = new AsyncLocalStorage<Attempt>()

/** Runs something, and answers also whether a request of it was cut off by an end of the app. */
export async function noticingCutOff<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly isCutOff: boolean }> {
  const attempt = { isCutOff: false }
  const result = await attempts.run(attempt, work)
  return { result, isCutOff: attempt.isCutOff }
}

/** Called where a request was cut off, in whatever is running. */
export function noteCutOff(): void {
  const attempt = attempts.getStore()
  if (attempt !== undefined) attempt.isCutOff = true
}
