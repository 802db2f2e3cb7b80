import { AsyncLocalStorage } from 'node:async_hooks'

interface Attempt {
  isCutOff: boolean
}

const attempts = new AsyncLocalStorage<Attempt>()

/** Runs a function and also reports whether an exit of the app interrupted one of its requests. */
export async function noticingCutOff<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly isCutOff: boolean }> {
  const attempt = { isCutOff: false }
  const result = await attempts.run(attempt, work)
  return { result, isCutOff: attempt.isCutOff }
}

/** Records for the running function that a request was interrupted. */
export function noteCutOff(): void {
  const attempt = attempts.getStore()
  if (attempt !== undefined) attempt.isCutOff = true
}
